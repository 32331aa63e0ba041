import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Paths of files by the paths that they import, from the root of the room; imports of types count as well. */
type Graph = ReadonlyMap<string, readonly string[]>;
/** Sources by their paths from the root of the room. */
type Sources = Readonly<Record<string, string>>;

/**
 * A room and the order of its floors, the lowest first: a file imports from its own floor and from lower ones. A file at the root
 * of the room is a floor of its own.
 *
 * @property leastFiles - fewer files than these are a fault of the check itself
 * @property sound - a small room without a fault, into which the violations are planted
 * @property violations - rule, sources that are added to the sound room, and the paths that the rule then finds
 */
type Building = {
  room: string;
  floors: readonly string[];
  leastFiles: number;
  sound: Sources;
  violations: readonly [rule: Rule, change: Sources, found: readonly string[]][];
};

const SOURCE = /\.tsx?$/;

const arrows = (graph: Graph) => [...graph].flatMap(([file, imported]) => imported.map((target) => ({ file, target })));
const floorOf = (file: string) => file.split('/')[0]!.replace(/\.ts$/, '');

/** Imports of a file that does not exist. */
const missing = (graph: Graph) => arrows(graph).flatMap(({ file, target }) => (graph.has(target) ? [] : [`${file} > ${target}`]));

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

const rulesOf = (floors: readonly string[]) => {
  const rankOf = (file: string) => floors.indexOf(floorOf(file));
  return {
    /** Files that stand on no floor. */
    outside: (graph: Graph) => [...graph.keys()].filter((file) => rankOf(file) === -1),
    missing,
    /** Imports from a lower floor to a higher one. */
    upward: (graph: Graph) =>
      arrows(graph).flatMap(({ file, target }) => (rankOf(target) > rankOf(file) ? [`${file} > ${target}`] : [])),
    twoWay,
    circles,
  };
};
type Rule = keyof ReturnType<typeof rulesOf>;

/** The circles of imports in a room, types and lazy imports included, each as the path that closes it. */
export function importCircles(room: string): string[] {
  return circles(readGraph(room));
}

/** Declares the tests that prove the order of a room's floors, and that each rule finds what is planted for it. */
export function testFloors({ room, floors, leastFiles, sound, violations }: Building): void {
  const rules = rulesOf(floors);
  const graph = readGraph(room);

  test.each(Object.keys(rules) as Rule[])(`the floors of ${room} are in order: nothing is found by the rule "%s"`, (rule) => {
    expect(graph.size).toBeGreaterThan(leastFiles);
    expect(rules[rule](graph)).toEqual([]);
  });

  test(`the floors of ${room} are printed, with their files and the arrows between them`, () => {
    const found = floorArrows(graph);
    const width = Math.max(...floors.map((floor) => floor.length));
    const lines = floors.map((floor) => {
      const files = [...graph.keys()].filter((file) => floorOf(file) === floor).length;
      const lower = [...found].filter(([arrow]) => arrow.startsWith(`${floor} > `));
      const targets = lower.map(([arrow, count]) => `${arrow.slice(floor.length + 3)} ${count}`);
      return `${floor.padEnd(width)} ${String(files).padStart(2)} files${targets.length === 0 ? '' : ` > ${targets.join(', ')}`}`;
    });
    // oxlint-disable-next-line eslint/no-console -- the picture of the floors is what this test is read for
    console.info(lines.join('\n'));
    expect(lines).toHaveLength(floors.length);
  });

  const planted = (change: Sources): Graph =>
    new Map(Object.entries({ ...sound, ...change }).map(([file, source]) => [file, importsOf(room, file, source)]));

  test('a room without a fault passes', () => {
    for (const rule of Object.values(rules)) expect(rule(planted({}))).toEqual([]);
  });

  test.each(violations)('a planted violation is found by the rule "%s": %o', (rule, change, found) => {
    expect(rules[rule](planted(change)).toSorted()).toEqual([...found].toSorted());
  });
}

/** The TypeScript files that a source imports from its own room. */
function importsOf(room: string, file: string, source: string): string[] {
  const named = source.matchAll(/\b(?:from|import)\s*\(?\s*'(#\w+\/|\.{1,2}\/)([^']+)'/g);
  const targets = [...named].flatMap(([, start, rest]) => {
    if (start === `#${room}/`) return [rest!];
    return start!.startsWith('#') ? [] : [path.posix.join(path.posix.dirname(file), start!, rest!)];
  });
  return targets.filter((target) => SOURCE.test(target));
}

function readGraph(room: string): Graph {
  const root = path.resolve(import.meta.dirname, '../../..', room);
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => SOURCE.test(file));
  return new Map(files.map((file) => [file, importsOf(room, file, fs.readFileSync(path.join(root, file), 'utf8'))]));
}
