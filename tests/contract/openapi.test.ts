import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { openApi } from '#contract/openapi.ts';
import { docsPage } from '#server/http/docs-page.ts';

type Node = { [member: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const document: Node = JSON.parse(JSON.stringify(openApi({ origin: 'http://assent.test', version: '1.2.3' })));
const table = Object.entries<Call>(calls);
const paths = document['paths'] as Record<string, Record<string, Node>>;

test('the document tells every call of the table, and no other', () => {
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(told.toSorted()).toEqual(table.map(([, { method, path }]) => `${method} /${path}`).toSorted());
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(names.toSorted()).toEqual(table.map(([name]) => name).toSorted());
});

test('it is what the standard asks for', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Assent', version: '1.2.3' },
    servers: [{ url: 'http://assent.test/api' }],
  });
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation['parameters'] ?? []) as Node[];
      expect(
        parameters.filter((each) => each['in'] === 'path').map(({ name, required }) => [name, required]),
        path,
      ).toEqual(inPath.map((name) => [name, true]));
      expect(operation['responses'], path).toMatchObject({
        200: { description: expect.any(String) },
        default: { description: expect.any(String) },
      });
      if (method === 'get') expect(operation, path).not.toHaveProperty('requestBody');
      else expect(operation['requestBody'], path).toMatchObject({ content: expect.any(Object) });
    }
});

test('every reference in it leads somewhere', () => {
  const lost: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value)) return;
    if (typeof value['$ref'] === 'string' && resolve(value['$ref']) === undefined) lost.push(value['$ref']);
    Object.values(value).forEach(walk);
  };
  walk(document);
  expect([...new Set(lost)]).toEqual([]);
});

function resolve(reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, step) => (isNode(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      document,
    );
}

test('a call that anybody may make asks for no bearer, and every other does', () => {
  for (const [, { method, path, access }] of table) {
    const isOpen = access.includes('none') || access.includes('token');
    expect(paths[`/${path}`]?.[method.toLowerCase()]?.['security'], path).toEqual(isOpen ? undefined : [{ bearer: [] }]);
  }
});

test('the page for people shows every call with who may make it, and runs no script but the one that closes it during a handover', () => {
  const page = docsPage(calls);
  for (const [, { method, path, summary }] of table) {
    expect(page).toContain(`${method} /api/${path}`);
    expect(page).toContain(
      summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    );
  }
  expect(page.split('<script>')).toHaveLength(2);
  expect(page.split('<script')).toHaveLength(2);
});
