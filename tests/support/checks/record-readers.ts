import { childrenOf, isNode, parse, pathOf, walk, type Node, type Sources } from './syntax.ts';

/**
 * One declaration at the top of a source, or one method of an object there, as `file#name` or `file#object.name`: functions inside of it
 * are a part of it.
 */
export type Declared = {
  readonly name: string;
  readonly file: string;
  /** the tables that its own text reads */
  readonly tables: ReadonlySet<string>;
  /** the declarations that its own text names, by their names */
  readonly uses: ReadonlySet<string>;
  /** the names of types in its parameters */
  readonly takes: ReadonlySet<string>;
};

const READS =
  /^(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|from|using|mergeInto)$/;
const IN_SQL = /\b(?:from|join|using)\s+(?:only\s+)?(?:public\.)?([a-z_]+)/gi;
/** Calls by which rows come back from a write. */
const COMES_BACK = /^returning(?:All)?$/;
const WRITES = /^(?:updateTable|insertInto|deleteFrom)$/;

/** Every declaration of these sources, by its name. */
export function declarationsOf(sources: Sources): ReadonlyMap<string, Declared> {
  return new Map(
    Object.entries(sources).flatMap(([file, source]) => declared(file, source).map((each) => [each.name, each] as const)),
  );
}

const read = new Map<string, readonly Declared[]>();

/** The declarations of one source; one that was read before is not read again. */
function declared(file: string, source: string): readonly Declared[] {
  const key = `${file} ${source}`;
  const found = read.get(key) ?? declarationsIn(file, source);
  read.set(key, found);
  return found;
}

function declarationsIn(file: string, source: string): Declared[] {
  const { program } = parse(file, source);
  const parts = childrenOf(program).flatMap((node) => partsOf(node));
  const known = namesIn(
    file,
    program,
    parts.map(({ name }) => name.split('.')[0] ?? ''),
  );
  return parts.map(({ name, node }) => {
    return { name: `${file}#${name}`, file, tables: tablesIn(node), uses: usesIn(node, known), takes: takenBy(node) };
  });
}

type Part = { readonly name: string; readonly node: Node };

/** The declarations of one statement; an object of functions is one for each function. */
function partsOf(statement: Node): Part[] {
  const node =
    statement.type === 'ExportNamedDeclaration' && isNode(statement['declaration']) ? statement['declaration'] : statement;
  if (['FunctionDeclaration', 'ClassDeclaration'].includes(node.type)) return [{ name: nameOf(node['id']), node }];
  if (node.type !== 'VariableDeclaration') return [];
  return childrenOf(node).flatMap((each) => {
    const name = nameOf(each['id']);
    const methods = isNode(each['init']) && each['init'].type === 'ObjectExpression' ? childrenOf(each['init']) : [];
    const isOfMethods = methods.length > 0 && methods.every(({ value }) => isNode(value) && /Function/.test(value.type));
    return isOfMethods
      ? methods.map((method) => ({ name: `${name}.${nameOf(method['key'])}`, node: method }))
      : [{ name, node: each }];
  });
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value']) : '');

/** The names at the top of a source and the declarations that they stand for. */
function namesIn(file: string, program: Node, own: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map(own.map((name) => [name, `${file}#${name}`]));
  for (const node of childrenOf(program)) {
    if (node.type !== 'ImportDeclaration' || !isNode(node['source'])) continue;
    const from = pathOf(file, String(node['source']['value']));
    for (const each of childrenOf(node))
      if (each.type.endsWith('Specifier'))
        known.set(nameOf(each['local']), `${from}#${nameOf(each['imported'] ?? each['local'])}`);
  }
  return known;
}

function usesIn(node: Node, known: ReadonlyMap<string, string>): Set<string> {
  const uses = new Set<string>();
  walk(node, (each) => {
    if (each.type.startsWith('TSType')) return false;
    const used = each.type === 'Identifier' ? known.get(nameOf(each)) : undefined;
    if (used !== undefined) uses.add(used);
    return true;
  });
  return uses;
}

function takenBy(node: Node): Set<string> {
  const takes = new Set<string>();
  walk(node, (each) => {
    const { params } = each;
    if (!Array.isArray(params)) return true;
    for (const param of params as readonly unknown[])
      if (isNode(param))
        walk(param, (part) => {
          const type = part.type === 'TSTypeReference' ? nameOf(part['typeName']) : '';
          if (type !== '') takes.add(type);
          // A part of a type is not that type.
          return !/^(?:Pick|Omit|Partial)$/.test(type);
        });
    return !/Function/.test(each.type);
  });
  return takes;
}

/** The tables that a text reads by the query builder, by what comes back of a write, and in SQL of its own. */
function tablesIn(node: Node): Set<string> {
  const tables = new Set<string>();
  const written = new Set<string>();
  let comesBack = false;
  walk(node, (each) => {
    if (each.type === 'TemplateElement')
      for (const [, table] of textOf(each).matchAll(IN_SQL)) tables.add(table?.toLowerCase() ?? '');
    if (each.type !== 'CallExpression' || !isNode(each['callee']) || !isNode(each['callee']['property'])) return;
    const called = nameOf(each['callee']['property']);
    comesBack ||= COMES_BACK.test(called);
    const into = READS.test(called) ? tables : WRITES.test(called) ? written : undefined;
    for (const table of into === undefined ? [] : tableNames(childrenOf(each)[1])) into?.add(table);
  });
  return comesBack ? new Set([...tables, ...written]) : tables;
}

function textOf({ value }: Node): string {
  return (value as { cooked?: string } | undefined)?.cooked ?? '';
}

/** `'cases as c'`, and each of a list. */
function tableNames(argument: Node | undefined): string[] {
  if (argument === undefined) return [];
  if (argument.type === 'ArrayExpression') return childrenOf(argument).flatMap(tableNames);
  const [name = ''] = typeof argument['value'] === 'string' ? argument['value'].split(' ') : [];
  return name === '' ? [] : [name];
}
