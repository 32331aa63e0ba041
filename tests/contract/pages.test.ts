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

/** Names of code that is not ours. */
const ELSEWHERE_NAMED = /^(?:NODE_EXTRA_CA_CERTS|EventSource)$/;
/** Policies of browsers, which an operator sets. */
const POLICY = /^(?:PasswordManager|AutofillAddress|AutofillCreditCard|Translate)Enabled$/;
/** This test has names that are planted. */
const own = path.relative(root, import.meta.filename);
const code = files.filter(
  (file) => file !== own && /\.(?:tsx?|mjs|json|ya?ml|env|html|typ|service)$/.test(file) && file !== 'package-lock.json',
);
const words = new Set(code.flatMap((file) => fs.readFileSync(path.join(root, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []));
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-');
/** Names of code that a page has in backticks and no source has; the numbers of decisions with another target; commands that are gone. */
function staleNames({ file, text }: Page): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, name = '']) => [
    ...name.matchAll(/(?<![\w./-])([a-z]+[A-Z]\w*|[A-Z][A-Z\d]*_\w+|[A-Z][a-z]+[A-Z]\w*)(?![\w/-])/g),
  ]);
  const bare = file.includes('/decisions/') ? [] : [...text.matchAll(/(?<![\w./#-])([a-z]{2,}[A-Z][a-z]\w*)(?![\w/.-])/g)];
  const numbers = [...text.matchAll(/\[(?:decision )?(\d+)\]\([^)]*?(\d{4})-[^)]*\)/g)];
  const commands = [...text.matchAll(/npm run ([a-z:-]+)/g)];
  const headings = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading)));
  return [
    ...[...quoted, ...bare]
      .map(([, name = '']) => name)
      .filter((name) => !words.has(name) && !ELSEWHERE_NAMED.test(name) && !POLICY.test(name) && !/^pg[A-Z]/.test(name)),
    ...numbers.filter(([, number, target]) => Number(number) !== Number(target)).map(([link]) => link),
    ...commands.map(([, name = '']) => name).filter((name) => scripts[name] === undefined),
    ...[...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, name = '']) => name).filter((name) => !headings.has(name)),
  ].map((name) => `${file}: ${name}`);
}

test('every name of code, number of a decision, command and heading that a page has is there', () => {
  const isRecord = ({ file }: Page) => /decisions\/\d/.test(file);
  expect(pages.filter((page) => !isRecord(page)).flatMap(staleNames)).toEqual([]);
});

test.each([
  ['a name in backticks', 'see `goneFunction`', 'goneFunction'],
  ['a type in backticks', '`GoneType` holds it', 'GoneType'],
  ['a constant in backticks', 'at most `GONE_MOST`', 'GONE_MOST'],
  ['a name without them', 'then goneFunction runs', 'goneFunction'],
  ['another number than that of the decision', '[decision 29](decisions/0028-a.md)', '[decision 29](decisions/0028-a.md)'],
  ['a command', '`npm run gone`', 'gone'],
  ['a heading', '[above](#gone)', 'gone'],
])('%s that is gone from the code is found', (_, text, fault) => {
  expect(staleNames({ file: 'docs/planted.md', text })).toContain(`docs/planted.md: ${fault}`);
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
