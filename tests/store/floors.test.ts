import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The floors of the room, the lowest first: a file imports from its own floor and from lower ones. */
const FLOORS = ['env', 'crypto', 'db', 'vault', 'session', 'entities', 'outbox', 'sync', 'views'] as const;

/** Paths of files by the paths that they import, from the root of the room; imports of types count as well. */
type Graph = ReadonlyMap<string, readonly string[]>;

const ROOT = path.resolve(import.meta.dirname, '../../store');
const floorOf = (file: string) => file.split('/')[0]!.replace(/\.ts$/, '');
const rankOf = (file: string) => FLOORS.findIndex((floor) => floor === floorOf(file));

/** The files that a source imports from its own room. */
function importsOf(file: string, source: string): string[] {
  const named = source.matchAll(/\b(?:from|import)\s*\(?\s*'(#store\/|\.{1,2}\/)([^']+)'/g);
  return [...named].map(([, start, rest]) =>
    start === '#store/' ? rest! : path.posix.join(path.posix.dirname(file), start!, rest!),
  );
}

function readGraph(): Graph {
  const files = fs.readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file, importsOf(file, fs.readFileSync(path.join(ROOT, file), 'utf8'))]));
}

const arrows = (graph: Graph) => [...graph].flatMap(([file, imported]) => imported.map((target) => ({ file, target })));

/** Files that stand on no floor. */
const outside = (graph: Graph) => [...graph.keys()].filter((file) => rankOf(file) === -1);

/** Imports of a file that does not exist. */
const missing = (graph: Graph) => arrows(graph).flatMap(({ file, target }) => (graph.has(target) ? [] : [`${file} > ${target}`]));

/** Imports from a lower floor to a higher one. */
const upward = (graph: Graph) =>
  arrows(graph).flatMap(({ file, target }) => (rankOf(target) > rankOf(file) ? [`${file} > ${target}`] : []));

/** Arrows between floors, with the number of imports behind each. */
function floorArrows(graph: Graph): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file, target } of arrows(graph)) {
    const arrow = `${floorOf(file)} > ${floorOf(target)}`;
    if (floorOf(file) !== floorOf(target)) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
  }
  return counts;
}

/** Pairs of floors that import from each other. */
const twoWay = (graph: Graph) => {
  const found = floorArrows(graph);
  return [...found.keys()].filter((arrow) => found.has(arrow.split(' > ').toReversed().join(' > ')));
};

/** Circles of files, each as the path that closes it. */
function circles(graph: Graph): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string) => {
    const start = trail.indexOf(file);
    if (start !== -1) found.push([...trail.slice(start), file].join(' > '));
    if (start !== -1 || done.has(file)) return;
    trail.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    trail.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

const RULES = { outside, missing, upward, twoWay, circles };
type Rule = keyof typeof RULES;
const graph = readGraph();

test.each(Object.keys(RULES) as Rule[])('the floors of the store are kept: nothing is found by the rule "%s"', (rule) => {
  expect(graph.size).toBeGreaterThan(50);
  expect(RULES[rule](graph)).toEqual([]);
});

test('the floors are printed, with their files and the arrows between them', () => {
  const found = floorArrows(graph);
  const lines = FLOORS.map((floor) => {
    const files = [...graph.keys()].filter((file) => floorOf(file) === floor).length;
    const lower = [...found].filter(([arrow]) => arrow.startsWith(`${floor} > `));
    const targets = lower.map(([arrow, count]) => `${arrow.slice(floor.length + 3)} ${count}`);
    return `${floor.padEnd(9)} ${String(files).padStart(2)} files${targets.length === 0 ? '' : ` > ${targets.join(', ')}`}`;
  });
  // oxlint-disable-next-line eslint/no-console -- the picture of the floors is what this test is read for
  console.info(lines.join('\n'));
  expect(lines).toHaveLength(FLOORS.length);
});

/** A room without a fault, into which each violation below is planted. */
const SOUND = {
  'env.ts': '',
  'crypto/seal.ts': "import type { Env } from '#store/env.ts';",
  'db/op.ts': "import type { Sealed } from '#store/crypto/seal.ts';",
  'db/vault-database.ts': "import type { OpRow } from './op.ts';",
  'vault/open.ts': "import { openVaultDatabase } from '#store/db/vault-database.ts';",
};
const planted = (change: Readonly<Record<string, string>>): Graph =>
  new Map(Object.entries({ ...SOUND, ...change }).map(([file, source]) => [file, importsOf(file, source)]));

test('a room without a fault passes', () => {
  for (const rule of Object.values(RULES)) expect(rule(planted({}))).toEqual([]);
});

test.each<[Rule, Readonly<Record<string, string>>, string[]]>([
  ['outside', { 'parcel.ts': '', 'helpers/wrap.ts': '' }, ['parcel.ts', 'helpers/wrap.ts']],
  ['missing', { 'vault/open.ts': "import { a } from './identity.ts';" }, ['vault/open.ts > vault/identity.ts']],
  ['upward', { 'crypto/seal.ts': "import { a } from '#store/vault/open.ts';" }, ['crypto/seal.ts > vault/open.ts']],
  ['upward', { 'crypto/seal.ts': "import type { A } from '../db/op.ts';" }, ['crypto/seal.ts > db/op.ts']],
  ['upward', { 'env.ts': "const later = () => import('#store/db/op.ts');" }, ['env.ts > db/op.ts']],
  ['upward', { 'env.ts': "export { a } from './crypto/seal.ts';" }, ['env.ts > crypto/seal.ts']],
  [
    'twoWay',
    { 'db/op.ts': "import type { A } from '#store/vault/root-key.ts';", 'vault/root-key.ts': '' },
    ['db > vault', 'vault > db'],
  ],
  [
    'circles',
    { 'db/op.ts': "import type { VaultDatabase } from './vault-database.ts';" },
    ['db/op.ts > db/vault-database.ts > db/op.ts'],
  ],
])('a planted violation is found by the rule "%s": %o', (rule, change, found) => {
  expect(RULES[rule](planted(change)).toSorted()).toEqual(found.toSorted());
});
