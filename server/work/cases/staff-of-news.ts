import { horizonOf, isUrgent } from '#domain/cases/horizon.ts';
import { hearersOf } from '#domain/notifications/message-wishes.ts';
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
import { recipientAccounts, type RecipientAccount } from '#server/data/notifications/teams.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import { operatorOf } from './operator-of.ts';

/** One event of a case that is news, as far as it depends on it which staff are told. */
type StaffNewsOf = {
  readonly record: Pick<CaseRow, 'clinician_id' | 'operator_id' | 'listed_on'>;
  readonly consent: Pick<ConsentRow, 'clinician_id'>;
  readonly kinds: readonly NotificationKind[];
  /** the latest of each signer of the version, by place */
  readonly links: ReadonlyMap<number, LinkRow>;
  /** place of the signer whom it is about; undefined where it is about nobody */
  readonly order: number | undefined;
};

type Telling = {
  readonly db: Db;
  readonly deps: Pick<Deps, 'clock' | 'settings'>;
  readonly organisationId: string;
  /** absent where nobody acted */
  readonly actor?: StaffActor | TicketActor | undefined;
};

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
 * The staff who are told of events, for each event in its order: of an urgent case whoever operates, the team and the urgent contact as well, at
 * once, and these two once more where nobody sees to it. In the place of an account that is not in use comes whoever stands in for it, else the team; somebody
 * who is away is told as well. As many statements for one event as for many.
 */
export async function staffOfNews(telling: Telling, events: readonly StaffNewsOf[]): Promise<StaffNews[][]> {
  const { db, deps, organisationId } = telling;
  const { timeZone } = deps.settings;
  const isListed = events.some(({ record }) => record.listed_on !== null);
  const near = isListed ? await aheadOf(db, organisationId) : null;
  const horizon = near === null ? null : horizonOf(deps.clock(), timeZone, near);
  const planned = events.map((event) => planOf(event, horizon !== null && isUrgent(event.record.listed_on, horizon)));
  const ids = planned.flatMap(({ event, users, parts }) =>
    parts.length === 0
      ? []
      : [event.record.clinician_id, ...parts.flatMap(({ audience }) => audience.flatMap((each) => users[each]))],
  );
  const accounts = ids.length === 0 ? [] : await recipientAccounts(db, organisationId, [...new Set(ids)]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return planned.map((plan) => newsOf(plan, { telling, byId, urgentContact: near?.urgentContact ?? null }));
}

/** The parts of an event that staff are told of, each with whom it is for. */
function planOf(event: StaffNewsOf, isNear: boolean) {
  const parts = event.kinds.flatMap((kind) => {
    const { staff } = notificationRule(kind);
    if (staff === undefined) return [];
    const is_urgent = staff.isPersonal !== true && isNear;
    const audience: StaffAudience[] = is_urgent ? [...staff.to, 'RESPONSIBLE', 'OPERATOR', 'TEAM'] : [...staff.to];
    const speed: Speed = is_urgent ? 'NOW' : staff.speed;
    return [{ kind, is_urgent, audience, speed, waits: staff.waits === true }];
  });
  return { event, users: usersByAudience(event), parts };
}

type Around = {
  readonly telling: Telling;
  readonly byId: ReadonlyMap<string, RecipientAccount>;
  readonly urgentContact: unknown;
};

function newsOf({ event, users, parts }: ReturnType<typeof planOf>, { telling, byId, urgentContact }: Around): StaffNews[] {
  const { deps, actor } = telling;
  const { timeZone } = deps.settings;
  const now = deps.clock();
  const team = byId.get(event.record.clinician_id)?.teamId ?? null;
  const today = localDate(now, timeZone);
  return parts.flatMap(({ kind, is_urgent, audience, speed, waits }) => {
    const heard = hearersOf(
      audience.flatMap((each) => users[each]),
      byId,
      today,
    );
    const recipients = heard.users;
    const tellsTeam = heard.tellsTeam || audience.includes('TEAM');
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
      is_urgent && urgentContact !== null
        ? [{ recipient: 'urgent contact', user_id: null, team_id: null, to_contact: true as const }]
        : [];
    rows.push(...[...(tellsTeam ? ofTeam : []), ...ofContact].map((each) => ({ ...common, ...each, due_at })));
    if (!is_urgent || !waits) return rows;
    const later = new Date(now + NOT_TAKEN_AFTER).toISOString();
    const again = { kind: 'NOT_TAKEN', speed: 'NOW', is_urgent, due_at: later } as const;
    return [...rows, ...[...ofTeam, ...ofContact].map((each) => ({ ...again, ...each }))];
  });
}

function usersByAudience({ record, consent, links, order }: StaffNewsOf): Readonly<Record<StaffAudience, readonly string[]>> {
  const all = [...links.values()];
  const open = all.filter((link) => link.ended_at === null);
  // Of an event about nobody, whoever has a link out; once all have signed, whoever had one.
  const ofNobody = open.length === 0 ? all : open;
  const about = order === undefined ? ofNobody : all.filter((link) => link.signing_order === order);
  return {
    RESPONSIBLE: [record.clinician_id],
    OPERATOR: [operatorOf(record, consent)],
    SIGNING_CLINICIAN: [consent.clinician_id],
    SENDER: about.length === 0 ? [record.clinician_id] : about.map(({ sent_by }) => sent_by),
    // A mailbox, and no account.
    TEAM: [],
  };
}
