import { missingIn, type Missing } from '#domain/completeness.ts';
import type { FormType } from '#domain/states.ts';
import { procedureAt } from '#server/data/consents/library.ts';
import type { DraftRowContent } from '#server/data/rows.ts';
import type { Db } from '#server/data/db.ts';

type Completed = { content: DraftRowContent; formType: FormType; interpreterNeeded: boolean; isPinnedOnTablet?: boolean };

/** The faults that keep this content from being completed, by the library at the versions that it pins. */
export async function whatIsMissing(
  db: Db,
  organisationId: string,
  { content, formType, interpreterNeeded, isPinnedOnTablet = false }: Completed,
): Promise<Missing[]> {
  const rows = await Promise.all(
    content.procedures.map(({ procedureID, libraryVersion }) =>
      procedureAt(db, organisationId, { id: procedureID, version: libraryVersion }),
    ),
  );
  const byId = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.fields] as const])));
  const retired: Missing[] = [];
  for (const [at, { procedureID, procedureName }] of content.procedures.entries()) {
    const present = await procedureAt(db, organisationId, { id: procedureID });
    if (present?.status !== 'ACTIVE')
      retired.push({
        path: `procedures.${at}.procedureID`,
        message: `${procedureName} is no longer in use: choose another procedure`,
        step: 'procedure',
      });
  }
  const missing = missingIn(
    {
      formType,
      procedures: content.procedures,
      templateID: content.templateID,
      clinicianStatement: content.clinicianStatement,
      interpreting: content,
    },
    {
      interpreterNeeded,
      isPinnedOnTablet,
      coreRisks: (id) => (byId.get(id)?.risks ?? []).filter(({ core }) => core),
      formTypesOf: (id) => byId.get(id)?.formTypes ?? [],
    },
  );
  return [...retired, ...missing];
}
