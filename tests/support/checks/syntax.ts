import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree with TypeScript); positions are characters of the source. */
export type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [name: string]: unknown };

/** Sources by their paths from the root of the repository. */
export type Sources = Readonly<Record<string, string>>;

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The rooms of the product, each a folder at the root. */
export const ROOMS = ['domain', 'contract', 'store', 'src', 'sw', 'server'] as const;

/** The TypeScript sources of folders, ambient declarations excepted. */
export function readSources(folders: readonly string[] = ROOMS): Sources {
  const files = folders.flatMap((folder) =>
    fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')).toSorted();
  return Object.fromEntries(sources.map((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]));
}

type Parsed = { readonly program: Node; readonly comments: readonly Node[] };
/** Trees of the whole house are larger than all that the tests of a worker keep: they stay as long as memory is not needed. */
const parsed = new Map<string, WeakRef<Parsed>>();

/** The syntax tree of a source, and its comments in their order. @throws Error for a source that cannot be read */
export function parse(file: string, source: string): Parsed {
  const key = `${file}\0${source}`;
  const before = parsed.get(key)?.deref();
  if (before !== undefined) return before;
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const tree = { program: asNode(program), comments: comments.map(asNode) };
  parsed.set(key, new WeakRef(tree));
  return tree;
}

/** The parser's types are unions of every kind of node; checks read them by name. */
const asNode = (node: { readonly type: string; readonly start: number; readonly end: number }): Node => ({ ...node });

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes directly below a node, in their order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const each of value as readonly unknown[]) addNode(children, each);
    else addNode(children, value);
  }
  return children;
}

function addNode(nodes: Node[], value: unknown): void {
  if (isNode(value)) nodes.push(value);
}

/** Calls `visit` for a node and all below it. A visit that answers false leaves out what lies below. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of childrenOf(node)) walk(child, visit);
}

/** The names that a file imports or passes on, by the file they come from. */
export function importsOf(file: string, source: string): { readonly from: string; readonly names: readonly string[] }[] {
  const { program } = parse(file, source);
  return childrenOf(program).flatMap((node) => {
    if (!['ImportDeclaration', 'ExportNamedDeclaration'].includes(node.type) || !isNode(node['source'])) return [];
    const names = childrenOf(node).flatMap((each) => (each.type.endsWith('Specifier') ? [importedName(each)] : []));
    return [{ from: pathOf(file, String(node['source']['value'])), names }];
  });
}

function importedName(specifier: Node): string {
  const name = specifier['imported'] ?? specifier['local'];
  return isNode(name) ? String(name['name'] ?? name['value']) : '*';
}

/** The path of an imported file from the root; the name of a package as it is. */
export function pathOf(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}
