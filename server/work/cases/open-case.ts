import type { EventActor, EventTypeOf } from '#domain/cases/event-actors.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { lockCase, type CaseRow } from '#server/data/cases/cases.ts';
import { consentById, type ConsentKey, type ConsentRow } from '#server/data/consents/consents.ts';
import { holdPatient, type PatientRow } from '#server/data/patients/patients.ts';
import { addEvent, timeInCase } from '#server/data/cases/timeline.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import { isQueuedCapture, type Capture } from '#server/http/capture.ts';
import { requireReasonToOpen, type Permit } from '#server/http/record-reason.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { authorOf, signerDetail, type BySigner, type EventBy } from './event-by.ts';
import { notify } from './notify.ts';

/** One version with its locked case and its patient. */
export type FoundCase = {
  db: Db;
  record: CaseRow;
  consent: ConsentRow;
  patient: PatientRow;
  actor: StaffActor | TicketActor;
  now: string;
  deps: Deps;
  /** capture time of a queued call by the clock of its device, ISO */
  capturedAt: string | null;
  /** server's clock minus that device's, ms; null where the device did not say */
  clockOffset: number | null;
  /** whether a tablet queued the call */
  isQueued: boolean;
};

/** A version that its reader may open: the start of every change of a consent. */
export type OpenCase = FoundCase & { readonly permit: Permit };

type Opening = { db: Db; actor: StaffActor | TicketActor; now: string; deps: Deps; capture?: Capture };

/**
 * Locks the case of a version, so that signatures, edits and the timeline come one after another.
 *
 * @param refuse - what is refused whether or not there is a reason: a stale version
 * @throws Refused NOT_FOUND for an unknown version, also another organisation's; REASON_NEEDED for staff outside the team
 */
export async function openCase(
  opening: Opening,
  consentID: string,
  refuse?: (found: FoundCase) => Promise<void>,
): Promise<OpenCase> {
  const found = await findCase(opening, consentID);
  if (found === undefined) throw new Refused('NOT_FOUND');
  await refuse?.(found);
  return { ...found, permit: await requireReasonToOpen(opening, { consent: consentID }) };
}

/** As {@link openCase}, for a version of a case that is open already: nobody is asked twice. */
export async function openVersionOf({ permit, ...open }: OpenCase, consentID: string): Promise<OpenCase> {
  const found = await findCase(open, consentID);
  if (found?.record.id !== open.record.id) throw new Refused('NOT_FOUND');
  const { capturedAt, clockOffset, isQueued } = open;
  return { ...found, capturedAt, clockOffset, isQueued, permit };
}

/** As {@link openCase} for an act of the server itself; undefined for a version that does not exist or was deleted. */
export async function findCase({ db, actor, now, deps, capture }: Opening, consentID: string): Promise<FoundCase | undefined> {
  const reach = caseVisibility(actor);
  const unlocked = await consentById(db, reach, consentID);
  const record = unlocked === undefined ? undefined : await lockCase(db, reach, unlocked.case_id);
  // Read again under the lock: its last holder may have changed the version.
  const consent = record === undefined ? undefined : await consentById(db, reach, consentID);
  if (record === undefined || consent === undefined) return undefined;
  // Locked as well: nobody is recorded as deceased or merged between this check and the write that follows.
  const patient = await holdPatient(db, { organisationId: actor.organisationId, referrerId: undefined }, record.patient_id);
  if (patient === undefined) return undefined;
  return {
    db,
    record,
    consent,
    patient,
    actor,
    // A clock that was set back must not turn the order of a case around.
    now: await timeInCase(db, { organisationId: record.organisation_id, id: record.id }, now),
    deps,
    capturedAt: capture?.capturedAt ?? null,
    clockOffset: capture?.clockOffset ?? null,
    isQueued: capture !== undefined && isQueuedCapture(capture),
  };
}

/** As {@link openCase}, by the case; its newest version that is not voided is the one opened. */
export async function openRecord(
  opening: Opening,
  recordID: string,
  refuse?: (found: FoundCase) => Promise<void>,
): Promise<OpenCase> {
  const reach = caseVisibility(opening.actor);
  const record = await lockCase(opening.db, reach, recordID);
  if (record === undefined) throw new Refused('NOT_FOUND');
  // A referral that nobody has accepted yet, or of which no form was written.
  if (record.current_consent_id === null) throw moveRefused('CASE_WITHOUT_FORM');
  return openCase(opening, record.current_consent_id, refuse);
}

/** The key of the open version. */
export function keyOfVersion({ record, consent }: Pick<FoundCase, 'record' | 'consent'>): ConsentKey {
  return { organisationId: record.organisation_id, id: consent.id };
}

/** An event as the code of an act writes it. */
export type CaseEvent = {
  [A in EventActor]: {
    type: EventTypeOf<A>;
    by: EventBy<A>;
    detail?: TimelineEvent['detail'];
    deviceAt?: string;
    /** as of {@link FoundCase} */
    clockOffset?: number | undefined;
  };
}[EventActor];

/** An event of a signer before its type is known. */
export type EventOfSigner = Omit<Extract<CaseEvent, { by: BySigner }>, 'type'>;

/**
 * Writes one event into the case's timeline, gives its id, and tells whom it is news to.
 *
 * @param news - the signer whom it is about, where its detail does not say, and the signers before an act that takes them off
 */
export async function recordEvent(
  open: FoundCase,
  { type, by, detail, deviceAt: signedAt, clockOffset = open.clockOffset ?? undefined }: CaseEvent,
  news: Pick<Parameters<typeof notify>[1], 'about' | 'signers'> = {},
): Promise<string> {
  const { db, record, consent, actor, now, deps, ...capture } = open;
  // Events of the system have no device.
  const deviceAt = signedAt ?? (by === 'SYSTEM' ? null : capture.capturedAt);
  const clock = deviceAt === null || clockOffset === undefined ? {} : { clockOffset: Math.round(clockOffset) };
  const id = deps.newId();
  const whole = { ...detail, ...signerDetail(by, actor), ...clock };
  await addEvent(
    db,
    { organisationId: record.organisation_id, caseId: record.id, chainKey: deps.chainKey },
    {
      id,
      at: now,
      type,
      actor: authorOf(by, deps),
      versionId: consent.id,
      detail: whole,
      deviceAt,
    },
  );
  await notify(open, { id, type, detail: whole, isBySystem: by === 'SYSTEM', ...news });
  return id;
}
