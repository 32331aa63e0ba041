import { afterAll, beforeAll } from 'vitest';
import { knownHeadings } from '#domain/imports/import-columns.ts';
import { PATIENT_IMPORT } from '#domain/imports/import-patient.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { openImportThread, type ImportThread } from '#server/outside/import/import-thread.ts';
import type { ImportTask, ImportVerdict } from '#server/outside/import/read-import.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';

/** By whom elements of FHIR are chosen in tests. */
export const FHIR_READER = {
  today: plainDateOf(TEST_NOW),
  origin: 'https://assent.example',
  organisationName: 'Demo Hospital',
} as const;

/** A file of patients as the server gives it to the thread. */
export function taskOf(file: Uint8Array | string, more: Partial<ImportTask> = {}): ImportTask {
  return {
    file: typeof file === 'string' ? Buffer.from(file) : file,
    kinds: ['CSV', 'XLSX', 'FHIR'],
    known: [...knownHeadings(PATIENT_IMPORT).keys()],
    reader: FHIR_READER,
    confirmed: [],
    ...more,
  };
}

/** Opens the bundled thread for the tests of a file. @returns reads a file in it, once the tests run */
export function useImportThread(): (file: Uint8Array | string, more?: Partial<ImportTask>) => Promise<ImportVerdict> {
  let built: TestBuild;
  let thread: ImportThread;
  beforeAll(async () => {
    built = await buildForTests({ 'import-worker': 'server/outside/import/import-worker.ts' });
    thread = openImportThread({ workerUrl: built.url('import-worker') });
  }, 60_000);
  afterAll(async () => {
    await thread.close();
    built.remove();
  });
  return (file, more) => thread.read(taskOf(file, more));
}
