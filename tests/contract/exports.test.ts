import { expect, test } from 'vitest';
import { childrenOf, isNode, parse, readSources, type Node, type Sources } from '#tests/support/checks/syntax.ts';

// An exported name stands for one thing, so that a search for it has one answer.

/** The names that a pattern or a declaration binds. */
function boundNames(id: unknown): string[] {
  if (!isNode(id)) return [];
  if (id.type === 'Identifier') return [String(id['name'])];
  if (id.type === 'Property') return boundNames(id['value']);
  return childrenOf(id).flatMap(boundNames);
}

/** The names that a source exports of its own; what it passes on from another file is that file's. */
function exportedNames(file: string, source: string): ReadonlySet<string> {
  const statements = childrenOf(parse(file, source).program);
  const imported = new Set(
    statements.flatMap((node) =>
      node.type === 'ImportDeclaration' ? childrenOf(node).flatMap(({ local }) => boundNames(local)) : [],
    ),
  );
  return new Set(statements.flatMap((node) => namesOfExport(node, imported)));
}

function namesOfExport({ type, declaration, ...node }: Node, imported: ReadonlySet<string>): string[] {
  if (type !== 'ExportNamedDeclaration') return [];
  if (isNode(declaration))
    return declaration.type === 'VariableDeclaration'
      ? childrenOf(declaration).flatMap(({ id }) => boundNames(id))
      : boundNames(declaration['id']);
  // A name that is passed on under another one is a name of this file.
  const isPassedOn = ({ local, exported }: Node) => {
    const [from, to] = [boundNames(local).join(), boundNames(exported).join()];
    return from === to && (isNode(node['source']) || imported.has(from));
  };
  const specifiers = childrenOf({ type, ...node }).filter(({ type: each }) => each === 'ExportSpecifier');
  return specifiers.filter((each) => !isPassedOn(each)).flatMap(({ exported }) => boundNames(exported));
}

/** The one name that files share by their nature: each migration has its step. */
const isStep = (file: string, name: string) => name === 'up' && file.startsWith('server/data/migrations/');

/** Names that several files export, with these files. */
function homonyms(tree: Sources): string[] {
  const homes = new Map<string, string[]>();
  for (const [file, source] of Object.entries(tree))
    for (const name of exportedNames(file, source)) if (!isStep(file, name)) homes.set(name, [...(homes.get(name) ?? []), file]);
  return [...homes].flatMap(([name, files]) => (files.length > 1 ? [`${name}: ${files.join(', ')}`] : []));
}

/** Files that pass on all that another one exports. */
function barrels(tree: Sources): string[] {
  const found = Object.entries(tree).filter(
    ([file, source]) =>
      /export\s*\*/.test(source) && childrenOf(parse(file, source).program).some(({ type }) => type === 'ExportAllDeclaration'),
  );
  return found.map(([file]) => file);
}

test('no file passes on all that another one exports', () => {
  expect(barrels(readSources())).toEqual([]);
  const planted = { 'src/a.ts': "export * from './b.ts';", 'src/b.ts': "export * as b from './c.ts';", 'src/c.ts': 'export {};' };
  expect(barrels(planted)).toEqual(['src/a.ts', 'src/b.ts']);
});

test('no two files export one name', () => {
  const sources = readSources();
  expect(Object.entries(sources).flatMap((each) => [...exportedNames(...each)]).length).toBeGreaterThan(4000);
  expect(homonyms(sources)).toEqual([]);
});

test.each([
  ['a type', 'export type Side = 1;'],
  ['a schema and its type', 'export const Side = 1; export type Side = 2;'],
  ['a function', 'export async function Side() {}'],
  ['a class', 'export class Side {}'],
  ['a part of a pattern', 'export const { a: Side, b: [c] } = d;'],
  ['a list', 'const own = 1; export { own as Side };'],
  ['passed on under this name', "export { other as Side } from '#domain/c.ts';"],
  ['imported and passed on under this name', "import { other } from '#domain/c.ts'; export { other as Side };"],
])('%s that another file has is found', (_, source) => {
  const tree = { 'domain/a.ts': 'export const Side = 1; export type Side = 2;', 'src/b.ts': source };
  expect(homonyms(tree)).toEqual(['Side: domain/a.ts, src/b.ts']);
});

test.each([
  ['passed on', "export type { Side } from '#domain/a.ts'; export * from '#domain/a.ts';"],
  ['imported and passed on', "import { Side } from '#domain/a.ts'; export { Side };"],
  ['not exported', 'const Side = 1; type Words = 2;'],
])('a name that is %s has one home', (_, source) => {
  expect(homonyms({ 'domain/a.ts': 'export const Side = 1;', 'src/b.ts': source })).toEqual([]);
});

test('migrations share the name of their step, and no other', () => {
  const step = 'export const up = 1; export const down = 1;';
  const tree = { 'server/data/migrations/a.ts': step, 'server/data/migrations/b.ts': step, 'src/c.ts': 'export const up = 1;' };
  expect(homonyms(tree)).toEqual(['down: server/data/migrations/a.ts, server/data/migrations/b.ts']);
});
