import { horizonOf, isUrgent } from '#domain/cases/horizon.ts';
import { coverOn } from '#domain/notifications/message-wishes.ts';
import {
  notificationRule,
  type NotificationKind,
  type Speed,
  type StaffAudience,
} from '#domain/notifications/notification-kinds.ts';
import { dueAt, NOT_TAKEN_AFTER } from '#domain/notifications/notification-times.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { CaseRow } from '#server/data/cases/cases.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { recipientAccounts } from '#server/data/notifications/teams.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import { operatorOf } from './operator-of.ts';

type StaffNewsOf = {
  readonly db: Db;
  readonly deps: Pick<Deps, 'clock' | 'settings'>;
  readonly record: CaseRow;
  readonly consent: ConsentRow;
  /** absent where nobody acted */
  readonly actor?: StaffActor | TicketActor | undefined;
};

type Around = { readonly links: ReadonlyMap<number, LinkRow>; readonly order: number | undefined };

/** News of staff before it is written down: for one account, for the mailbox of a team, or for the urgent contact. */
type StaffNews = {
  readonly recipient: string;
  readonly user_id: string | null;
  readonly team_id: string | null;
  readonly to_contact: true | null;
  readonly kind: NotificationKind;
  readonly speed: Speed;
  readonly is_urgent: boolean;
  readonly due_at: string;
};

/**
 * The staff who are told of kinds of news of one event: of an urgent case whoever operates, the team and the urgent contact as well, at
 * once, and these two once more where nobody sees to it. In the place of an account that is not in use comes whoever stands in for it, else the team; somebody
 * who is away is told as well.
 */
export async function staffOfNews(open: StaffNewsOf, kinds: readonly NotificationKind[], around: Around): Promise<StaffNews[]> {
  const { db, deps, record, actor } = open;
  const { timeZone } = deps.settings;
  const now = deps.clock();
  const near = record.listed_on === null ? null : await aheadOf(db, record.organisation_id);
  const isNear = near !== null && isUrgent(record.listed_on, horizonOf(now, timeZone, near));
  const ofKinds = kinds.flatMap((kind) => {
    const { staff } = notificationRule(kind);
    if (staff === undefined) return [];
    const is_urgent = staff.isPersonal !== true && isNear;
    const audience: StaffAudience[] = is_urgent ? [...staff.to, 'RESPONSIBLE', 'OPERATOR', 'TEAM'] : [...staff.to];
    const speed: Speed = is_urgent ? 'NOW' : staff.speed;
    return [{ kind, is_urgent, audience, speed, waits: staff.waits === true }];
  });
  if (ofKinds.length === 0) return [];
  const users = usersByAudience(open, around);
  const accountIds = ofKinds.flatMap(({ audience }) => audience.flatMap((each) => users[each]));
  const accounts = await recipientAccounts(db, record.organisation_id, [...new Set([...accountIds, record.clinician_id])]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const team = byId.get(record.clinician_id)?.teamId ?? null;
  const today = localDate(now, timeZone);
  return ofKinds.flatMap(({ kind, is_urgent, audience, speed, waits }) => {
    const recipients = new Set<string>();
    let tellsTeam = audience.includes('TEAM');
    for (const id of audience.flatMap((each) => users[each])) {
      const account = byId.get(id);
      const cover = coverOn(account?.cover ?? null, today);
      if (account?.status === 'ACTIVE') recipients.add(id);
      else if (cover === null) tellsTeam = true;
      if (cover !== null) recipients.add(cover);
    }
    if (actor?.kind === 'staff') recipients.delete(actor.userId);
    const due_at = new Date(dueAt(speed, now, timeZone)).toISOString();
    const common = { kind, speed, is_urgent };
    const rows: StaffNews[] = [...recipients].map((id) => ({
      ...common,
      recipient: `user ${id}`,
      user_id: id,
      team_id: null,
      to_contact: null,
      due_at,
    }));
    const ofTeam = team === null ? [] : [{ recipient: `team ${team}`, user_id: null, team_id: team, to_contact: null }];
    const ofContact =
      is_urgent && near?.urgentContact != null
        ? [{ recipient: 'urgent contact', user_id: null, team_id: null, to_contact: true as const }]
        : [];
    rows.push(...[...(tellsTeam ? ofTeam : []), ...ofContact].map((each) => ({ ...common, ...each, due_at })));
    if (!is_urgent || !waits) return rows;
    const later = new Date(now + NOT_TAKEN_AFTER).toISOString();
    const again = { kind: 'NOT_TAKEN', speed: 'NOW', is_urgent, due_at: later } as const;
    return [...rows, ...[...ofTeam, ...ofContact].map((each) => ({ ...again, ...each }))];
  });
}

function usersByAudience(
  { record, consent }: StaffNewsOf,
  { links, order }: Around,
): Readonly<Record<StaffAudience, readonly string[]>> {
  // Of an event about nobody, whoever has a link out.
  const about = [...links.values()].filter((link) =>
    order === undefined ? link.ended_at === null : link.signing_order === order,
  );
  return {
    RESPONSIBLE: [record.clinician_id],
    OPERATOR: [operatorOf(record, consent)],
    SIGNING_CLINICIAN: [consent.clinician_id],
    SENDER: about.length === 0 ? [record.clinician_id] : about.map(({ sent_by }) => sent_by),
    // A mailbox, and no account.
    TEAM: [],
  };
}
