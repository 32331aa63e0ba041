import type { PackTable } from '#domain/integrity/data-catalogue.ts';
import { WHOLE_FORM } from '#domain/packs/pack-values.ts';
import type { Db } from '#server/data/db.ts';
import type { PatientFamily } from '#server/data/packs/rows-of-patient.ts';
import type { PackLineRow } from '#server/data/packs/subject-packs.ts';
import { packLineName, storedLineName, versionsOfLines } from './pack-lines.ts';
import type { StoredPackRow } from './read-pack.ts';

/** The tables whose words the sealed files of a version and its part of the bundle print, and its signatures hold once more. */
const PRINTED: ReadonlySet<string> = new Set<PackTable>(['consents', 'own_words', 'questions', 'timeline']);

/** The parts that people have decided to leave out of a pack. */
export type WithheldParts = {
  /** whether nothing of a row is in the pack */
  isGone(row: StoredPackRow): boolean;
  /** whether the files of a version are left out, and the version from the bundle */
  isFormGone(consentId: string): boolean;
  isFileGone(row: StoredPackRow): boolean;
  /** whether a line of a row was kept; true where there is no line */
  isKept(row: StoredPackRow, column: string): boolean;
};

/** The parts that are withheld, by the decisions about the lines of a pack. A case all of whose versions are withheld is withheld. */
export async function withheldParts(
  db: Db,
  { lines, family }: { lines: readonly PackLineRow[]; family: PatientFamily },
): Promise<WithheldParts> {
  const withheld = lines.filter(({ decision }) => decision !== 'KEEP');
  const names = new Set(withheld.map(storedLineName));
  const young = versionsOfLines(withheld, ({ kind }) => kind === 'YOUNG');
  // The reason for a change of the patient's details stands in their history as well as in timelines, and on no form.
  const ofDetails = new Set(withheld.flatMap(({ of_table, sha256 }) => (of_table === 'patient_changes' ? [sha256] : [])));
  const people = versionsOfLines(
    withheld,
    ({ kind, of_table, sha256 }) => kind === 'PEOPLE' || (kind === 'NOTE' && PRINTED.has(of_table) && !ofDetails.has(sha256)),
  );
  const cases = await withheldCases(db, family, young);
  return {
    isGone: ({ table, row, consentId }) => {
      const caseId = table === 'cases' ? row['id'] : row['case_id'];
      return (consentId !== null && young.has(consentId)) || (typeof caseId === 'string' && cases.has(caseId));
    },
    isFormGone: (consentId) => young.has(consentId) || people.has(consentId),
    isFileGone: ({ consentId }) => consentId !== null && people.has(consentId),
    isKept: ({ table, key, consentId }, column) =>
      column === WHOLE_FORM && consentId !== null ? !people.has(consentId) : !names.has(packLineName({ table, key, column })),
  };
}

async function withheldCases(
  db: Db,
  { organisationId, ids }: PatientFamily,
  young: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (young.size === 0) return new Set();
  const rows = await db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .select(['v.id', 'v.case_id'])
    .where('c.organisation_id', '=', organisationId)
    .where('c.patient_id', 'in', [...ids])
    .execute();
  const open = new Set(rows.flatMap(({ id, case_id }) => (young.has(id) ? [] : [case_id])));
  return new Set(rows.flatMap(({ case_id }) => (open.has(case_id) ? [] : [case_id])));
}
