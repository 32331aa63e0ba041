import { defineConfig } from 'vitest/config';
import { SOON_MOST } from './tests/support/soon-most.ts';

const root = import.meta.dirname;
const shared = {
  root,
  setupFiles: ['tests/support/stray-errors.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // Long beside anything that is waited for: a busy machine fails no test.
  expect: { poll: { timeout: SOON_MOST } },
};

// What never meets a PostgreSQL server need not run a second time beside one.
const WITHOUT_POSTGRES = ['tests/server/outside/**', 'tests/server/data/{embedded,kill,lock}.test.ts'];

// The longest of the faults run with `test:full`: CI has half an hour for everything.
const IN_FULL_ONLY = ['tests/faults/offline/{queue,pads,tablet,envelopes,drafts}.test.ts'];

/** Takes as long as all other faults of tablets together, and runs beside them with `test:full`. */
const KILLS = 'tests/faults/offline/kills.test.ts';

// Rooms without a browser run side by side; what drives a browser or kills processes runs one file after another.
export default defineConfig({
  test: {
    projects: [
      {
        root,
        test: {
          ...shared,
          name: 'rooms',
          include: ['tests/{domain,contract,store,src,sw,ui}/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.browser.test.{ts,tsx}'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'server',
          // The files share what a worker has loaded: opening the engine's code anew for each took most of the time.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          exclude: process.env['TEST_DATABASE'] === 'postgres' ? WITHOUT_POSTGRES : [],
          globalSetup: ['tests/support/database-setup.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'browser',
          include: ['tests/**/*.browser.test.{ts,tsx}', 'tests/journeys/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'server faults',
          include: ['tests/faults/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'tablet faults',
          include: ['tests/faults/offline/*.test.ts'],
          exclude: [KILLS, ...(process.env['FULL'] === '1' ? [] : IN_FULL_ONLY)],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      { root, test: { ...shared, name: 'tablet kills', include: [KILLS] } },
      {
        root,
        test: { ...shared, name: 'sabotage', include: ['tests/sabotage/**/*.test.ts'], testTimeout: 300_000 },
      },
      {
        root,
        test: { ...shared, name: 'bench', include: ['tests/bench/**/*.bench.ts'], fileParallelism: false, testTimeout: 600_000 },
      },
    ],
  },
});
