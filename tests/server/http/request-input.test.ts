import { FILE_MOST, VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { BODY_MOST } from '#server/http/serve.ts';
import { expect, test } from 'vitest';
import type { InjectOptions } from 'fastify';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { formOf } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const ask = (request: InjectOptions) =>
  app.ask({ ...request, headers: { authorization: `Bearer ${staff.token}`, ...request.headers } });
const create = (payload: string | object, type = 'application/json') =>
  ask({ method: 'POST', url: '/api/patient/create', headers: { 'content-type': type }, payload });

test('an unknown key is refused by its name, in a body, inside it, and in a query', async () => {
  const noSuch = (path: string) => ({
    status: 400,
    body: { error: 'INVALID', fields: [{ path, message: 'There is no such field' }] },
  });
  expect(await create({ ...aPatient(), organisationID: '018f0000-0000-7000-8000-000000000000' })).toMatchObject(
    noSuch('organisationID'),
  );
  expect(await create({ ...aPatient(), communication: { language: 'en', volume: 11 } })).toMatchObject(
    noSuch('communication.volume'),
  );
  expect(await ask({ url: '/api/patient/get?order=asc' })).toMatchObject(noSuch('order'));
});

test('every wrong field is named, in the order of the form', async () => {
  const { body } = await create({
    firstName: 7,
    lastName: ' ',
    dateOfBirth: 'yesterday',
    nhsNumber: '1',
    emailAddress: 'nobody',
    sex: 'X',
  });
  expect(body.fields.map(({ path }: { path: string }) => path)).toEqual([
    'firstName',
    'lastName',
    'dateOfBirth',
    'nhsNumber',
    'sex',
    'emailAddress',
  ]);
  expect(body.message).toBe('Something in this form is not right. Please check the marked fields.');
});

test.each([
  ['__proto__', '{"lastName":"x","dateOfBirth":"1950-03-14","__proto__":{"status":"MERGED"}}'],
  ['__proto__ within', '{"lastName":"x","dateOfBirth":"1950-03-14","communication":{"__proto__":{"format":"STANDARD"}}}'],
  ['constructor', '{"lastName":"x","dateOfBirth":"1950-03-14","constructor":{"prototype":{"a":1}}}'],
  ['broken JSON', '{"lastName":"x"'],
  ['nothing', ''],
  ['a list', '[1,2,3]'],
  ['a number', '7'],
  ['text', '"hello"'],
  ['null', 'null'],
])('a body that is %s is refused with 400', async (_, payload) => {
  expect((await create(payload)).status).toBe(400);
});

test('a body of another kind is 415, and one that is too large 413', async () => {
  expect((await create('lastName=x', 'application/x-www-form-urlencoded')).status).toBe(415);
  expect((await create('<a/>', 'text/xml')).status).toBe(415);
  expect((await create(formOf('x'), 'multipart/form-data; boundary=xx')).status).toBe(415);
  expect((await create({ lastName: 'x'.repeat(BODY_MOST), dateOfBirth: '1950-03-14' })).status).toBe(413);
});

test('control characters, lone surrogates and direction overrides are left out of a name, and a name is composed', async () => {
  const named = async (input: string | object) => (await create(input)).body.data.patient.lastName;
  for (const lastName of ['a\u0000b', 'a\u0007b', 'a\u202Eb', 'ab\u2029'])
    expect(await named({ ...aPatient(), lastName })).toBe('ab');
  for (const lastName of ['a\nb', 'a\tb', 'a\u2028b']) expect(await named({ ...aPatient(), lastName })).toBe('a b');
  expect(await named('{"lastName":"a\\ud800b","dateOfBirth":"1950-03-14"}')).toBe('ab');
  const { body } = await create({ ...aPatient(), lastName: '  Demo-Zo\u0308e  ' });
  expect(body.data.patient.lastName).toBe('Demo-Zöe');
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=one', 'page'],
  ['page=1&page=2', 'page'],
  ['limit=101', 'limit'],
  ['limit=0', 'limit'],
  ['limit=', 'limit'],
  ['search=%00', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
])('the query %s is refused by its field', async (query, path) => {
  expect(await ask({ url: `/api/patient/get?${query}` })).toMatchObject({ status: 400, body: { fields: [{ path }] } });
});

test('an address that cannot be read, or that no call has, is refused in the same shape and from the same product', async () => {
  for (const url of [
    '/api/verify/%zz',
    '/api/document/%',
    '/api/nothing',
    '/api/patient/get/',
    '/api',
    `/api/verify/${'x'.repeat(300)}`,
  ]) {
    const answer = await ask({ url });
    expect([url, answer.status], answer.text).toEqual([url, expect.toBeOneOf([400, 404])]);
    expect(answer.headers['x-app'], url).toBe('consent');
    expect(Object.keys(answer.body), url).toEqual(expect.arrayContaining(['message', 'error', 'requestId']));
  }
});

test('a wrong method finds no call', async () => {
  expect((await ask({ method: 'POST', url: '/api/patient/get', payload: {} })).status).toBe(404);
  expect((await ask({ method: 'GET', url: '/api/patient/create' })).status).toBe(404);
});

const upload = (payload: string | Buffer, type = 'multipart/form-data; boundary=xx') =>
  ask({ method: 'POST', url: '/api/verify', headers: { 'content-type': type }, payload });

test.each([
  ['no file', '--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--xx--\r\n', 'multipart/form-data; boundary=xx'],
  ['a file in another field', formOf('x', { field: 'document' }), 'multipart/form-data; boundary=xx'],
  ['a form cut short', formOf('x').slice(0, -20), 'multipart/form-data; boundary=xx'],
  ['nothing at all', '', 'multipart/form-data; boundary=xx'],
  ['no boundary', formOf('x'), 'multipart/form-data'],
  [
    'an unknown field',
    `--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n${formOf('x')}`,
    'multipart/form-data; boundary=xx',
  ],
  [
    'a field called __proto__',
    `--xx\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nb\r\n${formOf('x')}`,
    'multipart/form-data; boundary=xx',
  ],
  ['two files', formOf('x').replace('--xx--\r\n', '') + formOf('y'), 'multipart/form-data; boundary=xx'],
  ['JSON', '{}', 'application/json'],
])('an upload of %s is refused', async (_, payload, type) => {
  expect((await upload(payload, type)).status).toBeOneOf([400, 413, 415]);
});

test('a file of ten mebibytes is taken, 64 where documents are checked, and a larger one is 413', async () => {
  const form = (bytes: number) => Buffer.from(formOf('x'.repeat(bytes)));
  expect((await upload(form(VERIFIED_FILE_MOST))).status).toBe(200);
  expect((await upload(form(VERIFIED_FILE_MOST + 1))).status).toBe(413);
  const headers = { 'content-type': 'multipart/form-data; boundary=xx' };
  const attach = (bytes: number) => ask({ method: 'POST', url: '/api/record/attach', headers, payload: form(bytes) });
  expect((await attach(FILE_MOST + 1)).status).toBe(413);
  expect((await attach(FILE_MOST)).status).not.toBe(413);
});
