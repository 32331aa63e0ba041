import type { Patient } from '#domain/patient.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { laneOf } from '#store/outbox/calls.ts';
import type { Store } from '#store/session/store.ts';
import type { RowState } from '#store/db/vault-database.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { isBlocked } from '#store/db/op.ts';

/** A patient as this device has it; `state` says whether it has unsent changes. */
export type LocalPatient = { readonly patient: Patient; readonly state: RowState };

/** Reads a patient; null when it is not on this device. @throws Damaged, KeyForgotten */
export async function readPatient({ db, vault }: Store, id: string): Promise<LocalPatient | null> {
  const row = await db.patients.get(id);
  return row === undefined ? null : { patient: await decryptEntity(vault, 'patients', row), state: row.state };
}

/** Reads the patients with unsent changes, the newest change first, without damaged ones. */
export async function unsentPatients({ db, vault }: Store): Promise<Patient[]> {
  const rows = await db.patients.where('state').equals('unsent').sortBy('updatedAt');
  const opened = await Promise.all(rows.toReversed().map((row) => nullIfUnreadable(decryptEntity(vault, 'patients', row))));
  return opened.filter((patient) => patient !== null);
}

/** Whether an op of this patient is in review or conflict, and so waits for a person. */
export async function isPatientBlocked({ db }: Store, id: string): Promise<boolean> {
  const ops = await opsOfLane(db, laneOf('patients', id));
  return ops.some(isBlocked);
}
