import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openImportThread, type ImportThread } from '#server/outside/import/import-thread.ts';
import { signIn, type Caller } from '#tests/support/builders.ts';
import { isFull } from '#tests/support/full.ts';
import { csvFile, fhirFile, listedPeople, xlsxFile } from '#tests/support/patient-files.ts';
import { buildForTests, type TestBuild } from '#tests/support/server-build.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';
import { importDesk, soundRows } from './desk.ts';

/** Rows of each file (interop §1); a few hundred on each push. */
const ROWS = isFull ? 5000 : 300;
const BAD = 3;
const DUPLICATES = 7;

let staff: Caller & { token: string };
let built: TestBuild;
let thread: ImportThread;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
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
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const from = performance.now();
    const read = await desk.preview(file);
    const readIn = performance.now() - from;
    const blockedReading = delay.max / 1e6;
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
    delay.reset();
    const start = performance.now();
    const { data } = await desk.add({ patients: chosen, digest: read.file.digest });
    const addedIn = performance.now() - start;
    expect(data.created).toBe(ROWS - BAD - DUPLICATES);
    process.stdout.write(
      `${kind}, ${ROWS} rows, ${Math.round(file.length / 1024)} kB: read and compared in ${Math.round(readIn)} ms (loop held ${Math.round(blockedReading)} ms), written in ${Math.round(addedIn)} ms (held ${Math.round(delay.max / 1e6)} ms), ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB resident\n`,
    );
    delay.disable();
    // Twice the wait that a person is asked for on a machine of two cores.
    expect(readIn).toBeLessThan(10_000);
    expect(addedIn).toBeLessThan(10_000);
  },
);
