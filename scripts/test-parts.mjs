/**
 * One run of the test runner.
 *
 * @typedef {object} Round
 * @property {string} name - the heading above the round's output
 * @property {string[]} projects - of vitest.config.ts
 * @property {string[]} [files] - parts of paths; without them all files of the projects
 * @property {boolean} [isSmoke] - only the tests with the tag `smoke`
 * @property {Record<string, string>} [env]
 * @property {string} [node] - another major version of Node, fetched by npx
 */

/**
 * The files with a browser that run whole on each push, one of each kind: the consent of an adult, the screens by the rules for
 * accessibility, an update, the start, the worker and what the pages weigh. All others belong to a part.
 */
export const PUSH_FILES = [
  ...['axe', 'main-job', 'update'].map((name) => `tests/journeys/${name}.test.ts`),
  ...['src/entry/budget', 'src/sign/budget', 'sw/vault-handoff', 'sw/worker'].map((name) => `tests/${name}.browser.test.ts`),
];

/** Files of parts with tests that have the tag `smoke`, and run on each push as well: a handover, sessions and a pad meet in the first. */
const SMOKE_FILES = ['journeys/early-reload', 'journeys/offline-sign', 'src/entry-form', 'src/sign/signature'];

/** The files of the parts as well, with the numbers of a push. */
const PARTS_TOO = { PARTS: '1' };

/**
 * The rounds of each push: three lanes in parallel. What kills browsers and servers mostly waits, and leaves its core to the others.
 *
 * @type {Round[][]}
 */
export const PUSH = [
  [
    { name: 'browser', projects: ['browser'] },
    { name: 'smoke of journeys', projects: ['browser'], files: SMOKE_FILES, isSmoke: true, env: PARTS_TOO },
  ],
  [{ name: 'smoke of faults', projects: ['server faults', 'tablet faults'], isSmoke: true }],
  [{ name: 'rooms and server', projects: ['rooms', 'server'], env: { TEST_DATABASE: 'postgres' } }],
];

const FULL = { FULL: '1' };
const AXE = ['journeys/axe', 'journeys/keyboard.test', 'src/sign/pages', 'ui/gallery-access'];

/**
 * The parts of `npm run test:full`, in their order; each runs alone in at most half an hour on two cores.
 *
 * @type {Record<string, { proves: string, rounds: Round[] }>}
 */
export const PARTS = {
  rooms: {
    proves:
      'rules, contract and the whole offline half, the editor of templates, what differs on the embedded database, 10,000 doubled requests and 1,000 killed tabs in random schedules',
    rounds: [{ name: 'rooms', projects: ['rooms', 'embedded'], env: FULL }],
  },
  server: {
    proves:
      'the server on PostgreSQL, each call with 300 malformed bodies, the record of every state as FHIR, the embedded database killed 45 times',
    rounds: [{ name: 'server, PostgreSQL', projects: ['server'], env: FULL }],
  },
  malformed: {
    proves: '2,000 malformed bodies for each call that writes: no 5xx, and nothing written',
    rounds: [
      { name: 'malformed bodies', projects: ['server'], files: ['server/malformed'], env: { ...FULL, MALFORMED: '2000' } },
    ],
  },
  embedded: {
    proves: 'the whole server suite on the embedded database',
    rounds: [{ name: 'server, embedded database', projects: ['server'], env: { ...PARTS_TOO, TEST_DATABASE: 'pglite' } }],
  },
  model: {
    proves:
      '2,000 random lives of cases and their links as a reference model says, 5,000 random forms, and 500 signatures while the form changes, on PostgreSQL',
    rounds: [{ name: 'model, PostgreSQL', projects: ['model'], env: FULL }],
  },
  'model-embedded': {
    proves: 'the same lives, forms and signatures on the embedded database',
    rounds: [{ name: 'model, embedded database', projects: ['model'], env: { ...FULL, TEST_DATABASE: 'pglite' } }],
  },
  'node-24': {
    proves: 'the server suite under Node 24',
    rounds: [{ name: 'server, Node 24', projects: ['server'], env: PARTS_TOO, node: '24' }],
  },
  browser: {
    proves: 'the journeys and pages of each push in Chromium',
    rounds: [{ name: 'browser', projects: ['browser'] }],
  },
  axe: {
    proves:
      'accessibility of every state by all rules, in both sizes and both colour schemes, at 320 pixels and with twice the size of the text',
    rounds: [{ name: 'axe', projects: ['browser'], files: AXE, env: FULL }],
  },
  pages: {
    proves: 'the signer’s pages under lost answers, turned tablets and wrong people, read aloud, with questions and links',
    rounds: [{ name: 'pages', projects: ['browser'], files: ['browser.test'], env: FULL }],
  },
  accounts: {
    proves: 'registration, second factor, reset and suspension, people, roles, tablets and the organisation, by touch',
    rounds: [journeys('accounts', 'accounts keyboard-accounts administration organisation privacy status audit break-glass')],
  },
  sessions: {
    proves:
      'sessions that lock and end, unlocking, signatures without a network, protected patients, drafts of two tabs, and what is said about the network',
    rounds: [
      journeys(
        'sessions',
        'early-reload offline-consent offline-patients offline-sign protected-patient session start-cut toasts unlock',
      ),
    ],
  },
  forms: {
    proves:
      'forms of children and of adults who cannot decide, on paper and in two languages, questions of understanding, imports, what clashes',
    rounds: [
      journeys('forms', 'blank-forms form-2 form-4 import latin-names outbox paper translations two-parents understanding'),
    ],
  },
  signers: {
    proves:
      'every signer on the device, each by a mailed link or a code, notices, every address during a handover, confirmation, forms that changed',
    rounds: [
      journeys(
        'signers',
        'case-notices clinician-pad confirm-day family-at-home handover heard languages later-answers link-sending links links-others moved-on one-more-signer signers signers-capacity signers-offline signers-witness',
      ),
    ],
  },
  screens: {
    proves:
      'lists for surgery, exports, figures, the catalogue, a procedure from its draft to a consent, templates, referrals, the installed app',
    rounds: [
      journeys(
        'lists',
        'exports fhir figures give-copy help import-consents install listed live mails main-job messages notices operation-done patient-history patients public-pages referrals safety theatre theatre-sheet verify-files',
      ),
      journeys('procedures', 'catalogue choices library own-sections templates'),
    ],
  },
  'server-faults': {
    proves: 'starts, stops and 30 kills of the server while consents are signed',
    rounds: [
      {
        name: 'faults of the server',
        projects: ['server faults'],
        files: ['faults/database-command', 'faults/kill', 'faults/start-stop'],
        env: FULL,
      },
    ],
  },
  backup: {
    proves:
      'a backup under load, destroyed and restored elsewhere under the roles of PostgreSQL, what tablets bring back, and an export of everything from a running server',
    rounds: [{ name: 'backup', projects: ['server faults'], files: ['faults/backup', 'faults/exit-export'], env: FULL }],
  },
  failover: {
    proves:
      'consents are signed while the primary of three PostgreSQL nodes is killed or frozen 20 times, and etcd loses its majority, and nothing acknowledged is lost or doubled',
    rounds: [databaseFaults('failover')],
  },
  'database-kills': {
    proves:
      '40 kills of servers and of PostgreSQL under load, rolling restarts and full disks lose nothing, and every signed form gets a document that verifies',
    rounds: [databaseFaults('database-kills'), databaseFaults('rolling-restart'), databaseFaults('disk-full')],
  },
  'tablet-faults': {
    proves: 'lost answers, captive portals, older builds, forced sign-outs, two tablets, signatures and drafts without a network',
    rounds: [
      faults('answers', ['answers', 'database', 'drafts', 'forced-out', 'oracle']),
      faults('tablets', ['marks', 'signed', 'offline/tablet', 'two-tablets']),
    ],
  },
  queue: {
    proves: 'long queues: three tabs, an ended session, a refused lane, a cut role, a gateway with a limit',
    rounds: [faults('queue', ['queue', 'envelopes'])],
  },
  pads: {
    proves: 'signatures at every moment at which a tablet can die, five times each',
    rounds: [faults('pads', ['pads'])],
  },
  ...Object.fromEntries([1, 2, 3, 4].map((nth) => [`kills-${nth}`, kills(nth)])),
  sabotage: {
    proves: 'with each control taken away a test turns red',
    rounds: [{ name: 'controls taken away one by one', projects: ['sabotage'] }],
  },
};

/**
 * @param {string} of
 * @param {string} names - of the files in tests/journeys, without `.test.ts`
 * @returns {Round}
 */
function journeys(of, names) {
  const files = names.split(' ').map((name) => `journeys/${name}.test`);
  return { name: `journeys of ${of}`, projects: ['browser'], files, env: FULL };
}

/**
 * @param {string} name
 * @param {string[]} files
 * @returns {Round}
 */
function faults(name, files) {
  return { name: `faults of tablets: ${name}`, projects: ['tablet faults'], files, env: FULL };
}

/** @param {string} file @returns {Round} */
function databaseFaults(file) {
  return { name: `faults of databases: ${file}`, projects: ['database faults'], files: [`database/${file}`], env: FULL };
}

/** 250 kills, at moments drawn from a seed of their own. @param {number} nth */
function kills(nth) {
  const env = { ...FULL, KILLS: '250', SEED_BROWSER_KILLS: String(20_260_805 + nth) };
  return {
    proves: '250 killed tablets lose nothing that they said was saved',
    rounds: [{ name: `killed tablets, ${nth} of 4`, projects: ['tablet kills'], env }],
  };
}
