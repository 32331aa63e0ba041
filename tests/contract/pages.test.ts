import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ORDERS } from '#tests/support/checks/orders.ts';
import { foldersOf, linksOf, namedIn, namesOf, placesInTables, type Page } from '#tests/support/checks/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));
const pageOf = (file: string): Page => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') });
const pages = files.filter((file) => /^docs\/.*\.md$|^[A-Z]+\.md$/.test(file)).map(pageOf);
const architecture = pageOf('docs/architecture.md').text;

/**
 * Names of files outside every checkout: addresses, outputs, and files of a data folder, a sealed document or another machine.
 */
const ELSEWHERE = /^(?:api|build|dist|etc)\/|^(?:DATA_DIR\/)?seal\/|^content\.json$|^room\/file\.ts$/;
const paths = new Set(Object.values(calls).map(({ path: place }) => place.replaceAll(/[:{]\w+\}?/g, '{}')));
const isCall = (name: string) => paths.has(name.replaceAll(/[:{]\w+\}?/g, '{}'));

const { isName, isKnown } = namesOf(files);
const faultsOf = (page: Page): readonly string[] => [
  ...namedIn(page.text)
    .filter((name) => isName(name) && !isKnown(name) && !isCall(name) && !ELSEWHERE.test(name))
    .map((name) => `${page.file} names ${name}`),
  ...linksOf(page)
    .filter((target) => !files.includes(target) && !files.some((file) => file.startsWith(`${target}/`)))
    .map((target) => `${page.file} leads to ${target}`),
];

test('every file, folder and link that a page names is there, in backticks or not, shortened or whole', () => {
  expect(pages.length).toBeGreaterThan(75);
  expect(pages.flatMap(faultsOf)).toEqual([]);
});

test.each([
  ['a file in backticks', 'see `domain/base/gone.ts`.', 'names domain/base/gone.ts'],
  ['a file without them', 'said in domain/base/gone.ts, and', 'names domain/base/gone.ts'],
  ['a shortened path without an ending', '► screens/patients/GonePatient ─', 'names screens/patients/GonePatient'],
  ['a name alone', 'gone-file.ts says so', 'names gone-file.ts'],
  ['a folder', 'all of `store/gone` does', 'names store/gone'],
  ['a test', '`tests/server/gone`', 'names tests/server/gone'],
  ['a pattern', '`src/gone/<subject>.ts`', 'names src/gone/<subject>.ts'],
  ['a link', '[why](decisions/0001-gone.md)', 'leads to docs/decisions/0001-gone.md'],
])('%s that is gone is found', (_, text, fault) => {
  expect(faultsOf({ file: 'docs/planted.md', text })).toContain(`docs/planted.md ${fault}`);
});

/** The contradictions between the tables of a page and the tree. */
function tableFaults(text: string): readonly string[] {
  const named = placesInTables(text);
  const folders = foldersOf(['domain', 'contract', 'store', 'src', 'sw', 'server'], root);
  return [
    ...folders.flatMap((folder) => {
      const times = named.filter((each) => each === folder).length;
      return times === 1 ? [] : [`${folder}: ${times} times in the tables of docs/architecture.md`];
    }),
    ...named.filter((place) => !fs.existsSync(path.join(root, place))).map((place) => `${place} is gone`),
  ];
}

test('the tables of the architecture have every folder of every room once, and none that is gone', () => {
  expect(placesInTables(architecture).length).toBeGreaterThan(150);
  expect(tableFaults(architecture)).toEqual([]);
  expect(tableFaults(architecture.replace('| `referrals` | `referrals` |', '| `referrals` | `referral` |'))).toEqual([
    'server/data/referrals: 0 times in the tables of docs/architecture.md',
    'server/data/referral is gone',
  ]);
  expect(tableFaults(architecture.replace('| `queries/client`', '| `queries` `queries/client`'))).toEqual([
    'src/queries: 2 times in the tables of docs/architecture.md',
  ]);
});

/** The orders as the page prints them, without regard to its lines. */
const written = (place: string, floors: readonly string[]) =>
  `${place} ${floors.map((floor) => (floor === '*' ? '…' : floor)).join(' < ')}`;
const printed = architecture.split('## The order')[1]?.split('```')[1]?.replaceAll(/\s+/g, ' ').trim();

test('the architecture prints the orders of the folders', () => {
  expect(printed).toBe(
    Object.entries(ORDERS)
      .map(([place, floors]) => written(place, floors))
      .join(' '),
  );
});
