import fs from 'node:fs';
import path from 'node:path';
import { childrenOf, isNode, parse, walk, type Node } from './syntax.ts';
import { expect, test } from 'vitest';

/** Paths of files by the paths that they import, from the place that is read; imports of types count as well. */
export type Graph = ReadonlyMap<string, readonly string[]>;
/** Sources by their paths from the root of their place. */
export type Sources = Readonly<Record<string, string>>;

/**
 * Folders of a place, and files at its root without their endings, the lowest first: a file imports from its own floor and from lower
 * ones. `*` is the floor of the files at the root that have no name in the list: each lies there, or as high as the highest that it imports.
 */
export type Floors = readonly string[];

const SOURCE = /\.tsx?$/;
const REST = '*';

type Arrow = { readonly file: string; readonly target: string };
const floorOf = (file: string) => file.replace(/\/.*/, '').replace(SOURCE, '');
const arrows = (graph: Graph): Arrow[] => [...graph].flatMap(([file, imported]) => imported.map((target) => ({ file, target })));
const written = ({ file, target }: Arrow) => `${file} > ${target}`;

/**
 * Arrows between neighbours, which are folders and files of one folder, at any depth, with the number of imports behind each. An import
 * counts once: in the deepest folder that holds both of its ends.
 */
export function neighbourArrows(graph: Graph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file, target } of arrows(graph)) {
    const [from, to] = [file.split('/'), target.split('/')];
    const depth = from.findIndex((part, at) => part !== to[at]) + 1;
    const arrow = written({ file: from.slice(0, depth).join('/'), target: to.slice(0, depth).join('/') });
    if (depth > 0) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
  }
  return counts;
}

/** Circles in a graph, each as the path that closes it. */
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

function neighbours(graph: Graph): Graph {
  const found = new Map<string, string[]>();
  for (const arrow of neighbourArrows(graph).keys()) {
    const [from = '', to = ''] = arrow.split(' > ');
    found.set(from, [...(found.get(from) ?? []), to]);
  }
  return found;
}

/** The place of each file in the list of floors; -1 where it has none. */
function ranksOf(graph: Graph, floors: Floors): (file: string) => number {
  const known = new Map<string, number>();
  const rankOf = (file: string): number => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const named = floors.indexOf(floorOf(file));
    const isRest = named === -1 && !file.includes('/') && floors.includes(REST);
    // Set before the imports are followed, so that a circle comes to its end.
    const least = isRest ? floors.indexOf(REST) : named;
    known.set(file, least);
    const rank = isRest ? Math.max(least, ...(graph.get(file) ?? []).map(rankOf)) : least;
    known.set(file, rank);
    return rank;
  };
  return rankOf;
}

/** The possible faults of a place's imports, each with the rule that finds them. */
export const FLOOR_RULES = {
  /** Files that lie on no floor. */
  outside: (graph: Graph, floors: Floors) => [...graph.keys()].filter((file) => ranksOf(graph, floors)(file) === -1),
  /** Floors that hold no file. */
  empty: (graph: Graph, floors: Floors) => {
    const used = new Set([...graph.keys()].map(floorOf));
    return floors.filter((floor) => floor !== REST && !used.has(floor));
  },
  /** Imports of a file that does not exist. */
  missing: (graph: Graph, _floors: Floors) => arrows(graph).flatMap((arrow) => (graph.has(arrow.target) ? [] : [written(arrow)])),
  /** Imports from a lower floor to a higher one. */
  upward: (graph: Graph, floors: Floors) => {
    const rankOf = ranksOf(graph, floors);
    return arrows(graph).flatMap((arrow) => (rankOf(arrow.target) > rankOf(arrow.file) ? [written(arrow)] : []));
  },
  /** Folders that import from each other at any depth, at once or by way of others; a file beside a folder counts as one. */
  folderCircles: (graph: Graph, _floors: Floors) => circles(neighbours(graph)),
  fileCircles: (graph: Graph, _floors: Floors) => circles(graph),
} satisfies Record<string, (graph: Graph, floors: Floors) => string[]>;
export type FloorRule = keyof typeof FLOOR_RULES;

/**
 * Declares the tests that prove the order of the floors of a place, print it, and find an import that is turned round.
 *
 * @param place - a room or a folder inside one, as `server/data`
 */
export function testFloors(place: string, floors: Floors): void {
  const graph = readGraph(place);
  const rankOf = ranksOf(graph, floors);
  const filesOf = (rank: number) => [...graph.keys()].filter((file) => rankOf(file) === rank);

  test.each(Object.keys(FLOOR_RULES) as FloorRule[])('nothing is found by the rule "%s"', (rule) => {
    expect(FLOOR_RULES[rule](graph, floors)).toEqual([]);
  });

  test('the floors are printed, with their files and the arrows between them', () => {
    const width = Math.max(...floors.map((floor) => floor.length));
    const lines = floors.map((floor, rank) => {
      const files = filesOf(rank);
      const counts = new Map<string, number>();
      for (const target of files.flatMap((file) => graph.get(file) ?? [])) {
        const lower = floors[rankOf(target)];
        if (lower !== undefined && lower !== floor) counts.set(lower, (counts.get(lower) ?? 0) + 1);
      }
      const targets = [...counts].map(([lower, count]) => `${lower} ${count}`);
      return `${floor.padEnd(width)} ${String(files.length).padStart(3)} files${targets.length === 0 ? '' : ` > ${targets.join(', ')}`}`;
    });
    console.info([place, ...lines].join('\n'));
    expect(lines).toHaveLength(floors.length);
  });

  test('an import is found wherever it would go one floor up', () => {
    const firstOf = (rank: number) => filesOf(rank).find((file) => floors[rank] === REST || floorOf(file) === floors[rank]) ?? '';
    const planted = floors.slice(1).map((_, lower) => ({ file: firstOf(lower), target: firstOf(lower + 1) }));
    // Not with the floor of the rest as the lower one: what its files import lifts them.
    for (const arrow of planted.filter((_, lower) => floors[lower] !== REST))
      expect(FLOOR_RULES.upward(new Map(graph).set(arrow.file, [arrow.target]), floors)).toContain(written(arrow));
  });
}

/**
 * The files that a source names for loading: imports and what it passes on, types and lazy imports included, workers and addresses
 * beside the module.
 */
export function loadedBy(file: string, source: string): string[] {
  const found: string[] = [];
  walk(parse(file, source).program, ({ type, source: from, argument, callee, arguments: all }) => {
    const isLoad = isNode(callee) && (callee['name'] === 'URL' || callee['name'] === 'require' || isGlob(callee));
    const [first] = isLoad && Array.isArray(all) ? (all as readonly unknown[]) : [];
    const name = first ?? (/^(?:Import|Export(?:All|Named))|^TSImportType$/.test(type) ? (from ?? argument) : undefined);
    const text = plainText(name);
    if (text !== undefined) found.push(text);
    else if (type === 'ImportExpression') throw new Error(`${file} imports what no text names`);
  });
  return found.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name.replace(/^#/, '')));
}

const isGlob = ({ property }: Node) => isNode(property) && property['name'] === 'glob';

/** A text, also as a template without parts or as the type of one. */
function plainText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'TSLiteralType') return plainText(node['literal']);
  if (node.type === 'TemplateLiteral') {
    const [first, ...others] = childrenOf(node);
    return first === undefined || others.length > 0 ? undefined : (first['value'] as { cooked?: string }).cooked;
  }
  return typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** The TypeScript files that a source imports from its own place. */
function importsOf(place: string, file: string, source: string): string[] {
  return loadedBy(path.posix.join(place, file), source)
    .filter((target) => target.startsWith(`${place}/`) && SOURCE.test(target))
    .map((each) => each.slice(place.length + 1));
}

/** The imports of sources as if they lay in a place. */
export function graphOf(place: string, sources: Sources): Graph {
  return new Map(Object.entries(sources).map(([file, source]) => [file, importsOf(place, file, source)]));
}

/** The imports of a room, or of a folder inside one, as it lies on the disk. */
export function readGraph(place: string): Graph {
  const root = path.resolve(import.meta.dirname, '../../..', place);
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => SOURCE.test(file));
  return graphOf(place, Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')])));
}
