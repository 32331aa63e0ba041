import type { CloseReason, EndSource } from '#domain/cases/case-end.ts';
import { newestSigned, versionInForceAt, type VersionOfEnd } from '#domain/cases/end-acts.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { IN_FORCE_AFTER, WITHDRAWN_AT, type TimelineEvent } from '#domain/cases/timeline.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { endActsOf, insertCaseEnd, updateCaseEnds, versionsOfEnd, type StoredEndAct } from '#server/data/cases/case-ends.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import { consentsOfCase, type ConsentRow } from '#server/data/consents/consents.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import { touchSameDay } from '#server/data/theatre/same-day.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { byStaff, type BySigner, type StaffAuthor } from '#server/work/cases/event-by.ts';
import { followEnd } from '#server/work/cases/follow-end.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { keyOfVersion, recordEvent, type CaseEvent, type OpenCase } from '#server/work/cases/open-case.ts';

type EventOfStaff = Extract<CaseEvent, { readonly by: { readonly staff: StaffAuthor } }>;

/** An end as somebody records it: the operation with its day, or a close with its reason. */
export type NewEnd =
  | { readonly kind: 'DONE'; readonly on: string; readonly source: EndSource; readonly withoutReason?: string | undefined }
  | { readonly kind: 'CLOSED'; readonly reason: CloseReason; readonly note?: string | undefined };

/**
 * Ends a case. That an operation was done is a fact, and taken whatever the state of its consent: where none was in force somebody says why,
 * and a tablet that did not know of it is not asked any more. The same act once more changes nothing.
 *
 * @throws Refused INVALID for a day to come; NO_CONSENT_IN_FORCE where a reason is wanted; MOVE_REFUSED for the close of a case whose
 *   operation was done
 */
export async function recordEnd(open: OpenCase, actor: StaffActor, end: NewEnd): Promise<void> {
  const { db, record, deps, now, isQueued } = open;
  const key = { organisationId: record.organisation_id, caseId: record.id };
  const { timeZone: zone, lapseAfterDays } = deps.settings;
  const captured = capturedMoment(open, open);
  const at = new Date(captured).toISOString();
  const on = end.kind === 'DONE' ? end.on : localDate(captured, zone);
  if (on > localDate(Date.parse(now), zone))
    throw new Refused('INVALID', { fields: [{ path: 'on', message: 'The operation cannot have been done on a day to come' }] });
  // A tablet closed what others have done since: the act stays on record, and the operation outweighs it.
  if (end.kind === 'CLOSED' && record.ended?.kind === 'DONE' && !isQueued) throw notNow(open, 'OPERATION_DONE');
  const acts = await endActsOf(db, key);
  if (acts.some((act) => !act.isUndone && act.kind === end.kind && act.on === on && act.at <= at)) return;
  const versions = await versionsOfEnd(db, key);
  const operated = end.kind === 'DONE' ? versionInForceAt(versions, { on, at, zone, lapseAfterDays }) : undefined;
  const withoutReason = end.kind === 'DONE' && operated === undefined ? end.withoutReason : undefined;
  if (end.kind === 'DONE' && operated === undefined && withoutReason === undefined && !isQueued)
    throw new Refused('NO_CONSENT_IN_FORCE');
  const words: { readonly reason?: CloseReason; readonly note?: string } =
    end.kind === 'DONE' ? {} : { reason: end.reason, ...(end.note === undefined || end.note === '' ? {} : { note: end.note }) };
  const source = end.kind === 'DONE' ? end.source : 'PERSON';
  await insertCaseEnd(db, {
    organisation_id: key.organisationId,
    id: deps.newId(),
    case_id: key.caseId,
    kind: end.kind,
    ended_on: on,
    at: now,
    captured_at: at,
    by_id: actor.userId,
    by_name: actor.name,
    source,
    consent_id: operated?.id ?? null,
    without_reason: withoutReason ?? null,
    close_reason: words.reason ?? null,
    note: words.note ?? null,
    // A withdrawal that arrived first is one of a consent that had served, or was not known at the operation: somebody finds out. What is
    // open stays open, whoever tells of another operation.
    taken_back_at: openTakenBack(acts) ?? (end.kind === 'DONE' && withoutReason === undefined ? withdrawnAtOf(versions) : null),
  });
  const detail: TimelineEvent['detail'] = {
    ...(end.kind === 'DONE' ? { on, source } : words),
    ...(end.kind === 'DONE' && operated === undefined ? { isWithoutConsent: true } : {}),
    ...(withoutReason === undefined ? {} : { withoutReason }),
  };
  await follow(open, { type: end.kind === 'DONE' ? 'OPERATION_DONE' : 'CASE_CLOSED', by: byStaff(open), detail });
}

/** Since when a consent is taken back that nobody has settled; undefined without one. */
function openTakenBack(acts: readonly StoredEndAct[]): string | undefined {
  return acts.flatMap(({ isUndone, row }) => (isUndone || row.settled_at !== null ? [] : (row.taken_back_at ?? [])))[0];
}

/** Since when the newest signed version is withdrawn; null where it is not. */
function withdrawnAtOf(versions: readonly VersionOfEnd[]): string | null {
  const newest = newestSigned(versions);
  return newest?.status === 'WITHDRAWN' ? newest.withdrawnAt : null;
}

/** Lets the case follow an act, writes its event, and stops what is still asked of people who sign. */
async function follow(open: OpenCase, event: EventOfStaff): Promise<OpenCase> {
  const { open: followed, inForce } = await followEnd(open);
  await recordEvent(followed, { ...event, detail: { ...event.detail, [IN_FORCE_AFTER]: inForce } });
  if (followed.record.ended !== null) await stopSigning(followed);
  const { db, record, now } = followed;
  const day = record.listed_on;
  if (day !== null) await touchSameDay(db, { organisationId: record.organisation_id, id: record.id, days: [day], now });
  return followed;
}

/** Nobody is asked any more to sign by a link. A tablet that lies before somebody is left to them. */
async function stopSigning(open: OpenCase): Promise<void> {
  for (const consent of await consentsOfCase(open.db, open.record.organisation_id, open.record.id))
    if (mayMove(consent.status, 'sign')) await endLinksOf({ ...open, consent }, { by: 'OTHER_WAY' });
}

/**
 * Undoes the end of a case: it goes on as if it had not ended. A consent that was taken back after an operation that was not done is
 * withdrawn, since it was taken back.
 *
 * @throws Refused MOVE_REFUSED for a case that has not ended
 */
export async function undoEnd(open: OpenCase, actor: StaffActor, reason: string): Promise<void> {
  const { db, record, now } = open;
  if (record.ended === null) throw notNow(open, 'CASE_NOT_ENDED');
  const organisationId = record.organisation_id;
  const acts = (await endActsOf(db, { organisationId, caseId: record.id })).filter(({ isUndone }) => !isUndone);
  await updateCaseEnds(
    db,
    { organisationId, ids: acts.map(({ id }) => id) },
    { undone_at: now, undone_by: actor.userId, undone_reason: reason },
  );
  const followed = await follow(open, {
    type: 'END_UNDONE',
    by: byStaff(open),
    detail: { reason, ...(record.ended.kind === 'DONE' ? { on: record.ended.on } : {}) },
  });
  await withdrawTakenBack(followed, acts);
}

async function withdrawTakenBack(open: OpenCase, acts: readonly StoredEndAct[]): Promise<void> {
  const { db, record } = open;
  const takenBack = acts.flatMap(({ row }) => row.taken_back_at ?? []).toSorted()[0];
  const inForce = (await consentsOfCase(db, record.organisation_id, record.id)).find(
    ({ id }) => id === record.in_force_consent_id,
  );
  if (takenBack === undefined || inForce === undefined) return;
  const event = (await eventsOf(db, record.organisation_id, record.id)).findLast(
    ({ type, versionId }) => type === 'WITHDRAWN_AFTER' && versionId === inForce.id,
  );
  const { reason = '', how, isByLink } = event?.detail ?? {};
  await moveVersion({ ...open, consent: inForce }, 'withdraw', {
    change: { status: 'WITHDRAWN', withdrawn_at: takenBack },
    events: [
      {
        type: 'WITHDRAWN',
        by: await authorOfTakenBack(open, inForce, event),
        detail: {
          reason,
          ...(how === undefined ? {} : { how }),
          ...(isByLink === undefined ? {} : { isByLink }),
          [WITHDRAWN_AT]: takenBack,
        },
      },
    ],
  });
}

/** The signer who took the consent back, where that is known; else whoever undoes the end. */
async function authorOfTakenBack(
  open: OpenCase,
  consent: ConsentRow,
  takenBack: TimelineEvent | undefined,
): Promise<BySigner | { readonly staff: StaffAuthor }> {
  const order = takenBack?.actor.kind === 'SIGNER' ? takenBack.detail['order'] : undefined;
  const signers = await recipientsIn(open.db, keyOfVersion({ ...open, consent }));
  const signer = signers.find((each) => each.signing_order === order);
  return signer === undefined ? byStaff(open) : { signer };
}

/**
 * Takes back the consent of an operation that was done: always, and the form stays as it is. Until somebody has settled whether it was done
 * the case waits for them.
 */
export async function takeBackAfter(
  open: OpenCase,
  event: { readonly by: BySigner | { readonly staff: StaffAuthor }; readonly detail: TimelineEvent['detail'] },
): Promise<void> {
  const { db, record } = open;
  const organisationId = record.organisation_id;
  const acts = (await endActsOf(db, { organisationId, caseId: record.id })).filter(({ isUndone }) => !isUndone);
  await updateCaseEnds(
    db,
    { organisationId, ids: acts.filter(({ kind }) => kind === 'DONE').map(({ id }) => id) },
    { taken_back_at: open.now, settled_at: null, settled_by: null, settled_outcome: null },
  );
  const { open: followed } = await followEnd(open);
  await recordEvent(followed, { type: 'WITHDRAWN_AFTER', ...event });
}

/**
 * Settles, under an own account, that an operation was done whose consent was taken back after it.
 *
 * @throws Refused MOVE_REFUSED where nothing of the kind is open
 */
export async function settleTakenBack(open: OpenCase, actor: StaffActor, outcome: string): Promise<void> {
  const { db, record, now } = open;
  if (record.ended?.takenBackAt === undefined) throw notNow(open, 'NOTHING_TO_SETTLE');
  const organisationId = record.organisation_id;
  const waiting = (await endActsOf(db, { organisationId, caseId: record.id })).filter(
    ({ isUndone, row }) => !isUndone && row.taken_back_at !== null,
  );
  await updateCaseEnds(
    db,
    { organisationId, ids: waiting.map(({ id }) => id) },
    { settled_at: now, settled_by: actor.userId, settled_outcome: outcome },
  );
  const { open: followed } = await followEnd(open);
  await recordEvent(followed, { type: 'WITHDRAWN_AFTER_SETTLED', by: byStaff(followed), detail: { outcome } });
}
