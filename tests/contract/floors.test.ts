import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  FLOOR_RULES,
  graphOf,
  loadedBy,
  neighbourArrows,
  readGraph,
  testFloors,
  type FloorRule,
  type Graph,
  type Sources,
} from '#tests/support/checks/floors.ts';
import { readSources, ROOMS } from '#tests/support/checks/syntax.ts';
import { ORDERS } from '#tests/support/checks/orders.ts';

describe.each(Object.entries(ORDERS))('the floors of %s are in order', (place, floors) => {
  testFloors(place, floors);
});

test.each(ROOMS)('no folders and no files of %s import each other, by types or lazily, at any depth', (room) => {
  const graph = readGraph(room);
  expect(FLOOR_RULES.folderCircles(graph, [])).toEqual([]);
  expect(FLOOR_RULES.fileCircles(graph, [])).toEqual([]);
});

/** The packages of the lower rooms: what runs in every place stays small. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  domain: ['valibot'],
  contract: ['valibot', '@valibot/to-json-schema'],
  store: ['valibot', 'dexie'],
  sw: ['workbox-precaching', 'workbox-routing'],
};

/** Loads of what is no part of a room, as `scripts`, or of a package that is not its own; paths into another folder without `#`. */
function foreignLoads(room: string, sources: Sources): readonly string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const outside = loadedBy(file, source).filter((name) => !name.endsWith('.css') && isFault(room, name));
    const relative = [...source.matchAll(/\bfrom '(\.\.\/[^']+\.tsx?)'/g)].map(([, name = '']) =>
      path.posix.join(path.posix.dirname(file), name),
    );
    return [...outside, ...relative.filter((name) => folderOf(name) !== folderOf(file))].map((name) => `${file} > ${name}`);
  });
}

test.each(ROOMS)('%s imports its own packages, rooms alone, and another folder by #', (room) => {
  expect(foreignLoads(room, readSources([room]))).toEqual([]);
});

test.each([
  ['a package', "import a from 'lodash';", 'lodash'],
  ['a script', "import { a } from '#scripts/a.ts';", 'scripts/a.ts'],
  ['a test by its path', "import { a } from '../../tests/a.ts';", 'tests/a.ts'],
  ['a lazy package', "const a = () => import('lodash');", 'lodash'],
  ['a package of types', "type A = import('lodash').A;", 'lodash'],
  ['another folder by its path', "import { a } from '../values/a.ts';", 'domain/values/a.ts'],
])('%s that domain may not import is found', (_, source, found) => {
  expect(foreignLoads('domain', { 'domain/base/a.ts': source })).toContain(`domain/base/a.ts > ${found}`);
  const sound = "import * as v from 'valibot'; import { a } from './b.ts'; import type { C } from '#domain/values/c.ts';";
  expect(foreignLoads('domain', { 'domain/base/a.ts': sound })).toEqual([]);
});

test('every way to load a file is found', () => {
  const ways = [
    "import '#src/b.ts';",
    "import type { B } from './b.ts';",
    "export { b } from '#src/b.ts';",
    "export * from './b.ts';",
    "const b = () => import('#src/b.ts');",
    'const b = () => import(`./b.ts`);',
    "type B = import('#src/b.ts').B;",
    "new Worker(new URL('./b.ts', import.meta.url));",
    "require('./b.ts');",
    "import.meta.glob('./b.ts');",
  ];
  for (const way of ways) expect(loadedBy('src/a.ts', way), way).toEqual(['src/b.ts']);
  expect(() => loadedBy('src/a.ts', 'import(name)')).toThrow('src/a.ts imports what no text names');
  expect(loadedBy('src/a.ts', "// import './b.ts'\nconst text = \"from './b.ts'\";")).toEqual([]);
});
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Whether a room may not load this: something of no room, as `scripts`, or a package that is not its own. */
function isFault(room: string, name: string): boolean {
  // Workers and pages that the build makes lie beside the server.
  if (ROOMS.some((each) => name.startsWith(`${each}/`)) || /\.js$|^dist$/.test(name)) return false;
  return /^(?:scripts|tests)\//.test(name) || PACKAGES[room]?.includes(name) === false;
}

/** A place without a fault, into which violations are planted. */
const FLOORS = ['env', 'data', '*', 'work', 'app'];
const SOUND: Sources = {
  'env.ts': '',
  'data/tokens.ts': "import type { Env } from '#server/inner/env.ts';",
  'data/deep/low/rows.ts': '',
  'data/deep/high/reader.ts': "import { rows } from '../low/rows.ts';",
  'words.ts': "import { a } from './data/tokens.ts';",
  'summary.ts': "import { later } from './work/sign.ts';",
  'work/sign.ts': "import { words } from '#server/inner/words.ts';\nimport { z } from '#server/other/data.ts';",
  'app.tsx': "import type { Sign } from './work/sign.ts';",
};
const VIOLATIONS: readonly [rule: FloorRule, change: Sources, found: readonly string[]][] = [
  ['outside', { 'helpers/hash.ts': '' }, ['helpers/hash.ts']],
  ['missing', { 'work/sign.ts': "import { a } from './content.ts';" }, ['work/sign.ts > work/content.ts']],
  ['upward', { 'data/tokens.ts': "import { a } from '#server/inner/work/sign.ts';" }, ['data/tokens.ts > work/sign.ts']],
  ['upward', { 'data/tokens.ts': "import type { A } from '../words.ts';" }, ['data/tokens.ts > words.ts']],
  ['upward', { 'env.ts': "const later = () => import('#server/inner/app.tsx');" }, ['env.ts > app.tsx']],
  ['upward', { 'data/deep/low/rows.ts': "export { a } from '../../../work/sign.ts';" }, ['data/deep/low/rows.ts > work/sign.ts']],
  ['upward', { 'data/more.ts': "import { a } from '#server/inner/summary.ts';" }, ['data/more.ts > summary.ts']],
  [
    'folderCircles',
    { 'data/deep/low/more.ts': "import { a } from '../high/other.ts';", 'data/deep/high/other.ts': '' },
    ['data/deep/high > data/deep/low > data/deep/high'],
  ],
  [
    'folderCircles',
    {
      'data/deep/high/other.ts': "import type { Token } from '../../more.ts';",
      'data/more.ts': "import { rows } from './deep/low/rows.ts';",
    },
    ['data/deep > data/more.ts > data/deep'],
  ],
  [
    'fileCircles',
    { 'words.ts': "import type { Sign } from '#server/inner/work/sign.ts';" },
    ['words.ts > work/sign.ts > words.ts'],
  ],
];

const planted = (change: Sources): Graph => graphOf('server/inner', { ...SOUND, ...change });

test('a place without a fault passes', () => {
  for (const rule of Object.values(FLOOR_RULES)) expect(rule(planted({}), FLOORS)).toEqual([]);
});

test('a floor without a file is found', () => {
  expect(FLOOR_RULES.empty(planted({}), [...FLOORS, 'gone'])).toEqual(['gone']);
});

test.each(VIOLATIONS)('a planted violation is found by the rule "%s": %o', (rule, change, found) => {
  expect(FLOOR_RULES[rule](planted(change), FLOORS)).toEqual(found);
});

/** Arrows between the groups of `src/screens`, apart from the two that have something for several. */
const betweenGroups = (graph: Graph) =>
  [...graph].flatMap(([file, imported]) =>
    imported
      .filter((target) => target.split('/')[0] !== file.split('/')[0] && !/^(?:account|templates\/editor)\//.test(target))
      .map((target) => `${file} > ${target}`),
  );

test('no group of screens knows another one, but what several need of accounts and the editor of texts', () => {
  const graph = readGraph('src/screens');
  expect([...neighbourArrows(graph).keys()].filter((arrow) => arrow.includes('> account'))).not.toEqual([]);
  expect(betweenGroups(graph)).toEqual([]);
  const change = graphOf('src/screens', {
    'home/a.ts': "import { a } from '../account/a.ts';\nimport { b } from '../cases/b.ts';",
  });
  expect(betweenGroups(change)).toEqual(['home/a.ts > cases/b.ts']);
});
