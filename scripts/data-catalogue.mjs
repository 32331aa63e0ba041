import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The tables of the database in docs/privacy.md. `node scripts/data-catalogue.mjs` writes them anew; tests/contract/data-catalogue.test.ts compares.

/** @typedef {typeof import('../domain/integrity/data-catalogue.ts')} Catalogue */

const HEADING = '## Every table of the database';
/** @type {Record<string, string>} */
const SUBJECTS = { PATIENT: 'patients', STAFF: 'staff', NONE: 'nobody' };

/**
 * The page with the catalogue's table in the place of the one that it has.
 *
 * @param {string} page - docs/privacy.md
 * @param {Catalogue} catalogue
 */
export function withCatalogue(page, catalogue) {
  const [before = ''] = page.split(`${HEADING}\n`);
  const after = page
    .slice(before.length + HEADING.length)
    .split('\n## ')
    .slice(1);
  const section = [
    HEADING,
    '',
    'Made from `domain/integrity/data-catalogue.ts` by `node scripts/data-catalogue.mjs`: about whom each table is, the column that leads to the',
    'patient, whether a pack of somebody’s data has its rows, and how long they stay. Columns are classed there one by one.',
    '',
    '| table | about | leads to the patient by | in a pack | how long |',
    '|---|---|---|---|---|',
    ...catalogue.TABLE_NAMES.map((name) => rowOf(name, catalogue)),
    '',
  ].join('\n');
  return [`${before}${section}`, ...after].join('\n## ');
}

/** @param {import('../domain/integrity/data-catalogue.ts').TableName} name @param {Catalogue} catalogue */
function rowOf(name, { DATA_CATALOGUE, PACK_TABLES, retentionPeriodWords }) {
  const table = DATA_CATALOGUE[name];
  const by = table.path === undefined ? (name === 'patients' ? 'itself' : '–') : `\`${table.path.join('` of `')}\``;
  const pack = PACK_TABLES.includes(name) ? 'yes' : `no: ${table.notInPack ?? 'about nobody'}`;
  return `| \`${name}\` | ${SUBJECTS[table.subject]} | ${by} | ${pack} | ${retentionPeriodWords(table)} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  const file = path.join(root, 'docs/privacy.md');
  const { module } = await runnerImport(path.join(root, 'domain/integrity/data-catalogue.ts'), { root, configFile: false });
  fs.writeFileSync(file, withCatalogue(fs.readFileSync(file, 'utf8'), module));
}
