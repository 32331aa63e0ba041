import type { Patient } from '#domain/patients/patient.ts';
import { cardOf, type PatientCard } from '#store/entities/search-pages.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { laneOf } from '#store/outbox/calls.ts';
import type { Store } from '#store/session/store.ts';
import { markValue } from '#store/db/summary-marks.ts';
import type { EntityRow, RowState } from '#store/db/vault-database.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { isBlocked } from '#store/db/op.ts';

/** A patient as this device has it; `state` says whether it has unsent changes. */
export type LocalPatient = { readonly patient: Patient; readonly state: RowState };

/** Reads a patient; null when it is not on this device. @throws Damaged, KeyForgotten */
export async function readPatient({ db, vault }: Store, id: string): Promise<LocalPatient | null> {
  const row = await db.patients.get(id);
  return row === undefined ? null : { patient: await decryptEntity(vault, 'patients', row), state: row.state };
}

/** A patient with unsent changes, as far as lists show them; `version` 0: the server has none yet. */
export type UnsentPatient = { readonly card: PatientCard; readonly version: number };

/**
 * Makes a reader of the patients with unsent changes, the newest change first, without damaged ones. One whose row has not changed since
 * the last read is the same object as before, and is not decrypted again.
 */
export function createUnsentReader({ db, vault }: Store): () => Promise<UnsentPatient[]> {
  // Whatever no list shows, an address or a telephone, stays sealed.
  let known = new Map<string, UnsentPatient & { readonly mark: string }>();
  const open = async (row: EntityRow) => {
    const [before, mark] = [known.get(row.id), markValue(row)];
    if (before?.mark === mark) return before;
    const patient = await nullIfUnreadable(decryptEntity(vault, 'patients', row));
    return patient && { card: cardOf(patient), version: patient.version, mark };
  };
  return async () => {
    const rows = await db.patients.where('state').equals('unsent').sortBy('updatedAt');
    const unsent = (await Promise.all(rows.toReversed().map(open))).filter((each) => each !== null);
    known = new Map(unsent.map((each) => [each.card.id, each]));
    return unsent;
  };
}

/** Whether an op of this patient is in review or conflict, and so waits for a person. */
export async function isPatientBlocked({ db }: Store, id: string): Promise<boolean> {
  const ops = await opsOfLane(db, laneOf('patients', id));
  return ops.some(isBlocked);
}
