import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeWords } from './code-words.mjs';

// Every sentence that people can meet, collected from the code. `node scripts/words.mjs` prints them by room and file,
// `node scripts/changed-words.mjs` what a branch changes of them; tests/contract/words.test.ts asserts on them.

/** Rooms in the order of the list: title, then the files below a folder or the file itself, less those of an earlier room. */
const ROOMS = /** @type {const} */ ([
  ['Pages of patients and other signers', ['src/sign', 'src/signature']],
  ['Screens of staff', ['src/screens', 'src/routes']],
  [
    'Notices and session',
    [
      'src/notices',
      'src/session',
      'src/auth',
      'src/device',
      'src/tablet',
      'src/results',
      'src/offline',
      'src/queries',
      'store/entities',
      'store/outbox',
      'store/views',
    ],
  ],
  ['Widgets', ['src/ui', 'src']],
  [
    'Rules, fields and answers of the server',
    ['domain', 'contract', 'server/routes', 'server/policies', 'server/http', 'server/work/accounts', 'server/work/patients'],
  ],
  [
    'Work on consents',
    [
      'server/work/cases',
      'server/work/consents',
      'server/work/signing',
      'server/work/sync',
      'server/work/theatre/theatre-list.ts',
    ],
  ],
  ['Mails', ['server/work/mail']],
  ['Document', ['server/work/documents', 'server/outside/pdf']],
  ['Help', ['server/help']],
  ['Templates and library', ['server/work/organisation/start-data.ts', 'server/work/organisation/procedures.json']],
]);
/** Read by nobody but developers: the gallery of widgets, the list of calls, lines of logs; and translations of sentences that are listed. */
const LEFT_OUT = [
  'src/ui/gallery',
  'src/ui/Gallery.tsx',
  'src/routes/gallery.tsx',
  'src/sign/texts/ar',
  'src/sign/texts/cy',
  'contract/openapi.ts',
  'server/http/actor.ts',
  'server/http/docs-page.ts',
  'server/http/health.ts',
  'server/http/metrics.ts',
  'server/http/pages.ts',
  'server/http/plain-page.ts',
  'server/outside/pdf/pool.ts',
  'server/outside/pdf/typst.ts',
  'server/outside/pdf/worker.ts',
  'server/work/accounts/reseal-secrets.ts',
];

/** @typedef {{ title: string, files: { file: string, words: string[] }[] }} Room */

/**
 * Rooms, their files, and in each file its sentences in the order of the code.
 *
 * @param {string} root - of the project
 * @returns {Room[]}
 * @throws where a place of the lists above is gone
 */
export function collectWords(root) {
  /** @type {Set<string>} */
  const done = new Set(LEFT_OUT.flatMap((place) => filesBelow(root, place)));
  return ROOMS.map(([title, places]) => {
    const files = places.flatMap((place) => filesBelow(root, place)).filter((file) => !done.has(file));
    for (const file of files) done.add(file);
    const read = files.map((file) => ({ file, words: wordsOf(file, fs.readFileSync(path.join(root, file), 'utf8')) }));
    return { title, files: read.filter(({ words }) => words.length > 0) };
  });
}

/** Whether a file, by its path from the root, is one of those whose words are collected. @param {string} file */
export function hasWords(file) {
  const isBelow = (/** @type {string} */ place) => file === place || (file.startsWith(`${place}/`) && isSource(file));
  return ROOMS.some(([, places]) => places.some(isBelow)) && !LEFT_OUT.some(isBelow);
}

/** Files with words at or below a place, sorted by their paths. @param {string} root @param {string} place @returns {string[]} */
function filesBelow(root, place) {
  const full = path.join(root, place);
  if (!fs.existsSync(full)) throw new Error(`There is no ${place}, which scripts/words.mjs names`);
  if (fs.statSync(full).isFile()) return [place];
  const names = fs.readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => path.join(place, name));
  return names.filter(isSource).toSorted();
}

/** @param {string} file */
function isSource(file) {
  return /\.(?:tsx?|typ)$/.test(file) && !file.endsWith('.d.ts');
}

/** The sentences of one file, each once, in their order. @param {string} file @param {string} text @returns {string[]} */
export function wordsOf(file, text) {
  const found = file.endsWith('.typ')
    ? typstWords(text)
    : file.endsWith('.json')
      ? jsonWords(JSON.parse(text))
      : codeWords(file, text);
  return [...new Set(found.map((each) => each.replaceAll(/\s+/g, ' ').trim()))].filter(Boolean);
}

/** Content in brackets and quoted texts of a Typst template. @param {string} text @returns {string[]} */
function typstWords(text) {
  const code = text.replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/\[([^\]"#\\]*[A-Za-z]{2}[^\]"#\\]*)|"([A-Z][a-z]+ [^"]*)"/g)].map(
    ([, content, quoted]) => content ?? quoted ?? '',
  );
}

/** The texts of the library that patients read. @param {unknown} value @param {string} [name] @returns {string[]} */
function jsonWords(value, name = '') {
  if (typeof value === 'string')
    return ['text', 'name', 'procedureName', 'procedureDescription', 'alternatives', 'noTreatment'].includes(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => jsonWords(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => jsonWords(each, key));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { title, files } of collectWords(path.resolve(import.meta.dirname, '..'))) {
    process.stdout.write(`\n## ${title}\n`);
    for (const { file, words } of files) process.stdout.write(`\n### ${file}\n${words.map((each) => `- ${each}\n`).join('')}`);
  }
}
