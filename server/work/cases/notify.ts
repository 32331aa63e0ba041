import { isConsenter, isSignerDone, waitsForClinician } from '#domain/consents/recipients.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { decides, isInterpreter } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import {
  isNews,
  kindsOfEvent,
  notificationRule,
  type NotificationKind,
  type SignerAudience,
} from '#domain/notifications/notification-kinds.ts';
import { mayComeBack } from '#domain/signing/own-page.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { consentById, type ConsentRow } from '#server/data/consents/consents.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import { linksOfVersion, type PlacedLinks } from '#server/data/signing/version-links.ts';
import { insertNotifications } from '#server/data/notifications/notifications.ts';
import { recipientsIn, type RecipientRow } from '#server/data/signing/signers.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { CaseRow } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import { openPointsOfForm } from './points-of-form.ts';
import { staffOfNews } from './staff-of-news.ts';

/** The parts of an open case that news of it depends on. */
export type NewsOf = {
  db: Db;
  deps: Pick<Deps, 'newId' | 'clock' | 'settings'>;
  record: CaseRow;
  consent: ConsentRow;
  patient: PatientRow;
  /** absent where nobody acted */
  actor?: StaffActor | TicketActor | undefined;
  /** ISO */
  now: string;
};

type News = Pick<TimelineEvent, 'id' | 'type' | 'detail'> & {
  /** whether the product is the author: what follows from another event is no news of its own */
  readonly isBySystem: boolean;
  /** place of the signer whom it is about, where the detail does not say */
  readonly about?: number | undefined;
  /** the signers before the act, where it takes them off */
  readonly signers?: readonly RecipientRow[] | undefined;
};

/** Writes down who is to be told of an event, in its transaction. Nobody is told of an act of their own. */
export async function notify(open: NewsOf, event: News): Promise<void> {
  if (!isNews(event.type)) return;
  const { db, deps, record, consent } = open;
  const key = { organisationId: record.organisation_id, id: consent.id };
  const order = event.about ?? numberOf(event.detail['order']);
  const signers = event.signers ?? (await recipientsIn(db, key));
  const after = await stateAfter(open, { type: event.type, order }, signers);
  const kinds = kindsOfEvent(event, { isBySystem: event.isBySystem, ...after });
  if (kinds.length === 0) return;
  const { signing: links, pages } = await linksOfVersion(db, key);
  const at = new Date(deps.clock()).toISOString();
  const telling = { db, deps, organisationId: key.organisationId, actor: open.actor };
  const staff = (await staffOfNews(telling, [{ record, consent, kinds, links, order }])).flat();
  const rows = [
    ...staff.map((each) => ({ ...each, signing_order: null, link_id: null })),
    ...kinds.flatMap((kind) =>
      signersOf(open, kind, { signers, links, pages, order }).map((each) => ({
        ...each,
        recipient: `signer ${each.signing_order}`,
        due_at: at,
      })),
    ),
  ];
  const base = { organisation_id: key.organisationId, event_id: event.id, case_id: record.id, consent_id: consent.id };
  await insertNotifications(
    db,
    rows.map((row) => ({ ...base, id: deps.newId(), state: 'OPEN' as const, created_at: at, ...row })),
  );
}

type StaffEvent = Parameters<typeof staffOfNews>[1][number];
/** An event of a case that is news to staff alone, and about nobody who signs. */
type NewsOfStaff = Omit<StaffEvent, 'kinds' | 'order' | 'record' | 'consent'> & {
  readonly event: Pick<TimelineEvent, 'id' | 'type' | 'detail'>;
  readonly record: StaffEvent['record'] & { readonly id: string };
  readonly consent: StaffEvent['consent'] & { readonly id: string };
};

/** Writes down which staff are to be told of events of several cases, in their transaction: as many statements for one as for many. */
export async function notifyStaff(
  telling: Parameters<typeof staffOfNews>[0] & Pick<NewsOf, 'deps'>,
  events: readonly NewsOfStaff[],
): Promise<void> {
  const { db, deps, organisationId } = telling;
  const after = { isBySystem: false, waitsForClinician: false, hasOpenPoints: false };
  const news = events.map(({ event, ...of }) => ({ ...of, kinds: kindsOfEvent(event, after), order: undefined }));
  const created_at = new Date(deps.clock()).toISOString();
  const rows = (await staffOfNews(telling, news)).flatMap((staff, nth) => {
    const of = events[nth];
    if (of === undefined) return [];
    const base = { organisation_id: organisationId, event_id: of.event.id, case_id: of.record.id, consent_id: of.consent.id };
    const open = { state: 'OPEN' as const, created_at, signing_order: null, link_id: null };
    return staff.map((each) => ({ ...base, ...open, ...each, id: deps.newId() }));
  });
  await insertNotifications(db, rows);
}

type Signed = { readonly type: string; readonly order: number | undefined };

async function stateAfter({ db, record, consent }: NewsOf, { type, order }: Signed, signers: readonly RecipientRow[]) {
  const signer = signers.find(({ signing_order }) => signing_order === order);
  if (type !== 'SIGNED' || signer === undefined) return { waitsForClinician: false, hasOpenPoints: false };
  // Answers are given with the signature: the version has changed since it was opened.
  const reach = { organisationId: record.organisation_id, clinicianId: undefined, referrerId: undefined };
  const present = decides(signer.role) ? ((await consentById(db, reach, consent.id)) ?? consent) : undefined;
  return {
    waitsForClinician: waitsForClinician(signers),
    hasOpenPoints: present !== undefined && openPointsOfForm({ consent: present }, signers).length > 0,
  };
}

const BEGUN: ReadonlySet<string> = new Set(['OPENED', 'VERIFIED', 'SIGNED', 'DECLINED']);

type Around = { readonly links: PlacedLinks; readonly pages: PlacedLinks; readonly order: number | undefined };

/**
 * The signers who are told: of those alone to whom the form or its page was mailed, at the same address. None of a patient who has died, none at
 * an address that is protected, and no adult of whom a young person does not want to tell; an interpreter only that nothing is to be
 * answered any more.
 */
function signersOf(
  open: NewsOf,
  kind: NotificationKind,
  { signers, links, pages, order }: Around & { readonly signers: readonly RecipientRow[] },
) {
  const { signers: rule } = notificationRule(kind);
  const { patient, consent, record, actor, now } = open;
  if (rule === undefined) return [];
  if (rule.awaitsAnswer === true && !(mayMove(consent.status, 'sign') && record.current_consent_id === consent.id)) return [];
  const own = actor?.kind === 'ticket' ? actor.signingOrder : undefined;
  return signers.flatMap((signer) => {
    const { role, signing_order } = signer;
    const link = latestWritten([links.get(signing_order), pages.get(signing_order)]);
    if (link === undefined) return [];
    if (!isAmong(rule.to, { signer, link, order, now })) return [];
    if (signing_order === own && rule.to !== 'ITSELF') return [];
    if (rule.opens === true && !mayComeBack(link)) return [];
    if (rule.awaitsAnswer === true && (isSignerDone(signer) || link.locked_at !== null)) return [];
    if (!isReachable({ role, patient, form: consent.content })) return [];
    if (isInterpreter(role) && !(rule.to === 'OTHERS' || rule.to === 'DECIDERS_AND_OTHERS')) return [];
    return [{ signing_order, link_id: link.id, user_id: null, kind, speed: 'NOW' as const, is_urgent: false }];
  });
}

/** The newest of a signer's links that went to an address, which is not protected since; none where it is a page that staff have ended. */
function latestWritten(links: readonly (LinkRow | undefined)[]): LinkRow | undefined {
  const written = links
    .filter((link) => link !== undefined)
    .filter(({ channel, address, way }) => channel === 'EMAIL' && (address !== null || way !== null));
  const latest = written.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))[0];
  return latest?.purpose === 'PAGE' && latest.ended_by === 'STAFF' ? undefined : latest;
}

type Standing = {
  readonly signer: RecipientRow;
  readonly link: LinkRow;
  readonly order: number | undefined;
  readonly now: string;
};

function isAmong(audience: SignerAudience, { signer, link, order, now }: Standing): boolean {
  // A link that ended with this very act was open before it.
  const hasOpenLink = link.locked_at === null && (link.ended_at === null || link.ended_at === now);
  const isOther = signer.signing_order !== order && hasOpenLink && !isSignerDone(signer);
  switch (audience) {
    case 'ITSELF':
      return signer.signing_order === order;
    case 'DECIDERS':
      return isConsenter(signer);
    case 'OTHERS':
      return isOther;
    case 'DECIDERS_AND_OTHERS':
      return isConsenter(signer) || isOther;
    case 'BEGUN':
      return isConsenter(signer) && BEGUN.has(signer.state);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
