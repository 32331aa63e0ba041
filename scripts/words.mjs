import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeWords } from './code-words.mjs';

// Every sentence that people can meet, collected from the code. `node scripts/words.mjs` writes docs/words.md anew;
// tests/contract/words.test.ts compares the two.

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
  'src/routes/ui-gallery.tsx',
  'src/sign/texts/ar',
  'src/sign/texts/cy',
  'contract/openapi.ts',
  'server/http/actor.ts',
  'server/http/docs-page.ts',
  'server/http/health.ts',
  'server/http/metrics.ts',
  'server/http/pages.ts',
  'server/http/plain-page.ts',
  'server/outside/pdf/coverage.ts',
  'server/outside/pdf/pool.ts',
  'server/outside/pdf/typst.ts',
  'server/outside/pdf/worker.ts',
  'server/work/accounts/reseal-secrets.ts',
];

/**
 * The list as Markdown: rooms, files, and in each file its sentences in the order of the code. No line numbers, so that an edit changes
 * the lines of its own words alone.
 *
 * @param {string} root - of the project
 */
export function listWords(root) {
  /** @type {Set<string>} */
  const done = new Set(LEFT_OUT.flatMap((place) => filesBelow(root, place)));
  const lines = [
    '# Words',
    '',
    'Every sentence that people can meet: on screens, in notices, answers of the server, mails and the document. Made from the code by',
    '`node scripts/words.mjs`; `{…}` is what the code fills in. One act has one name on all of them: `tests/contract/words.test.ts`.',
  ];
  for (const [title, places] of ROOMS) {
    lines.push('', `## ${title}`);
    for (const file of places.flatMap((place) => filesBelow(root, place))) {
      if (done.has(file)) continue;
      done.add(file);
      const words = wordsOf(file, fs.readFileSync(path.join(root, file), 'utf8'));
      if (words.length > 0) lines.push('', `### ${file}`, '', ...words.map((each) => `- ${each}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Files with words at or below a place, sorted by their paths. @param {string} root @param {string} place @returns {string[]} */
function filesBelow(root, place) {
  const full = path.join(root, place);
  if (!fs.existsSync(full)) return [];
  if (fs.statSync(full).isFile()) return [place];
  const names = fs.readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => path.join(place, name));
  return names.filter((name) => /\.(?:tsx?|typ)$/.test(name) && !name.endsWith('.d.ts')).toSorted();
}

/** The sentences of one file, each once, in their order. @param {string} file @param {string} text @returns {string[]} */
function wordsOf(file, text) {
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

/** What patients read of the library. @param {unknown} value @param {string} [name] @returns {string[]} */
function jsonWords(value, name = '') {
  if (typeof value === 'string')
    return ['text', 'name', 'procedureName', 'procedureDescription', 'alternatives', 'noTreatment'].includes(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => jsonWords(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => jsonWords(each, key));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  fs.writeFileSync(path.join(root, 'docs/words.md'), listWords(root));
}
