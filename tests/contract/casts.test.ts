import { expect, test } from 'vitest';
import { childrenOf, isNode, parse, readSources, type Node, type Sources } from '#tests/support/checks/syntax.ts';

// A cast over a cast lets any value pass for any type. Tests are exempt: they give the product what no type lets through.

/** The functions that may have one, by their file and name, and why no type says the same. */
const PERMITTED: Readonly<Record<string, string>> = {
  'server/data/compiled-query.ts asTexts':
    'A query is built of texts before they are known. Nothing but an object that throws at every other use proves that each is a parameter.',
};

/** Functions with a cast whose value is itself a cast, by their file and name; one outside of any function by its file. */
function doubleCasts(tree: Sources): string[] {
  return Object.entries(tree).flatMap(([file, source]) =>
    castsBelow(parse(file, source).program).map((name) => `${file} ${name}`),
  );
}

function castsBelow(node: Node, owner = ''): string[] {
  const name = nameOf(node) ?? owner;
  const below = childrenOf(node).flatMap((child) => castsBelow(child, name));
  return isCast(node) && isCast(withoutParentheses(node['expression'])) ? [name, ...below] : below;
}

/** `as const` narrows a literal and is no cast. */
function isCast(node: unknown): boolean {
  if (!isNode(node) || !['TSAsExpression', 'TSTypeAssertion'].includes(node.type)) return false;
  const { typeAnnotation: type } = node;
  return !(isNode(type) && isNode(type['typeName']) && type['typeName']['name'] === 'const');
}

function withoutParentheses(node: unknown): unknown {
  return isNode(node) && node.type === 'ParenthesizedExpression' ? withoutParentheses(node['expression']) : node;
}

function nameOf({ type, id, key, init, value }: Node): string | undefined {
  const isFunction = [init, value].some((each) => isNode(each) && /Function/.test(each.type));
  const name =
    type === 'FunctionDeclaration' || (type === 'VariableDeclarator' && isFunction) ? id : isFunction ? key : undefined;
  return isNode(name) ? String(name['name']) : undefined;
}

test('no source casts a cast, but those that say why', () => {
  expect(doubleCasts(readSources())).toEqual(Object.keys(PERMITTED));
});

test('a double cast is found by its function, however it is written', () => {
  const double = 'value as unknown as string';
  const planted = {
    'src/a.ts': `export function one(value: object) { return [1].map(() => ${double}); }`,
    'src/b.ts': `const two = (value: object) => ((value as object) as string);`,
    'src/c.ts': `const it = { three(value: object) { return <string>(<unknown>value); } };`,
    'src/d.ts': `class It { four(value: object) { return (<unknown>value) as string; } }`,
    'src/e.ts': `export const five = ${double};`,
    'src/f.ts': `export const a = value as string; export const b = (['x'] as const) as readonly string[];`,
  };
  expect(doubleCasts(planted)).toEqual(['src/a.ts one', 'src/b.ts two', 'src/c.ts three', 'src/d.ts four', 'src/e.ts ']);
});
