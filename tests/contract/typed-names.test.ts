import { expect, test } from 'vitest';
import { openApi } from '#contract/openapi.ts';

type Node = { readonly [member: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const { paths }: { paths?: unknown } = JSON.parse(JSON.stringify(openApi({ origin: 'http://assent.test', version: '1.2.3' })));

/** The shapes of inputs that hold somebody's typed signature, each by the way that leads to it. */
function typedNames(node: unknown, way: string): [way: string, fields: string[]][] {
  if (!isNode(node)) return [];
  const { properties } = node;
  const own: [string, string[]][] = isNode(properties) && 'typedName' in properties ? [[way, Object.keys(properties)]] : [];
  return [...own, ...Object.entries(node).flatMap(([name, inner]) => typedNames(inner, `${way}/${name}`))];
}

test('wherever somebody signs by typing a name, the call can say whether they were asked about another than theirs', () => {
  const inputs = Object.entries(isNode(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.values(isNode(methods) ? methods : {}).flatMap((call) => (isNode(call) ? typedNames(call['requestBody'], path) : [])),
  );
  const of = (path: string) => inputs.filter(([way]) => way.startsWith(path)).length;
  // The signer and the witness; who confirms on the day.
  expect([of('/record/sign/'), of('/record/confirm/')]).toEqual([2, 1]);
  expect(inputs.filter(([, fields]) => !fields.includes('nameConfirmed')).map(([way]) => way)).toEqual([]);
});
