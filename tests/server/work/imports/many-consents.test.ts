import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openImportThread, type ImportThread } from '#server/outside/import/import-thread.ts';
import { checkCase } from '#server/work/integrity/check-case.ts';
import { signIn, type Caller } from '#tests/support/builders.ts';
import { aConsent, consentsCsv, consentsXlsx } from '#tests/support/consent-files.ts';
import { isFull } from '#tests/support/full.ts';
import { listedPeople } from '#tests/support/patient-files.ts';
import { buildForTests, type TestBuild } from '#tests/support/server-build.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';
import { consentDesk } from './consent-desk.ts';

/** Rows of each file (interop §1); a few hundred on each push. */
const ROWS = isFull ? 5000 : 300;
const BAD = 3;
const DUPLICATES = 7;

let staff: Caller & { token: string };
let built: TestBuild;
let thread: ImportThread;
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
beforeAll(async () => {
  built = await buildForTests({ 'import-worker': 'server/outside/import/import-worker.ts' });
  thread = openImportThread({ workerUrl: built.url('import-worker') });
  app.deps.imports = thread;
}, 60_000);
afterAll(async () => {
  await thread.close();
  built.remove();
});

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
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const from = performance.now();
    const { data: read } = await desk.preview(file);
    const readIn = performance.now() - from;
    const heldReading = delay.max / 1e6;
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
    delay.reset();
    const start = performance.now();
    const { data } = await desk.commit(file, { digest: read.file.digest, rows, key: randomUUID() });
    const writtenIn = performance.now() - start;
    expect(data.created).toBe(ROWS - BAD - DUPLICATES);
    process.stdout.write(
      `${read.file.kind}, ${ROWS} rows, ${Math.round(file.length / 1024)} kB: read and compared in ${Math.round(readIn)} ms (loop held ${Math.round(heldReading)} ms), written in ${Math.round(writtenIn)} ms (held ${Math.round(delay.max / 1e6)} ms), ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB resident\n`,
    );
    delay.disable();
    const recordID = data.recordData.at(-1)?.recordID ?? '';
    const { organisation_id: organisationId } = await app.database.db
      .selectFrom('cases')
      .select('organisation_id')
      .where('id', '=', recordID)
      .executeTakeFirstOrThrow();
    expect((await checkCase(app.deps, { organisationId, caseId: recordID }))?.faults).toEqual([]);
    // Twice the wait that a person is asked for on a machine of two cores.
    expect(readIn).toBeLessThan(10_000);
    expect(writtenIn).toBeLessThan(20_000);
  },
);
