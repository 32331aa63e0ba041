import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { PUSH_FILES } from './scripts/test-parts.mjs';
import { useMemoryFolder } from './tests/support/checks/memory-folder.ts';
import { SOON_MOST } from './tests/support/checks/soon-most.ts';

useMemoryFolder();

const root = import.meta.dirname;
const isFull = process.env['FULL'] === '1';
// Files of the parts as well, with the numbers of a push.
const hasParts = isFull || process.env['PARTS'] === '1';
const shared = {
  root,
  setupFiles: [
    'tests/support/tablet/indexed-db.ts',
    'tests/support/tablet/quick-passwords.ts',
    'tests/support/checks/stray-errors.ts',
  ],
  // The numbers of a part take their time, the more beside other work.
  testTimeout: isFull ? 900_000 : 60_000,
  hookTimeout: 120_000,
  // Long beside anything that is waited for: a busy machine fails no test.
  expect: { poll: { timeout: SOON_MOST } },
  // Two on two cores: beside them run the browser, its server and the database, and each worker loads everything anew.
  maxWorkers: Math.max(2, os.availableParallelism() - 1),
  // Files of one worker share what it has loaded: opening the database engine or the browser anew for each took most of the time.
  isolate: false,
};

// Where the two kinds of database can differ: transactions, two writers at once, what an index serves, a whole case. On each push the
// journeys and the faults meet the embedded database.
const ENGINE_DIFFERS = [
  'tests/server/{two-servers,whole-form}.test.ts',
  'tests/server/data/{migrations/access-indexes,open/transactions}.test.ts',
  'tests/server/http/idempotency.test.ts',
];

// A few of the random lives run on each push with the server, thousands with a part of their own.
const RANDOM = 'tests/server/model/**/*.test.ts';

// With the part `server`, and where the whole suite runs: the scans of every form and the bundles of every state, sheets, hostile
// files beyond those of each rule, every blank form, consents of an import, exports and figures, threads that crash, the embedded
// database that is killed, and what a whole form and its journey on each push meet once: pages of documents, limits of calls, families,
// errors that are recorded, who operates, patients who are merged, an export of everything, text that is copied from pages, migrations, which nobody edits once they have landed, referrals, a second factor, looking ahead, the NHS App, deletions, ends of cases, lists, later versions, one's own page, figures of messages, questions of understanding, each call before a reason, each column altered, open points and choices in each form and answer, two operations of one day, states in
// the way, wrong clocks, rights of people in pairs, authors of events, ticks on paper, the live stream, starts at once, and a hospital of the build before.
const OF_SERVER_PART = [
  'tests/server/{filled-before,live,restricted-patients,start-together}.test.ts',
  'tests/server/work/cases/blocked-states.test.ts',
  'tests/server/work/consents/{case-ends,choice-details,listed,open-points,safety-choices,versions}.test.ts',
  'tests/server/data/open/{embedded/{embedded,housekeeping},kill}.test.ts',
  'tests/server/outside/pdf/{blocks,render}.test.ts',
  'tests/server/outside/scan/changeable-scans.test.ts',
  'tests/server/policies/rate-limits.test.ts',
  'tests/server/work/consents/{form-2-basis,offline-family,recorded-in-error}.test.ts',
  'tests/server/work/documents/{archive,archive-years,audit,confirmation,document-of-families,outcome,refusal,verdict-cells,viewing-copy}.test.ts',
  'tests/server/work/retention/retention.test.ts',
  'tests/server/routes/break-glass-walk.test.ts',
  'tests/server/begun-and-ended.test.ts',
  'tests/server/work/{clock-ahead,accounts/governing-people,cases/event-actors,consents/identity-places}.test.ts',
  'tests/server/work/{documents/every-script,documents/pages,paper/paper-ticks,paper/scan-page,signing/later-answers}.test.ts',
  'tests/server/work/integrity/{altered-rows,check-access,check-all,check-rows}.test.ts',
  'tests/server/work/own-page/{own-page,page-table}.test.ts',
  'tests/server/outside/pdf/copied-text.test.ts',
  'tests/server/data/migrations/*.test.ts',
  'tests/server/routes/{break-glass-lists,end-figures}.test.ts',
  'tests/server/work/{cases/case-numbers,packs/withheld,paper/hostile-upload,referrals/referrals,sync/update-with-queue}.test.ts',
  'tests/server/work/{deliveries/{limits,nhs,sms},links/links,notifications/{look-ahead,urgent-contact},own-page/{notes,own-forms}}.test.ts',
  'tests/server/work/{accounts/second-factor,consents/form-4,documents/{preview,seal-name},organisation/{governing-plans,logo}}.test.ts',
  'tests/server/work/{signing/joining-states,theatre/{form-facts,theatre-list}}.test.ts',
  'tests/server/outside/seal/archive-attacks.test.ts',
  'tests/server/work/{backup/fresh-target,documents/content/document-meanings,packs/exit,patients/merge,watch-seal-keys}.test.ts',
  'tests/server/work/consents/{accept-identity,confirm-state,languages,operator}.test.ts',
  'tests/server/work/integrity/{check-patients,file-at-once}.test.ts',
  'tests/server/work/signing/{joining-faults,own-words,typed-names,witness-rule}.test.ts',
  'tests/server/work/deliveries/figures.test.ts',
  'tests/server/work/signing/{form-2-signing,join-form,understanding}.test.ts',
  'tests/server/work/notifications/{case-needs,notifications}.test.ts',
  'tests/server/data/open/migrate.test.ts',
  'tests/server/outside/import/hostile-files.test.ts',
  'tests/server/model/cases-2.test.ts',
  'tests/server/outside/pdf/pool.test.ts',
  'tests/server/outside/scan/{good,hostile}-scans.test.ts',
  'tests/server/outside/seal/{archive,verify-thread}.test.ts',
  'tests/server/outside/work-thread.test.ts',
  'tests/server/routes/figures.test.ts',
  'tests/server/work/cases/followers.test.ts',
  'tests/server/work/documents/{blank/blank-form,paper,pre-signed}.test.ts',
  'tests/server/work/exports/exports.test.ts',
  'tests/server/work/fhir/{bundle,checked}.test.ts',
  'tests/server/work/imports/import-consents.test.ts',
  'tests/server/work/organisation/letterhead.test.ts',
  'tests/server/work/paper/{checked-scan,paper-walk,photographed-upload,scan,scan-rules}.test.ts',
  'tests/server/work/theatre/{age-on-day,same-day,sheet*}.test.ts',
];

// With the part `rooms`: names planted in a copy of the sources, every answer of a stranger between tablet and server, what is confirmed, listed, counted and unsent without a network, an
// identity that is refused, and the editor of templates.
const OF_ROOMS_PART = [
  'tests/src/offline/{blocked,early-reload,last-unsent,read-counts,start-calls}.test.ts',
  'tests/store/entities/strokes.test.ts',
  'tests/store/views/{case-summaries,later-answers,listed}.test.ts',
  'tests/src/screens/builder/draft/saver-joined.test.ts',
  'tests/src/session/server-session.test.ts',
  'tests/store/sync/{foreign-answers,leader,restored,schedule,send-batch}.test.ts',
  'tests/src/queries/unseen.test.ts',
  'tests/src/sign/{identity-confirmation,identity-refusal,submit}.test.ts',
  'tests/domain/forms/planted-names.test.ts',
  'tests/src/offline/confirm.test.ts',
  'tests/src/queries/{listed,patients}.test.ts',
  'tests/src/screens/templates/{pasted-nodes,with-template}.test.ts',
];

const DEMO = ['tests/support/server/demo-setup.ts'];
const KILLS = 'tests/faults/offline/kills.test.ts';

// Rooms without a browser run side by side; what kills processes runs one file after another.
export default defineConfig({
  test: {
    // Transformed modules are shared by the projects, which have a server each, and by the lanes of a push.
    experimental: { fsModuleCache: true },
    tags: [{ name: 'smoke', description: 'The one of its kind that runs on each push; the others run with test:full.' }],
    projects: [
      {
        root,
        test: {
          ...shared,
          name: 'rooms',
          include: ['tests/{domain,contract,store,src,sw,ui}/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.browser.test.{ts,tsx}', ...(hasParts ? [] : OF_ROOMS_PART)],
          // The server of the tablet's half: on the embedded database, or on PostgreSQL, which takes half the time.
          env: { TEST_DATABASE: process.env['TEST_DATABASE'] ?? 'pglite' },
          globalSetup: ['tests/support/server/database-setup.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'embedded',
          include: ENGINE_DIFFERS,
          env: { TEST_DATABASE: 'pglite' },
          globalSetup: ['tests/support/server/database-setup.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: isFull ? [RANDOM] : hasParts ? [] : OF_SERVER_PART,
          env: { TEST_DATABASE: process.env['TEST_DATABASE'] ?? 'postgres' },
          globalSetup: ['tests/support/server/database-setup.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'model',
          include: [RANDOM],
          env: { TEST_DATABASE: process.env['TEST_DATABASE'] ?? 'postgres' },
          globalSetup: ['tests/support/server/database-setup.ts'],
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'browser',
          include: hasParts ? ['tests/**/*.browser.test.{ts,tsx}', 'tests/journeys/**/*.test.ts'] : [...PUSH_FILES],
          globalSetup: DEMO,
          maxWorkers: 2,
          testTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'server faults',
          include: ['tests/faults/*.test.ts'],
          globalSetup: DEMO,
          fileParallelism: false,
          testTimeout: 300_000,
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'tablet faults',
          include: ['tests/faults/offline/*.test.ts'],
          exclude: isFull ? [KILLS] : [],
          globalSetup: DEMO,
          fileParallelism: false,
          testTimeout: 300_000,
        },
      },
      {
        root,
        test: {
          ...shared,
          name: 'database faults',
          include: ['tests/faults/database/*.test.ts'],
          globalSetup: DEMO,
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      { root, test: { ...shared, name: 'tablet kills', include: [KILLS], globalSetup: DEMO } },
      {
        root,
        // Two at once, each in a copy of its own.
        test: { ...shared, name: 'sabotage', include: ['tests/sabotage/**/*.test.ts'], maxConcurrency: 2, testTimeout: 300_000 },
      },
      {
        root,
        test: { ...shared, name: 'bench', include: ['tests/bench/**/*.bench.ts'], fileParallelism: false, testTimeout: 600_000 },
      },
    ],
  },
});
