import { expect, test } from 'vitest';
import { childrenOf, importsOf, isNode, parse, readSources, type Sources } from '#tests/support/checks/syntax.ts';

// A number stands once, with its rule and its source, in the file of its subject.

const LIMITS = 'domain/base/limits.ts';
/** Units of time and size, which any room may use. */
const UNITS: ReadonlySet<string> = new Set(['MINUTE', 'HOUR', 'DAY']);
const ROOMS_LEAST = 3;

const sources = readSources();

/** Names that a file exports by declaring them. */
function exportedNames(file: string, source: string): string[] {
  return childrenOf(parse(file, source).program).flatMap((node) => {
    const { declaration } = node;
    if (node.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    return childrenOf(declaration).flatMap(({ id }) => (isNode(id) ? [String(id['name'])] : []));
  });
}

/** Constants of `limits.ts` that belong to fewer rooms than share it. */
function strayLimits(tree: Sources): string[] {
  const imports = Object.entries(tree).flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ from, names }) => (from === LIMITS ? [{ room: file.split('/')[0], names }] : [])),
  );
  return exportedNames(LIMITS, tree[LIMITS] ?? '').filter((name) => {
    const rooms = new Set(imports.flatMap(({ room, names }) => (names.includes(name) ? [room] : [])));
    return !UNITS.has(name) && rooms.size < ROOMS_LEAST;
  });
}

test('limits.ts holds units, and what at least three rooms share', () => {
  expect(exportedNames(LIMITS, sources[LIMITS] ?? '')).toContain('MINUTE');
  expect(strayLimits(sources)).toEqual([]);
});

test('a limit of two rooms is found', () => {
  const use = "import { PAGES_MOST } from '#domain/base/limits.ts';";
  const limits = { [LIMITS]: 'export const DAY = 1; export const PAGES_MOST = 50;' };
  expect(strayLimits({ ...limits, 'server/a.ts': use, 'server/b.ts': use, 'src/a.ts': use })).toEqual(['PAGES_MOST']);
  expect(strayLimits({ ...limits, 'server/a.ts': use, 'store/b.ts': use, 'src/a.ts': use })).toEqual([]);
});
