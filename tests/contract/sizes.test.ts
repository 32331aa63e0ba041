import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const ROOMS = ['domain', 'contract', 'store', 'src', 'sw', 'server'];
const filesIn = (rooms: readonly string[]) =>
  rooms.flatMap((room) => {
    const names = fs.readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /\.(?:tsx?|mjs)$/.test(name)).map((name) => `${room}/${name}`);
  });
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The most sources of one folder; a larger one holds several subjects. */
const FOLDER_MOST = 40;
/** Lists by their nature: one file for each change of tables, for each screen's address, for each visit of a person. */
const LISTS = ['server/data/migrations', 'src/routes', 'tests/journeys'];

/** Folders with too many of the given files, styles not counted. */
function largeFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of files.map((file) => path.dirname(file))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > FOLDER_MOST && !LISTS.includes(folder) ? [folder] : []));
}

test('no folder has more than 40 sources, but for the three lists', () => {
  const files = filesIn([...ROOMS, 'tests', 'scripts']);
  expect(files.length).toBeGreaterThan(2500);
  expect(largeFolders(files)).toEqual([]);
  const planted = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/planted${at}.ts`);
  expect(largeFolders([...planted('domain/base', 40), ...planted('src/routes', 41), ...planted('store/db', 41)])).toEqual([
    'store/db',
  ]);
});

/** Files with an ending that no guard reads, and files or folders that are named for anything at all. */
function strayFiles(files: readonly string[]): readonly string[] {
  const isUnread = (file: string) => !/\.(?:tsx?|css|html|json|typ|py)$/.test(file);
  const isDrawer = (file: string) => /(?:^|\/)(?:utils?|helpers?|common|misc|constants|manager)\b/.test(file);
  return files.filter((file) => isUnread(file) || isDrawer(file));
}

test('a room holds no file that the guards do not read, and none that is named for nothing', () => {
  const all = ROOMS.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .flatMap((entry) => (entry.isFile() ? [path.relative(root, path.join(entry.parentPath, entry.name))] : [])),
  );
  expect(all.length).toBeGreaterThan(2000);
  expect(strayFiles(all)).toEqual([]);
  const planted = [
    'src/a.js',
    'server/run.mts',
    'src/utils.ts',
    'domain/common/a.ts',
    'src/ui/helper-words.ts',
    'src/commons.ts',
  ];
  expect(strayFiles(planted)).toEqual(planted.slice(0, -1));
});

/** Lines from which a file with one user may stand by itself. */
const LINES_LEAST = 15;
/** Lists of which each file is a row: migrations, addresses, the calls of one subject, the texts of one language. */
const ROWS = /^(?:server\/data\/migrations|src\/routes|server\/routes|src\/sign\/texts\/\w\w)\//;

/**
 * Small files that one source alone uses. A test of its own, the list of another program and a lazy import are users or reasons: what is
 * loaded later needs a file.
 *
 * @param texts - sources, tests and settings by their paths
 */
function smallFiles(texts: ReadonlyMap<string, string>): string[] {
  const users = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const [, named = ''] of text.matchAll(/'(#?[\w./-]+\.(?:tsx?|mjs))'/g)) {
      const target = named.startsWith('.') ? path.posix.join(path.posix.dirname(file), named) : named.replace('#', '');
      users.set(target, [...(users.get(target) ?? []), file]);
      if (text.includes(`import('${named}')`)) users.get(target)?.push('loaded later');
    }
  return [...texts].flatMap(([file, text]) => {
    const isSmall = text.split('\n').length <= LINES_LEAST;
    const [user, ...others] = new Set(users.get(file));
    return isSmall && isSource(file) && others.length === 0 && user !== undefined && isSource(user) ? [`${file} < ${user}`] : [];
  });
}
const isSource = (file: string) =>
  ROOMS.some((room) => file.startsWith(`${room}/`)) && !ROWS.test(file) && !file.endsWith('.d.ts');

test('a file of under 15 lines has two users, or is a part of its user', () => {
  const texts = new Map([...filesIn([...ROOMS, 'tests', 'scripts']), 'vite.config.ts'].map((file) => [file, read(file)]));
  expect(smallFiles(texts)).toEqual([]);
  const lines = (count: number) => '\n'.repeat(count);
  const planted = new Map([
    ['domain/base/small.ts', lines(14)],
    ['domain/base/large.ts', lines(15)],
    ['domain/base/tested.ts', lines(3)],
    ['src/screens/Later.tsx', lines(3)],
    ['src/routes/row.ts', lines(3)],
    ['domain/base/user.ts', "import './small.ts';\nimport '#domain/base/large.ts';\nimport './tested.ts';"],
    ['src/app.tsx', "const later = () => import('#src/screens/Later.tsx');\nimport './routes/row.ts';"],
    ['tests/domain/base/tested.test.ts', "import '#domain/base/tested.ts';"],
  ]);
  expect(smallFiles(planted)).toEqual(['domain/base/small.ts < domain/base/user.ts']);
});
