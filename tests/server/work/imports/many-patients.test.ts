import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { measured, printImport, useImportThread } from '#tests/support/server/import-thread.ts';
import { csvFile, fhirFile, listedPeople, xlsxFile } from '#tests/support/people/patient-files.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { importDesk, soundRows } from './desk.ts';

/** Rows of each file (interop §1); a few hundred on each push. */
const ROWS = isFull ? 5000 : 300;
const BAD = 3;
const DUPLICATES = 7;

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});
useImportThread(app);

test.each([
  ['CSV', csvFile],
  ['XLSX', xlsxFile],
  ['FHIR', fhirFile],
] as const)(
  `%s: ${ROWS} mixed rows, ${BAD} bad and ${DUPLICATES} already here, are read, compared and written`,
  { timeout: 120_000 },
  async (kind, make) => {
    const people = listedPeople(ROWS).map((person) => ({ ...person, mrn: `${kind}${person.mrn}` }));
    await app.database.db.deleteFrom('patients').where('last_name', 'like', 'Demo-Name%').execute();
    const desk = importDesk(app, staff.token);
    for (const { surname, forename, born, nhs } of people.slice(BAD, BAD + DUPLICATES))
      await staff.call('patientCreate', { lastName: surname, firstName: forename, dateOfBirth: born, nhsNumber: nhs });
    const file = await make(people);
    const reading = await measured(() => desk.preview(file));
    const read = reading.result;
    expect(read.data).toHaveLength(ROWS);
    expect(read.data.filter(({ errors }) => errors.length > 0).map(({ errors }) => errors.map(({ path }) => path))).toEqual([
      ['nhsNumber'],
      ['dateOfBirth'],
      ['lastName'],
    ]);
    const doubled = read.data.filter(({ possibleDuplicates }) => possibleDuplicates.length > 0);
    expect(doubled.map(({ possibleDuplicates }) => possibleDuplicates.map(({ reason }) => reason))).toEqual(
      Array.from({ length: DUPLICATES }, () => ['NHS_NUMBER']),
    );
    expect(read.data.filter(({ sameAs }) => sameAs.length > 0)).toEqual([]);
    const chosen = soundRows({ ...read, data: read.data.filter(({ possibleDuplicates }) => possibleDuplicates.length === 0) });
    const writing = await measured(() => desk.add({ patients: chosen, digest: read.file.digest }));
    const { data } = writing.result;
    expect(data.created).toBe(ROWS - BAD - DUPLICATES);
    // The next search is planned for so many rows, without a person or a job that counts them first.
    const { rows } = await sql<{ counted: number }>`select reltuples::integer as counted from pg_class
      where oid = 'patients'::regclass`.execute(app.database.db);
    expect(rows[0]?.counted).toBeGreaterThanOrEqual(data.created);
    printImport(kind, { rows: ROWS, bytes: file.length, read: reading, write: writing });
    // Twice the wait that a person is asked for on a machine of two cores, as work.
    expect(reading.workMs).toBeLessThan(10_000);
    expect(writing.workMs).toBeLessThan(10_000);
  },
);
