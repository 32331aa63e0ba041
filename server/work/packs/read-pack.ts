import { PACK_TABLES } from '#domain/integrity/data-catalogue.ts';
import { isSignerRole, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { PackRow, StoredRow } from '#domain/packs/pack-values.ts';
import type { Db } from '#server/data/db.ts';
import { cataloguedRows } from '#server/data/packs/catalogued-rows.ts';
import { ownSignerKeys, rowsOfPatient, versionsOfParts, type PatientFamily } from '#server/data/packs/rows-of-patient.ts';

/** A row of a pack with its files. */
export type StoredPackRow = PackRow & { readonly files: ReadonlyMap<string, Uint8Array> };

/**
 * Every row of a patient, table after table, some at a time.
 *
 * @param db - a transaction that sees one moment
 */
export async function* readPack(db: Db, family: PatientFamily): AsyncGenerator<StoredPackRow> {
  const own = await ownSignerKeys(db, family);
  const versions = await versionsOfParts(db, family);
  for (const table of PACK_TABLES)
    for await (const { json, key, files } of cataloguedRows(db, table, rowsOfPatient(table, family))) {
      // A row that the database wrote as JSON.
      const row = JSON.parse(json) as StoredRow;
      const consentId = consentOf({ table, row }, versions);
      yield { table, key, row, files, consentId, isOwn: isOwn(row, { consentId, own }) };
    }
}

/** The version that a row belongs to. @param versions - of documents and links, by their ids */
function consentOf({ table, row }: Pick<PackRow, 'table' | 'row'>, versions: ReadonlyMap<string, string>): string | null {
  const id = table === 'consents' ? row['id'] : (row['consent_id'] ?? row['version_id']);
  if (typeof id === 'string') return id;
  const part = row['document_id'] ?? row['link_id'];
  return typeof part === 'string' ? (versions.get(part) ?? null) : null;
}

/** Whether the patient themself wrote a row, or is reached by it. */
function isOwn(row: StoredRow, { consentId, own }: { consentId: string | null; own: ReadonlySet<string> }): boolean {
  const { role, actor, signing_order: order, link_id: link } = row;
  if (typeof link === 'string' && own.has(link)) return true;
  if (isPatientRole(role)) return true;
  if (typeof actor === 'object' && actor !== null && 'role' in actor) return isPatientRole(actor.role);
  return consentId !== null && typeof order === 'number' && own.has(`${consentId} ${order}`);
}

function isPatientRole(role: unknown): boolean {
  return isSignerRole(role) && ROLE_RULES[role].isPatient;
}
