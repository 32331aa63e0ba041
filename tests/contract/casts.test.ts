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
  return isFree(node) ? [name, ...below] : below;
}

/** A cast of a cast, also through what hands a value on; one to `never`, which passes for any type; a value that is declared to be there. */
function isFree(node: Node): boolean {
  if (node['definite'] === true) return true;
  if (!isCast(node)) return false;
  const { typeAnnotation: type } = node;
  return (isNode(type) && type.type === 'TSNeverKeyword') || passedOn(node['expression']).some(isCast);
}

/** The expressions whose value an expression is. */
function passedOn(node: unknown): readonly unknown[] {
  if (!isNode(node)) return [];
  const { type, expression, argument, consequent, alternate, left, right } = node;
  if (/^(?:Parenthesized|TSNonNull|TSSatisfies)Expression$/.test(type)) return passedOn(expression);
  if (type === 'AwaitExpression') return passedOn(argument);
  if (type === 'ConditionalExpression') return [consequent, alternate].flatMap(passedOn);
  return type === 'LogicalExpression' ? [left, right].flatMap(passedOn) : [node];
}

/** `as const` narrows a literal and is no cast. */
function isCast(node: unknown): boolean {
  if (!isNode(node) || !['TSAsExpression', 'TSTypeAssertion'].includes(node.type)) return false;
  const { typeAnnotation: type } = node;
  return !(isNode(type) && isNode(type['typeName']) && type['typeName']['name'] === 'const');
}

function nameOf({ type, id, key, init, value }: Node): string | undefined {
  const isFunction = [init, value].some((each) => isNode(each) && /Function/.test(each.type));
  const name =
    type === 'FunctionDeclaration' || (type === 'VariableDeclarator' && isFunction) ? id : isFunction ? key : undefined;
  return isNode(name) ? String(name['name']) : undefined;
}

/** Rules of the house: whoever meets one changes the code. */
const HOUSE_RULES = /max-lines|restricted-imports|no-cycle|default-export|no-non-null|console/;

/** Comments that switch the types off, a rule of lint without a reason behind `--`, or a rule of the house. */
function switchesOff(tree: Sources): string[] {
  const mayHave = Object.entries(tree).filter(([, source]) => /@ts-|lint-disable/.test(source));
  return mayHave.flatMap(([file, source]) =>
    parse(file, source).comments.flatMap(({ value }) => {
      const text = String(value).trim();
      const [, rules, reason] = /lint-disable\S*\s*(.*?)\s*(?:--\s*(\S.*))?$/s.exec(text) ?? [];
      const isLint = rules !== undefined && (rules === '' || reason === undefined || HOUSE_RULES.test(rules));
      return isLint || /@ts-(?:ignore|expect-error|nocheck)/.test(text) ? [`${file}: ${text}`] : [];
    }),
  );
}

test('no comment of a source switches the types off, and a rule of lint only with its reason, and none of the house', () => {
  expect(switchesOff(readSources())).toEqual([]);
});

test('a comment that switches types or lint off is found', () => {
  const found = [
    '// @ts-expect-error -- it is so',
    '/* @ts-ignore */',
    '// oxlint-disable-next-line react/no-array-index-key',
    '/* eslint-disable */',
    '// eslint-disable -- all of it',
    '// oxlint-disable-next-line max-lines-per-function -- it is long',
  ];
  expect(found.filter((comment) => switchesOff({ 'src/a.ts': `${comment}\nconst a = 1;` }).length === 0)).toEqual([]);
  const sound = "// oxlint-disable-next-line react/no-array-index-key -- lines never change their order\nconst a = '@ts-ignore';";
  expect(switchesOff({ 'src/a.ts': sound })).toEqual([]);
});

test('no source lets any value pass for any type, but those that say why', () => {
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
    'src/g.ts': `export const six = value as never;`,
    'src/h.ts': `export const seven = (await (value as object)) as string;`,
    'src/i.ts': `export const eight = (is ? (value as object) : other) as string;`,
    'src/j.ts': `export const nine = (other ?? (value as object)) as string;`,
    'src/k.ts': `let ten!: string;`,
    'src/l.ts': `export const eleven = (value as object)! as string;`,
    'src/f.ts': `export const a = value as string; export const b = (['x'] as const) as readonly string[];`,
  };
  const functions = ['src/a.ts one', 'src/b.ts two', 'src/c.ts three', 'src/d.ts four'];
  const outside = ['e', 'g', 'h', 'i', 'j', 'k', 'l'].map((name) => `src/${name}.ts `);
  expect(doubleCasts(planted)).toEqual([...functions, ...outside]);
});
