import { sql, type Kysely } from 'kysely';
import { csvOf } from '#domain/exports/csv.ts';
import { exportedPatient, PATIENT_EXPORT_HEADINGS } from '#domain/exports/exports.ts';
import { allOrganisations } from '#server/data/accounts/organisations.ts';
import { idsOf } from '#server/data/packs/exit-rows.ts';
import { patientsByIds, presentWithContact, type PatientVisibility } from '#server/data/patients/patients.ts';
import { casesByIds } from '#server/data/summaries/case-summaries.ts';
import { consentsByIds } from '#server/data/summaries/consent-summaries.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { SecretBox } from '#server/outside/secret-box.ts';
import type { ExitFolder } from '#server/outside/backup/exit-folder.ts';
import { CASE_HEADINGS, caseCells, CONSENT_HEADINGS, consentCells } from '#server/work/exports/cells.ts';
import { presentCase, presentVersion } from '#server/work/consents/view.ts';
import { fhirBundle } from '#server/work/fhir/fhir-bundle.ts';
import { readRecordParts } from '#server/work/fhir/read-record.ts';
import { comparedDocuments } from './compared-documents.ts';

/** The parts of an exit export. `organisationId` undefined: all organisations of the database. */
export type ExitSource = {
  readonly db: Kysely<Tables>;
  readonly organisationId: string | undefined;
  /** opens what is sealed and no secret; undefined where the keys are not here, and then it is left out */
  readonly secrets: Pick<SecretBox, 'open'> | undefined;
} & Pick<Deps, 'clock' | 'settings' | 'publicOrigin'>;

/**
 * Writes a bundle of FHIR R4 for each patient in use, with the documents named and not inside: they are files of their own.
 *
 * @returns the documents that are not as they were sealed
 */
export async function* exitRecords(filling: ExitFolder, source: ExitSource): AsyncGenerator<string> {
  const { db, clock } = source;
  const now = new Date(clock()).toISOString();
  for (const organisationId of await organisationsOf(source)) {
    const reach = reachOf(organisationId);
    for await (const ids of idsOf(db, { table: 'patients', organisationId, where: sql`t.survivor_id is null` }))
      for (const id of ids) {
        const faults: string[] = [];
        const compare = comparedDocuments((document) => faults.push(`document ${document.id} is not the one that was sealed`));
        const parts = await readRecordParts({ db, now, deps: source, reach, compare }, id, async () => new Map());
        await filling.put(`fhir/${id.slice(-2)}/${id}.json`, JSON.stringify(fhirBundle(parts)));
        yield* faults;
      }
  }
}

/** Writes patients, cases and consents as lists for a spreadsheet. */
export async function exitLists(filling: ExitFolder, source: ExitSource): Promise<void> {
  const { db } = source;
  await writeList(filling, source, {
    table: 'patients',
    headings: PATIENT_EXPORT_HEADINGS,
    cellsOf: async (reach, ids) =>
      (await patientsByIds(db, reach.patients, ids)).map((row) => exportedPatient(presentWithContact(row))),
  });
  await writeList(filling, source, {
    table: 'cases',
    headings: CASE_HEADINGS,
    cellsOf: async (reach, ids) => (await casesByIds(db, reach.cases, ids)).map((row) => caseCells(presentCase(row, source))),
  });
  await writeList(filling, source, {
    table: 'consents',
    headings: CONSENT_HEADINGS,
    cellsOf: async (reach, ids) =>
      (await consentsByIds(db, reach.cases, ids)).map(({ version, ...whose }) =>
        consentCells(presentVersion(version, whose, source)),
      ),
  });
}

type Reach = ReturnType<typeof reachOf>;
type List = {
  readonly table: 'patients' | 'cases' | 'consents';
  readonly headings: readonly string[];
  readonly cellsOf: (reach: Reach, ids: readonly string[]) => Promise<readonly (readonly string[])[]>;
};

async function writeList(filling: ExitFolder, source: ExitSource, { table, headings, cellsOf }: List): Promise<void> {
  let rows = 0;
  const pieces = async function* () {
    yield csvOf([headings]);
    for (const organisationId of await organisationsOf(source))
      for await (const ids of idsOf(source.db, { table, organisationId })) {
        const cells = await cellsOf(reachOf(organisationId), ids);
        rows += cells.length;
        // The byte order mark stands once, at the start of the file.
        yield csvOf(cells).slice(1);
      }
  };
  await filling.pour(`csv/${table}.csv`, pieces(), () => rows);
}

function reachOf(organisationId: string) {
  const patients: PatientVisibility = { organisationId, referrerId: undefined };
  return { patients, cases: { ...patients, clinicianId: undefined } };
}

async function organisationsOf({ db, organisationId }: ExitSource): Promise<string[]> {
  return organisationId === undefined ? (await allOrganisations(db)).map(({ id }) => id) : [organisationId];
}
