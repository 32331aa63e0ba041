import type { Output } from '#contract/calls.ts';
import type { Change } from '#contract/sync.ts';
import { DAY } from '#domain/limits.ts';
import { localDate } from '#domain/plain-date.ts';
import { caseById } from '#server/data/consents/cases.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { patientById, presentPatient } from '#server/data/consents/patients.ts';
import { changedFor, type ChangeRow } from '#server/data/sync/changes.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Db } from '#server/data/db.ts';
import { caseVisibility, patientVisibility } from '#server/policies/visibility.ts';
import { presentListed } from '#server/work/consents/listed.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { viewConsent } from '#server/work/consents/view.ts';

/** Things in one answer [choice]. */
const PAGE = 50;
/** The period whose changes an empty device gets besides everything open, ms [choice]. */
const RECENT = 30 * DAY;
/**
 * A write bears the time of its start and becomes visible at its commit: changes younger than this at the start of a run are sent
 * again in the next run, ms. No transaction may last as long.
 */
const OVERLAP = 60_000;

type Reading = {
  db: Db;
  actor: StaffActor;
  /** epoch ms */
  now: number;
  /** IANA name of the hospital's zone, which decides the date of today */
  timeZone: string;
};

/**
 * The changes for a user since a cursor, a page at a time; without a cursor, or with one from before a backup was restored,
 * everything that belongs on their device. Changes may come twice.
 *
 * @throws Refused INVALID for an unknown cursor
 */
export async function changesFor(reading: Reading, cursor: string | undefined): Promise<Omit<Output<'syncChanges'>, 'message'>> {
  const { db, actor, now, timeZone } = reading;
  const dataEpoch = await dataEpochOf(db);
  const given = cursor === undefined ? undefined : readCursor(cursor);
  const from = given?.epoch === dataEpoch ? given : undefined;
  const settled = from?.after == null ? now - OVERLAP : from.settled;
  const isFull = from === undefined || from.isFull;
  const rows = await changedFor(db, {
    organisationId: actor.organisationId,
    userId: actor.userId,
    entities: readable(actor),
    since: isFull ? null : iso(Math.min(from.since, now)),
    recent: iso(now - RECENT),
    today: localDate(now, timeZone),
    after: from?.after ?? null,
    limit: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const more = rows.length > page.length && last !== undefined;
  const changes = [];
  for (const row of page) changes.push(await changeOf(row, reading));
  const next = more
    ? { epoch: dataEpoch, isFull, since: from?.since ?? 0, settled, after: last }
    : { epoch: dataEpoch, isFull: false, since: settled, settled, after: null };
  return { changes, cursor: writeCursor(next), more, dataEpoch };
}

function readable({ permissions }: StaffActor): ChangeRow['entity'][] {
  const entities: ChangeRow['entity'][] = [];
  if (permissions.includes('patients.read')) entities.push('patient');
  if (permissions.includes('consents.read')) entities.push('consent');
  // A listing holds data of the patient and of the consent, so both permissions are needed.
  if (entities.length === 2) entities.push('listed');
  return entities;
}

/** The current entity; `data` is null when it was deleted or this reader may not see it any more. */
async function changeOf({ entity, id, version }: ChangeRow, { db, actor }: Reading): Promise<Change> {
  const { organisationId } = actor;
  if (entity === 'listed') {
    const listed = await caseById(db, caseVisibility(actor), id);
    const data = listed === undefined ? null : await presentListed(db, listed);
    return { entity, id, version: data?.version ?? version, data };
  }
  if (entity === 'patient') {
    const patient = await patientById(db, patientVisibility(actor), id);
    return { entity, id, version: patient?.version ?? version, data: patient === undefined ? null : presentPatient(patient) };
  }
  const consent = await consentById(db, caseVisibility(actor), id);
  const record = consent && (await caseById(db, { organisationId, clinicianId: undefined }, consent.case_id));
  const patient = record && (await patientById(db, { organisationId, createdBy: undefined }, record.patient_id));
  const data = consent && patient ? await viewConsent({ db, organisationId, actor }, consent, patient) : null;
  return { entity, id, version: data?.version ?? version, data };
}

async function dataEpochOf(db: Db): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'dataEpoch').executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : '';
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
