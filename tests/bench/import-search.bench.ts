import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { reachedAt, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { nhsNumbers } from '#tests/support/people/patient-files.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startWithRoles } from '#tests/support/server/two-roles.ts';
import { median, report } from './report.ts';

const IMPORTS = 2;
/** Searches one after the other, at once after the last import. */
const ROUNDS = 10;
/** Longest that the searches of a person may take, ms. */
const MOST_MS = 100;
/** After it the database has counted its rows by itself. */
const SETTLED_MS = 90_000;

/** Time of the searches that a person makes on Home and among the patients, ms. */
async function search({ importer, reader }: Callers, round: number): Promise<number> {
  const start = performance.now();
  await importer.call('patientSearch', { search: `Demo-Name4${round % 10}` });
  await reader.call('recordGet', { search: `Name4${round % 10}`, page: 1, limit: 10 });
  return performance.now() - start;
}

async function searches(callers: Callers, isOver: (round: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; !isOver(round); round += 1) took.push(await search(callers, round));
  return took;
}

type Callers = { readonly importer: Caller; readonly reader: Caller };
type Served = { readonly server: ServerProcess; readonly stop: () => Promise<void> };

/** A server with the demo hospital, whose PostgreSQL has the two roles of production. */
async function serve(database: 'embedded' | 'PostgreSQL'): Promise<Served> {
  if (database === 'embedded') {
    const server = await startServer();
    return { server, stop: () => server.stop() };
  }
  const roles = await startWithRoles();
  const env = { DATABASE_URL: roles.app, DATABASE_OWNER_URL: roles.owner, SEED: 'demo' };
  const server = await startServer({ data: 'empty', env });
  const stop = async (): Promise<void> => {
    await server.stop();
    await roles.server.stop();
  };
  return { server, stop };
}

test.each(['embedded', 'PostgreSQL'] as const)(
  '%s: searches during imports, at once after them, and when their rows are counted',
  async (database) => {
    const { server, stop } = await serve(database);
    try {
      const numbers = nhsNumbers(IMPORTS * IMPORT_ROWS_MOST);
      const importer = await signIn(reachedAt(server.origin), 'bch@demo.nhs.uk');
      const reader = await signIn(reachedAt(server.origin), 'clinician@demo.nhs.uk');
      const callers = { importer, reader };
      const quiet = await searches(callers, (round) => round === ROUNDS);
      let isImported = false;
      const meanwhile = searches(callers, () => isImported);
      for (let nth = 0; nth < IMPORTS; nth += 1) {
        const patients = numbers.slice(nth * IMPORT_ROWS_MOST, (nth + 1) * IMPORT_ROWS_MOST).map((nhsNumber, at) => ({
          lastName: `Demo-Name${at}`,
          firstName: `First${nth}`,
          dateOfBirth: `${1930 + (at % 80)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
          nhsNumber,
        }));
        await importer.call('patientBulkAdd', { patients });
      }
      isImported = true;
      const during = await meanwhile;
      const atOnce = await searches(callers, (round) => round === ROUNDS);
      await wait(SETTLED_MS);
      const settled = await searches(callers, (round) => round === ROUNDS);
      const rows = `${IMPORTS * IMPORT_ROWS_MOST} patients, ${database}`;
      for (const [when, took, beside] of [
        ['during an import', during, { words: 'before it', ms: median(quiet) }],
        ['at once after an import', atOnce, { words: 'when its rows are counted', ms: median(settled) }],
      ] as const) {
        const most = Math.max(...took);
        report({
          line: `two searches ${when} of ${rows}`,
          now: `first ${took[0]?.toFixed(0)} ms, slowest ${most.toFixed(0)} ms of ${took.length}`,
          aim: `${MOST_MS} ms`,
          isHeld: most <= MOST_MS,
          beside: `${beside.words} ${beside.ms.toFixed(1)} ms, ${(most / beside.ms).toFixed(1)} times as long`,
        });
      }
      expect(atOnce).toHaveLength(ROUNDS);
      expect(during.length).toBeGreaterThan(0);
    } finally {
      await stop();
    }
  },
);
