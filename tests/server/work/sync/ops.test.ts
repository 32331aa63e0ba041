import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { SYNC_BYTES_MOST } from '#contract/sync.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const howMany = async (lastName: string) => (await staff.call('patientGet', { search: lastName })).data.total;
const post = (payload: object, token = staff.token) =>
  app.ask({ method: 'POST', url: '/api/sync/ops', headers: { authorization: `Bearer ${token}` }, payload });

test('an envelope makes its calls in order, each as if it had come by itself', async () => {
  const { token, deviceId } = await registerTablet(await signIn(app));
  const id = randomUUID();
  const create = kept('patientCreate', aPatient({ id }), { capturedAt: '2026-08-06T08:00:00.000Z', clockOffset: 250 });
  const edit = kept('patientUpdate', { id, version: { after: create.key }, phoneNumber: '07700900000' });
  const [made, changed] = await sendEnvelope(app, { token, deviceId }, [create, edit]);
  expect(made).toMatchObject({ key: create.key, status: 200, isReplay: false, retryAfter: null });
  expect(changed).toMatchObject({ key: edit.key, status: 200, body: { data: { version: 2, phoneNumber: '07700900000' } } });
  const alone = await sendAlone(app, staff, create);
  expect([alone.headers['idempotent-replayed'], alone.body]).toEqual(['true', made!.body]);
  const ops = await app.database.db
    .selectFrom('entity_ops')
    .select(['device_id', 'captured_at', 'clock_offset'])
    .where('op_id', '=', create.key)
    .execute();
  expect(ops).toEqual([{ device_id: deviceId, captured_at: '2026-08-06T08:00:00.000Z', clock_offset: 250 }]);
});

test('a refusal in an envelope has the status and the words that the call by itself has', async () => {
  const patient = (await staff.call('patientCreate', aPatient())).data.patient;
  const ops = [
    kept('patientCreate', { ...aPatient(), lastName: '' }),
    kept('patientUpdate', { id: patient.id, version: 9, firstName: 'Late' }),
    kept('patientUpdate', { id: randomUUID(), version: 1, firstName: 'Nobody' }),
    kept('consentCreate', { patientID: randomUUID(), formType: 'FORM_1' }),
  ];
  const results = await sendEnvelope(app, staff, ops);
  for (const [at, op] of ops.entries()) {
    const { status, body } = await sendAlone(app, staff, { ...op, key: randomUUID() });
    const { requestId, ...inEnvelope } = results[at]!.body;
    expect({ status: results[at]!.status, body: { ...inEnvelope, requestId: body.requestId } }).toEqual({ status, body });
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(results.map(({ status }) => status)).toEqual([400, 409, 404, 404]);
});

test('one refused call stops those behind it about the same thing, and no others', async () => {
  const [bad, good] = [randomUUID(), randomUUID()];
  const lost = aPatient({ id: bad, dateOfBirth: '2999-01-01' });
  const ops = [
    kept('patientCreate', lost),
    kept('patientUpdate', { id: bad, version: 1, firstName: 'Behind' }),
    kept('consentCreate', { patientID: bad, formType: 'FORM_1', consentID: randomUUID() }),
    kept('patientCreate', aPatient({ id: good })),
    kept('patientUpdate', { id: good, version: 1, firstName: 'Other lane' }),
    kept('consentCreate', { patientID: good, formType: 'FORM_1' }),
  ];
  const results = await sendEnvelope(app, staff, ops);
  expect(results.map(({ status, body }) => [status, body.error])).toEqual([
    [400, 'INVALID'],
    [409, 'IN_PROGRESS'],
    [409, 'IN_PROGRESS'],
    [200, undefined],
    [200, undefined],
    [200, undefined],
  ]);
  // Put right, the whole lane goes through under the keys that it had.
  const again = await sendEnvelope(app, staff, [
    kept('patientCreate', { ...lost, dateOfBirth: '1999-01-01' }, { key: ops[0]!.key }),
    ...ops.slice(1),
  ]);
  expect(again.map(({ status, isReplay }) => [status, isReplay])).toEqual([
    [200, false],
    [200, false],
    [200, false],
    [200, true],
    [200, true],
    [200, true],
  ]);
});

test('an envelope sent again, or with the same call twice, makes nothing twice', async () => {
  const bodies = Array.from({ length: 5 }, () => aPatient());
  const ops = bodies.map((body) => kept('patientCreate', body));
  const first = await sendEnvelope(app, staff, [...ops, ops[0]!]);
  const again = await sendEnvelope(app, staff, ops);
  expect(first.map(({ isReplay }) => isReplay)).toEqual([false, false, false, false, false, true]);
  expect(again.every(({ isReplay }) => isReplay)).toBe(true);
  expect(again.map(({ body }) => body)).toEqual(first.slice(0, 5).map(({ body }) => body));
  for (const { lastName } of bodies) expect(await howMany(lastName)).toBe(1);
});

test('only calls that a device may keep travel in an envelope', async () => {
  // A call with an id in its path has no way to be written in an envelope.
  const table = Object.values<Call>(calls).filter(({ method, path }) => method !== 'GET' && !path.includes('{'));
  const others = table.filter(({ offline }) => offline !== 'queue');
  for (let at = 0; at < others.length; at += 50) {
    const some = others.slice(at, at + 50);
    const results = await sendEnvelope(
      app,
      staff,
      some.map(({ method, path }) => ({ key: randomUUID(), call: `${method} ${path}`, input: {} })),
    );
    for (const [nth, { status, body }] of results.entries())
      expect([some[nth]!.path, status, body.fields?.[0]?.path]).toEqual([some[nth]!.path, 400, 'call']);
  }
  const [unknown] = await sendEnvelope(app, staff, [{ key: randomUUID(), call: 'POST patient/eat', input: {} }]);
  expect(unknown).toMatchObject({ status: 404, body: { error: 'NOT_FOUND', message: 'There is no such call' } });
});

test('what somebody may do is judged when the call arrives', async () => {
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  const [refused] = await sendEnvelope(app, reader, [kept('patientCreate', aPatient())]);
  expect(refused).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
  const gone = await signIn(app);
  await gone.call('userDestroyToken', {});
  expect((await post({ ops: [kept('patientCreate', aPatient())] }, gone.token)).status).toBe(401);
});

test.each([
  ['no ops', { ops: [] }],
  ['more than fifty', { ops: Array.from({ length: 51 }, () => kept('patientCreate', aPatient())) }],
  ['a key that is no UUID', { ops: [{ ...kept('patientCreate', aPatient()), key: 'once' }] }],
  ['a captured time that is none', { ops: [{ ...kept('patientCreate', aPatient()), capturedAt: 'noon' }] }],
  ['something else beside', { ops: [{ ...kept('patientCreate', aPatient()), wings: true }] }],
])('an envelope with %s is refused whole', async (_, payload) => {
  expect((await post(payload)).status).toBe(400);
});

test('an envelope over 256 KiB is too large', async () => {
  const ops = [{ ...kept('patientCreate', aPatient()), input: { filler: 'x'.repeat(SYNC_BYTES_MOST) } }];
  expect(await post({ ops })).toMatchObject({ status: 413, body: { error: 'TOO_LARGE' } });
});

test('the document of the calls tells which headers a kept call may bring', async () => {
  const { body } = await app.ask({ url: '/api/openapi.json' });
  const headersOf = (path: string, method: string) =>
    (body.paths[path][method].parameters ?? [])
      .filter((each: { in: string }) => each.in === 'header')
      .map(({ name }: { name: string }) => name);
  expect(headersOf('/patient/create', 'post')).toEqual(['Idempotency-Key', 'X-Device-Id', 'X-Captured-At', 'X-Clock-Offset']);
  expect(headersOf('/record/void', 'post')).toEqual(['Idempotency-Key']);
  expect(headersOf('/user/login', 'post')).toEqual([]);
});
