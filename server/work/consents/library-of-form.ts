import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { FindEntry } from '#domain/consents/form-extras.ts';
import { proceduresOf } from '#server/data/library/library.ts';
import type { Db } from '#server/data/db.ts';

/** The library entries of a form's procedures, each in the version that the form has and in the one in use; one statement for all. */
export async function libraryOfForm(db: Db, organisationId: string, procedures: readonly ConsentProcedure[]): Promise<FindEntry> {
  const wanted = procedures.map(({ procedureID: id, libraryVersion: version }) => ({ id, version }));
  const rows = await proceduresOf(db, organisationId, wanted);
  return (procedureID, version) =>
    rows.find((row) => row.id === procedureID && (version === undefined ? row.status === 'ACTIVE' : row.version === version))
      ?.fields;
}
