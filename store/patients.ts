import type { PatientDraft } from '#domain/patient.ts';
import type { Patient } from '#domain/patient.ts';
import type { PatientStatus } from '#domain/states.ts';
import { commit } from './commit.ts';
import { openEntity } from './kept.ts';
import { opsOfLane } from './outbox/lane.ts';
import { laneOf, type QueuedInput } from './outbox/queued.ts';
import type { Store } from './store.ts';
import type { RowState } from './vault-database.ts';
import { readable } from './vault/seal.ts';
import { isStopped } from './outbox/op.ts';

/** The fields of a patient that an edit changes. */
export type PatientChange = Omit<QueuedInput<'patientUpdate'>, 'id'>;

/** A patient as this device knows it, and whether the server has all of it. */
export type PatientHere = { readonly patient: Patient; readonly state: RowState };

/** Keeps a new patient on this device and queues its upload. Both happen, or neither does. @returns the patient's id, final */
export async function createPatient(store: Store, draft: PatientDraft): Promise<string> {
  const id = store.means.newId();
  await commit(store, { call: 'patientCreate', input: { ...draft, id } });
  return id;
}

/** Keeps an edit and queues it; edits that nobody has tried to send yet travel as one. @throws NotHere, NotSent */
export async function updatePatient(store: Store, id: string, change: PatientChange): Promise<void> {
  await commit(store, { call: 'patientUpdate', input: { ...change, id } });
}

/** @param mergedInto - the patient into whom this one is merged, with MERGED alone @throws NotHere, NotSent */
export async function movePatient(
  store: Store,
  id: string,
  { status, mergedInto }: { readonly status: PatientStatus; readonly mergedInto?: string | null },
): Promise<void> {
  await commit(store, { call: 'patientUpdateStatus', input: { id, status, ...(mergedInto == null ? {} : { mergedInto }) } });
}

/** The patient, or null when this device has none with this id. @throws Damaged, KeyForgotten */
export async function readPatient({ db, vault }: Store, id: string): Promise<PatientHere | null> {
  const row = await db.patients.get(id);
  return row === undefined ? null : { patient: await openEntity(vault, 'patients', row), state: row.state };
}

/** The patients with something that waits to be sent, the newest change first; one that is damaged is left out. */
export async function unsentPatients({ db, vault }: Store): Promise<Patient[]> {
  const rows = await db.patients.where('state').equals('unsent').sortBy('updatedAt');
  const opened = await Promise.all(rows.toReversed().map((row) => readable(openEntity(vault, 'patients', row))));
  return opened.filter((patient) => patient !== null);
}

/** Whether something of this patient was refused, or met another's change, so that it waits for a person. */
export async function isPatientStopped({ db }: Store, id: string): Promise<boolean> {
  const ops = await opsOfLane(db, laneOf('patients', id));
  return ops.some(isStopped);
}
