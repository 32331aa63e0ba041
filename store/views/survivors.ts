import type { MergedFrom } from '#contract/shapes/record-summary.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { caseCardOf, type CaseCard } from '#store/entities/search-pages.ts';
import { decryptEntity } from '#store/entities/types.ts';
import type { Store } from '#store/session/store.ts';

/** Finds a patient of this device by id. */
export type FindPatient = (id: string) => CaseCard | undefined;

/** The patient on whose record a case stands, and the record that it was opened for where that is merged since. */
export type StandsOn = { readonly patient: CaseCard; readonly mergedFrom: MergedFrom | null };

/**
 * Follows the merges of a record to the record in use. Where that is not on this device, the case stays with its own record, whose
 * status says that it is merged.
 */
export function standsOn(own: CaseCard, find: FindPatient): StandsOn {
  const seen = new Set([own.id]);
  let patient = own;
  while (patient.status === 'MERGED') {
    const next = patient.survivorID == null ? undefined : find(patient.survivorID);
    // A tablet that merged round in a circle without a network: the server refuses one of the merges.
    if (next === undefined || seen.has(next.id)) return { patient: own, mergedFrom: null };
    seen.add(next.id);
    patient = next;
  }
  if (patient === own) return { patient, mergedFrom: null };
  const { id, recordID, firstName, lastName, dateOfBirth, mergedAt } = own;
  return { patient, mergedFrom: { id, recordID, firstName, lastName, dateOfBirth, mergedAt: mergedAt ?? '' } };
}

/** Finds these patients, and the records in use of those that are merged. Reads nothing where none is. */
export async function withSurvivors({ db, vault }: Store, known: ReadonlyMap<string, CaseCard>): Promise<FindPatient> {
  const found = new Map(known);
  for (;;) {
    const missing = [...found.values()].flatMap(({ status, survivorID }) =>
      status === 'MERGED' && survivorID != null && !found.has(survivorID) ? [survivorID] : [],
    );
    const rows = missing.length === 0 ? [] : await db.patients.bulkGet([...new Set(missing)]);
    const read = await Promise.all(
      rows.flatMap((row) => (row === undefined ? [] : [nullIfUnreadable(decryptEntity(vault, 'patients', row))])),
    );
    const patients = read.filter((patient) => patient !== null);
    for (const patient of patients) found.set(patient.id, caseCardOf(patient));
    if (patients.length === 0) return (id) => found.get(id);
  }
}
