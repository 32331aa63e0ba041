import { isUnsigned, newestVersionOf, type Move } from '#domain/cases/case-machine.ts';
import { REFUSAL_FOLLOWS, STAYS_CLOSED } from '#domain/cases/timeline.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { consentsOfCase, forgetOldProcedures, replaceLaterAnswers, updateConsentRow } from '#server/data/consents/consents.ts';
import { touchSameDay } from '#server/data/theatre/same-day.ts';
import { cancelSignatures, expireWaiting, recipientsIn, replaceRecipients } from '#server/data/signing/signers.ts';
import { discardOpenScan } from './discard-scan.ts';
import { withScanDue } from './scan-due.ts';
import { queueConfirmations, queueRefusal, queueSeal, queueViewingCopy } from './document-jobs.ts';
import { endAccess, endAccessToOld } from './end-links.ts';
import { endColumns } from './follow-end.ts';
import { keyOfVersion, recordEvent, type CaseEvent, type OpenCase } from './open-case.ts';

/**
 * The moves of a stored version, and the acts that leave its status: the answer of one signer while others are waited for, another
 * signer who joins, the report of a paper, the confirmation on the day or that it was refused, a check of who it is about, a talk about what it leaves open, and
 * the word that it is meant beside another of the same day. A complete draft is sent at once, a draft is deleted with its case or alone,
 * and the moves of a referral concern no version: these have no row.
 */
export type VersionMove =
  | Exclude<Move, 'send' | 'delete' | 'submit' | 'accept' | 'reject'>
  | 'answer'
  | 'invite'
  | 'report'
  | 'confirm'
  | 'notConfirm'
  | 'identity'
  | 'talk'
  | 'bothMeant';

type VersionChange = Parameters<typeof updateConsentRow>[2];

/** @param moved - the change of the version by the move; the ids of its events exist only after it */
type Follower = (
  open: OpenCase,
  moved: { readonly change: VersionChange | undefined; readonly eventIDs: readonly string[] },
) => Promise<void>;

type Followers = { readonly before: readonly Follower[]; readonly after: readonly Follower[] };

const NOTHING: Followers = { before: [], after: [] };

/**
 * The side effects of a move of a version, in its transaction: before the version changes, and after its events. Events are
 * chained, so that the order of a row is the order of each timeline.
 */
const FOLLOWERS: Readonly<Record<VersionMove, Followers>> = {
  edit: NOTHING,
  complete: NOTHING,
  answer: NOTHING,
  invite: NOTHING,
  sign: { before: [discardOpenScan, supersedeOlder, expireOptional], after: [queueSeal, touchOthersOfDay] },
  decline: { before: [discardOpenScan], after: [queueRefusal] },
  expire: NOTHING,
  resend: NOTHING,
  recall: { before: [cancelSigning, (open) => endAccess(open, 'RECALLED')], after: [] },
  reopen: { before: [endAccessToOld], after: [] },
  reconsent: { before: [endAccessToOld], after: [] },
  report: NOTHING,
  confirm: { before: [], after: [queueConfirmations] },
  notConfirm: NOTHING,
  identity: NOTHING,
  talk: NOTHING,
  bothMeant: { before: [], after: [touchOthersOfDay] },
  withdraw: { before: [], after: [(open) => queueViewingCopy(open), touchOthersOfDay] },
  supersede: { before: [], after: [(open) => queueViewingCopy(open)] },
  void: {
    before: [(open) => endAccess(open, 'VOIDED')],
    // An earlier viewing copy shows the former state; the job that makes it may still be running.
    after: [forgetComparisons, (open) => queueViewingCopy(open, 'VOIDED'), touchOthersOfDay],
  },
};

type Written = {
  /** columns of the version; absent where it stays as it is */
  readonly change?: VersionChange;
  /** in the order of the timeline */
  readonly events?: readonly CaseEvent[];
};

/**
 * Moves a version with its side effects: the only way by which an act changes a version. The caller checks whether the move is
 * allowed.
 *
 * @returns the number of the version, for optimistic locks
 */
export async function moveVersion(open: OpenCase, move: VersionMove, written: Written): Promise<number> {
  const { db, consent, now } = open;
  const { change, events = [] } = await withWhatIsDue(open, move, written);
  const news = move === 'recall' ? { signers: await recipientsIn(db, keyOfVersion(open)) } : {};
  for (const follow of FOLLOWERS[move].before) await follow(open, { change, eventIDs: [] });
  const version =
    change === undefined ? consent.version : await updateConsentRow(db, keyOfVersion(open), { ...change, updated_at: now });
  const staysClosed = await updateCaseState(open, move);
  const eventIDs: string[] = [];
  for (const event of staysClosed ? events.map(withStaysClosed) : events) eventIDs.push(await recordEvent(open, event, news));
  for (const follow of FOLLOWERS[move].after) await follow(open, { change, eventIDs });
  return version;
}

/** The changes of a move, with the papers that are owed after it. */
async function withWhatIsDue(open: OpenCase, move: VersionMove, written: Written): Promise<Written> {
  if (move === 'decline') return withRefusal(written, open.now);
  return move === 'sign' ? withScanDue(open, written) : written;
}

/** A form that ends with a no is owed its paper: the version says since when, and the event that it follows. */
function withRefusal({ change, events = [] }: Written, now: string): Written {
  return {
    change: { ...change, refusal_due_at: now },
    events: events.map((event) =>
      event.type === 'DECLINED' ? { ...event, detail: { ...event.detail, [REFUSAL_FOLLOWS]: true } } : event,
    ),
  };
}

/** A signature that arrives after the case was closed opens it not again: it is in force once somebody undoes that. */
function withStaysClosed(event: CaseEvent): CaseEvent {
  return event.type === 'ALL_SIGNED' ? { ...event, detail: { ...event.detail, [STAYS_CLOSED]: true } } : event;
}

/** Lets the case follow its versions: its status is that of the newest one that is not voided. @returns whether it stays closed, though one is signed */
async function updateCaseState(open: OpenCase, move: VersionMove): Promise<boolean> {
  const { db, record, now } = open;
  const versions = await consentsOfCase(db, record.organisation_id, record.id);
  const newest = newestVersionOf(versions);
  const end = await endAfter(open, move);
  await updateCase(
    db,
    { organisationId: record.organisation_id, id: record.id },
    {
      status: newest?.status ?? 'VOIDED',
      current_consent_id: newest?.id ?? null,
      ...inForceAfter(open, move),
      ...end,
      version: record.version + 1,
      updated_at: now,
    },
  );
  return move === 'sign' && end?.in_force_consent_id === null;
}

/** The end of a case after a move that may overtake it, or bring it back: a version that is begun or signed since, or recorded in error. */
async function endAfter(open: OpenCase, move: VersionMove) {
  const isFollowed =
    move === 'void' || (open.record.ended !== null && (move === 'sign' || move === 'reopen' || move === 'reconsent'));
  return isFollowed ? endColumns(open) : undefined;
}

/** The version in force after a move, where that is another one: no older version takes the place of one that is withdrawn or void. */
function inForceAfter({ record, consent }: OpenCase, move: VersionMove): { in_force_consent_id?: string | null } {
  if (move === 'sign') return { in_force_consent_id: consent.id };
  const isEnded = (move === 'withdraw' || move === 'void') && record.in_force_consent_id === consent.id;
  return isEnded ? { in_force_consent_id: null } : {};
}

/** One consent is in force per case: the newly signed version takes the place of the one before. */
async function supersedeOlder(open: OpenCase): Promise<void> {
  const { db, record, consent } = open;
  const older = (await consentsOfCase(db, record.organisation_id, record.id)).filter(
    ({ id, status }) => id !== consent.id && (status === 'SIGNED' || isUnsigned(status)),
  );
  for (const each of older) {
    // One that was never signed was never in force: it ends, so that nobody signs it beside the new one.
    const ended = each.status === 'SIGNED' ? 'SUPERSEDED' : 'VOIDED';
    const event: CaseEvent = { type: ended, by: 'SYSTEM', detail: { by: consent.id } };
    await moveVersion({ ...open, consent: each }, 'supersede', { change: { status: ended }, events: [event] });
  }
}

/** The lights of the patient's other cases of the day depend on whether this consent is in force. */
async function touchOthersOfDay({
  db,
  record: { organisation_id: organisationId, id, listed_on: day },
  now,
}: OpenCase): Promise<void> {
  if (day !== null) await touchSameDay(db, { organisationId, id, days: [day], now });
}

async function expireOptional(open: OpenCase): Promise<void> {
  await expireWaiting(open.db, keyOfVersion(open));
}

/** Cancels the signatures, which stay in the timeline, and removes the recipients: the next sending determines them anew. */
async function cancelSigning(open: OpenCase): Promise<void> {
  await cancelSignatures(open.db, keyOfVersion(open), open.now);
  await replaceRecipients(open.db, keyOfVersion(open), []);
  const { later_answers: answers } = open.consent;
  if (answers.length > 0)
    await replaceLaterAnswers(
      open.db,
      keyOfVersion(open),
      answers.map((each) => ({ ...each, cancelledAt: each.cancelledAt ?? open.now })),
    );
}

/**
 * Deletes the former procedures from later versions, which show them for comparison, when the voided version was another
 * patient's.
 */
async function forgetComparisons(open: OpenCase, { change }: Parameters<Follower>[1]): Promise<void> {
  if (change?.void_kind === 'WRONG_PATIENT') await forgetOldProcedures(open.db, keyOfVersion(open), open.now);
}
