import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { openApi } from '#contract/openapi.ts';
import * as v from 'valibot';
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

/** Compares the fields of every call with those of the table. @throws where a field or a requirement is lost */
function holdToTable(paths: Record<string, Record<string, Node>>): void {
  for (const [name, { method, path, input, output, answer, body, keyed, offline, access }] of table) {
    const operation = paths[`/${path}`]?.[method.toLowerCase()] ?? {};
    const fields = (of: unknown) => Object.keys((of as { entries?: object }).entries ?? {});
    const parameters = (operation['parameters'] ?? []) as Node[];
    const given = ({ content }: Node) => Object.values(content as Record<string, { schema?: Node }>)[0]?.schema ?? {};
    const sent =
      method === 'GET' || body === 'raw'
        ? parameters.map((each) => each['name'])
        : Object.keys(given(operation['requestBody'] as Node)['properties'] ?? {});
    expect(sent, name).toEqual(expect.arrayContaining(fields(input)));
    const { issues = [] } = v.safeParse(input, {});
    const required =
      method === 'GET' || body === 'raw'
        ? parameters.filter((each) => each['required']).map((each) => each['name'])
        : (given(operation['requestBody'] as Node)['required'] ?? []);
    expect(required, name).toEqual(
      expect.arrayContaining(issues.map((issue) => v.getDotPath(issue)).filter((field) => field !== null)),
    );
    if (body !== 'json' && body !== 'raw' && method !== 'GET') expect(required, name).toContain('file');
    const headers = parameters.filter((each) => each['in'] === 'header').map((each) => each['name']);
    if (method !== 'GET') expect(headers.includes('Idempotency-Key'), name).toBe(keyed);
    if (method !== 'GET') expect(headers.includes('X-Captured-At'), name).toBe(offline === 'queue');
    expect(operation['x-access'], name).toEqual(access);
    const done = (operation['responses'] as Record<string, Node>)['200'] ?? {};
    if (answer === 'json' && fields(output).length > 0)
      expect(Object.keys((given(done)['properties'] ?? {}) as Node), name).toEqual(expect.arrayContaining(fields(output)));
  }
}

test('each call has its own fields in it, in and out, and those that it requires', () => {
  holdToTable(paths);
  expect((document['components'] as { schemas: Record<string, Node> }).schemas['Failure']).toHaveProperty('properties');
});

test('a field and a requirement that are lost beside a file are found', () => {
  const path = '/record/attach';
  expect(paths).toHaveProperty([path]);
  const without = (lost: 'properties' | 'required') => {
    const planted = structuredClone(paths);
    type Body = { readonly content: Record<string, { readonly schema: Node }> } | undefined;
    const body = planted[path]?.['post']?.['requestBody'] as Body;
    const schema = body?.content['multipart/form-data']?.schema ?? {};
    schema[lost] = lost === 'required' ? ['file'] : { file: {} };
    return planted;
  };
  expect(() => holdToTable(without('required'))).toThrow('recordAttach');
  expect(() => holdToTable(without('properties'))).toThrow('recordAttach');
});

test('a file is told as each type that it is answered as, and one that is sent as a part of a form', () => {
  for (const [name, { method, path, body, answer, fileTypes }] of table) {
    const operation = paths[`/${path}`]?.[method.toLowerCase()] ?? {};
    const { content } = (operation['responses'] as Record<string, { content: Node }>)['200'] ?? {};
    if (answer === 'file') expect(Object.keys(content ?? {}), name).toEqual(fileTypes ?? ['application/pdf']);
    const sent = Object.keys((operation['requestBody'] as { content?: Node } | undefined)?.content ?? {});
    if (method !== 'GET')
      expect(sent, name).toEqual([body === 'json' || body === 'raw' ? 'application/json' : 'multipart/form-data']);
  }
  const others = table.filter(([, { fileTypes }]) => fileTypes !== undefined);
  expect(Object.fromEntries(others.map(([name, { fileTypes }]) => [name, fileTypes]))).toMatchObject({
    exportPatients: ['text/csv; charset=utf-8', XLSX],
    auditExport: ['text/csv; charset=utf-8', XLSX],
    auditAccessReport: ['text/csv; charset=utf-8', XLSX],
    securityExport: ['text/csv; charset=utf-8'],
    patientGetBundle: ['application/fhir+json'],
    patientListedSheet: [XLSX, 'application/pdf'],
    organisationLogo: ['image/png'],
    documentGet: ['application/pdf', 'application/octet-stream'],
    recordScanPage: ['image/jpeg'],
    recordAttachment: ['application/pdf', 'image/jpeg', 'image/png'],
    templatesPreview: ['application/pdf', 'image/svg+xml'],
  });
});
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
