import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { sectionsAtVersion } from '#domain/library/procedure-sections.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { proceduresOf, type ProcedureRow } from '#server/data/library/library.ts';
import type { Db } from '#server/data/db.ts';

/** The sections that a procedure of a form brings to a version of the library, as the form has them or as it may have them there. */
export type CarriedSections = (onForm: ConsentProcedure, to: ProcedureRow) => readonly StoredSection[];

/** Reads the older versions that the procedures of a form come from, in one query. @param rows - the versions that they go to */
export async function carriedSections(
  db: Db,
  organisationId: string,
  { before, rows }: { readonly before: readonly ConsentProcedure[]; readonly rows: readonly ProcedureRow[] },
): Promise<CarriedSections> {
  const moved = before.filter(
    ({ procedureID, libraryVersion, sections }) =>
      sections !== undefined && rows.some(({ id, version }) => id === procedureID && version !== libraryVersion),
  );
  const wanted = moved.map(({ procedureID, libraryVersion }) => ({ id: procedureID, version: libraryVersion }));
  const older = await proceduresOf(db, organisationId, wanted);
  return ({ procedureID, libraryVersion, sections }, { version, fields }) => {
    const onForm = sections ?? [];
    if (version === libraryVersion) return onForm;
    const old = older.find((each) => each.id === procedureID && each.version === libraryVersion);
    return sectionsAtVersion(onForm, { before: old?.fields.sections ?? [], now: fields.sections });
  };
}
