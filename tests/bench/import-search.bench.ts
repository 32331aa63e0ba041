import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { reachedAt, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { nhsNumbers } from '#tests/support/people/patient-files.ts';
import { startPostgres } from '#tests/support/server/postgres.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { median, report } from './report.ts';

const IMPORTS = 2;
/** Searches one after the other, at once after the last import. */
const ROUNDS = 10;
/** After it the database has counted its rows by itself. */
const SETTLED_MS = 90_000;

/** Times of the searches that a person makes on Home and among the patients, ms. */
async function searches(importer: Caller, reader: Caller): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await importer.call('patientSearch', { search: `Demo-Name4${round}` });
    await reader.call('recordGet', { search: `Name4${round}`, page: 1, limit: 10 });
    took.push(performance.now() - start);
  }
  return took;
}

test.each(['embedded', 'PostgreSQL'])('%s: searches at once after an import, and when its rows are counted', async (database) => {
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined;
  const env = postgres === undefined ? {} : { DATABASE_URL: postgres.url('postgres'), SEED: 'demo' };
  const server = await startServer({ data: postgres === undefined ? 'demo' : 'empty', env });
  try {
    const numbers = nhsNumbers(IMPORTS * IMPORT_ROWS_MOST);
    const importer = await signIn(reachedAt(server.origin), 'bch@demo.nhs.uk');
    const reader = await signIn(reachedAt(server.origin), 'clinician@demo.nhs.uk');
    for (let nth = 0; nth < IMPORTS; nth += 1) {
      const patients = numbers.slice(nth * IMPORT_ROWS_MOST, (nth + 1) * IMPORT_ROWS_MOST).map((nhsNumber, at) => ({
        lastName: `Demo-Name${at}`,
        firstName: `First${nth}`,
        dateOfBirth: `${1930 + (at % 80)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
        nhsNumber,
      }));
      await importer.call('patientBulkAdd', { patients });
    }
    const atOnce = await searches(importer, reader);
    await wait(SETTLED_MS);
    const settled = await searches(importer, reader);
    report({
      line: `two searches at once after an import of ${IMPORTS * IMPORT_ROWS_MOST} patients, ${database}`,
      now: `first ${atOnce[0]?.toFixed(0)} ms, slowest ${Math.max(...atOnce).toFixed(0)} ms of ${ROUNDS}`,
      aim: '100 ms',
      beside: `when its rows are counted ${median(settled).toFixed(1)} ms, ${(Math.max(...atOnce) / median(settled)).toFixed(1)} times as long`,
    });
    expect(atOnce).toHaveLength(ROUNDS);
  } finally {
    await server.stop();
    await postgres?.stop();
  }
});
