import { SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import type { PdfObject, PdfObjects } from './pdf-objects.ts';
import { nameIn, numberIn, refsIn, type PdfDictionary } from './pdf-values.ts';
import { RefusedScan } from '#server/outside/scan/refused-scan.ts';

/** Entries that lead from an object to others below or behind it: their graph has no circle in a good file. */
const DOWNWARD = ['Kids', 'Next', 'First'];

/**
 * The number of pages that the page tree has.
 *
 * @throws RefusedScan for a tree that runs in a circle, or has another number of pages than it says
 */
export function countPages({ objects, trailers }: PdfObjects): number {
  const dictionaries = objects.flatMap(({ value, ...object }) => (value.kind === 'dictionary' ? [{ ...object, value }] : []));
  if (dictionaries.filter(({ value }) => nameIn(value, 'Type') === 'Page').length > 4 * SCAN_PAGES_MOST)
    throw new RefusedScan('TOO_MANY_PAGES');
  refuseCircles(dictionaries);
  const last = new Map<number, PdfDictionary>();
  for (const { number, value } of dictionaries.toSorted((a, b) => a.at - b.at)) last.set(number, value);
  const [catalog] = trailers.flatMap((trailer) => refsIn(trailer, 'Root')).slice(-1);
  const [root] = catalog === undefined ? [] : refsIn(last.get(catalog) ?? NONE, 'Pages');
  const tree = root === undefined ? undefined : last.get(root);
  if (!tree) throw new RefusedScan('DAMAGED');
  const pages = leavesOf(tree, last);
  if (pages > SCAN_PAGES_MOST) throw new RefusedScan('TOO_MANY_PAGES');
  if (pages === 0 || numberIn(tree, 'Count') !== pages) throw new RefusedScan('DAMAGED');
  return pages;
}

const NONE: PdfDictionary = { kind: 'dictionary', entries: [] };

/** Leaves below a node; no node is counted twice. */
function leavesOf(tree: PdfDictionary, objects: ReadonlyMap<number, PdfDictionary>): number {
  const open = [tree];
  const found = new Set<PdfDictionary>();
  let leaves = 0;
  for (let node = open.pop(); node; node = open.pop()) {
    if (found.has(node)) throw new RefusedScan('DAMAGED');
    found.add(node);
    const isLeaf = nameIn(node, 'Type') !== 'Pages' && node.entries.every(([key]) => key !== 'Kids');
    if (isLeaf) leaves += 1;
    else open.push(...refsIn(node, 'Kids').map((kid) => objects.get(kid) ?? NONE));
    if (leaves > SCAN_PAGES_MOST) break;
  }
  return leaves;
}

function refuseCircles(dictionaries: readonly (Omit<PdfObject, 'value'> & { value: PdfDictionary })[]): void {
  const below = new Map<number, number[]>();
  for (const { number, value } of dictionaries) {
    const edges = below.get(number) ?? [];
    below.set(number, edges);
    for (const key of DOWNWARD) for (const ref of refsIn(value, key)) edges.push(ref);
  }
  const done = new Set<number>();
  for (const start of below.keys()) {
    // Depth first without recursion: -1 marks the way back from the node before it.
    const onPath = new Set<number>();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node < 0) {
        onPath.delete(-node - 1);
        done.add(-node - 1);
        continue;
      }
      if (onPath.has(node)) throw new RefusedScan('DAMAGED');
      if (done.has(node)) continue;
      onPath.add(node);
      open.push(-node - 1, ...(below.get(node) ?? []));
    }
  }
}
