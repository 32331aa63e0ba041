import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv, consentsXlsx } from '#tests/support/people/consent-files.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { measured, printImport, useImportThread } from '#tests/support/server/import-thread.ts';
import { listedPeople } from '#tests/support/people/patient-files.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { consentDesk } from './consent-desk.ts';

/** Rows of each file (interop §1); a few hundred on each push. */
const ROWS = isFull ? 5000 : 300;
const BAD = 3;
const DUPLICATES = 7;

let staff: Caller & { token: string };
const people = listedPeople(ROWS + BAD).slice(BAD);
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
  await staff.call('patientBulkAdd', {
    patients: people.map(({ surname, forename, born, nhs }) => ({
      lastName: surname,
      firstName: forename,
      dateOfBirth: born,
      nhsNumber: nhs,
    })),
  });
});
useImportThread(app);

test.each([
  ['CSV', consentsCsv, 'Right'],
  ['XLSX', consentsXlsx, 'Left'],
] as const)(
  `%s: ${ROWS} mixed rows, ${BAD} bad and ${DUPLICATES} already here, are read, compared and written`,
  { timeout: 120_000 },
  async (_, make, side) => {
    const desk = consentDesk(app, staff.token);
    const all = people.map(({ nhs, born }, at) =>
      aConsent(
        { nhsNumber: nhs, dateOfBirth: born },
        {
          side,
          ...(at === 0 ? { procedure: 'Unknown to the library' } : {}),
          ...(at === 1 ? { signed: '2031-01-01' } : {}),
          ...(at === 2 ? { born: '1900-01-01' } : {}),
          ...(at % 10 === 9 ? { status: 'Declined' } : {}),
        },
      ),
    );
    const known = consentsCsv(all.slice(BAD, BAD + DUPLICATES));
    const { data: first } = await desk.preview(known);
    await desk.commit(known, { digest: first.file.digest, key: randomUUID() });
    const file = await make(all);
    const reading = await measured(() => desk.preview(file));
    const { data: read } = reading.result;
    expect(read.recordData).toHaveLength(ROWS);
    const bad = read.recordData.filter(({ ok }) => !ok);
    expect(bad.slice(0, BAD).map(({ errors }) => errors.map(({ path }) => path))).toEqual([
      ['procedure'],
      ['signedAt'],
      ['dateOfBirth'],
    ]);
    expect(bad.slice(BAD).map(({ errors }) => errors.map(({ message }) => message))).toEqual(
      Array.from({ length: DUPLICATES }, () => ['A consent of the same patient, procedure, side and day is here already']),
    );
    const rows = read.recordData.filter(({ ok }) => ok).map(({ row }) => row);
    const writing = await measured(() => desk.commit(file, { digest: read.file.digest, rows, key: randomUUID() }));
    const { data } = writing.result;
    expect(data.created).toBe(ROWS - BAD - DUPLICATES);
    printImport(read.file.kind, { rows: ROWS, bytes: file.length, read: reading, write: writing });
    const recordID = data.recordData.at(-1)?.recordID ?? '';
    expect(await faultsOfCase(app, recordID)).toEqual([]);
    // Twice the wait that a person is asked for on a machine of two cores, as work.
    expect(reading.workMs).toBeLessThan(10_000);
    expect(writing.workMs).toBeLessThan(20_000);
  },
);
