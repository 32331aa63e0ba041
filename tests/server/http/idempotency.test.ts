import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPatient, handOver, inked, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const create = (payload: object, key: string, token = staff.token) =>
  app.ask({
    method: 'POST',
    url: '/api/patient/create',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload,
  });
const howMany = async (lastName: string) => (await staff.call('patientGet', { search: lastName })).data.total;

test('the same key and body again gives the first answer again, and makes nothing', async () => {
  const [body, key] = [aPatient(), randomUUID()];
  const first = await create(body, key);
  const again = await create(body, key);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  expect(again.body).toEqual(first.body);
  expect((await create(body, key.toUpperCase())).body).toEqual(first.body);
  expect(await howMany(body.lastName)).toBe(1);
});

test('the same key with another body, or for another call, is refused', async () => {
  const [body, key] = [aPatient(), randomUUID()];
  const { body: made } = await create(body, key);
  expect(await create({ ...body, firstName: 'Other' }, key)).toMatchObject({
    status: 422,
    body: { error: 'IDEMPOTENCY_KEY_REUSED' },
  });
  const elsewhere = await app.ask({
    method: 'PUT',
    url: '/api/patient/update',
    headers: { authorization: `Bearer ${staff.token}`, 'idempotency-key': key },
    payload: { id: made.data.patient.id, version: 1, firstName: 'Other' },
  });
  expect(elsewhere.status).toBe(422);
  expect(await howMany(body.lastName)).toBe(1);
});

test('twins that arrive together take effect once, and both get the answer or are told to wait', async () => {
  const [body, key] = [aPatient(), randomUUID()];
  const twins = await Promise.all([1, 2, 3, 4].map(() => create(body, key)));
  for (const { status, body: answer } of twins)
    expect([status, answer.error]).toBeOneOf([
      [200, undefined],
      [409, 'IN_PROGRESS'],
    ]);
  const ids = new Set(twins.filter(({ status }) => status === 200).map((each) => each.body.data.patient.id));
  expect(ids.size).toBe(1);
  expect(twins.filter(({ status, headers }) => status === 200 && headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await howMany(body.lastName)).toBe(1);
});

test('without a key nothing is deduplicated, and a key that is no UUID is refused', async () => {
  const body = aPatient();
  await staff.call('patientCreate', body);
  await staff.call('patientCreate', body);
  expect(await howMany(body.lastName)).toBe(2);
  expect(await create(aPatient(), 'once please')).toMatchObject({ status: 400, body: { fields: [{ path: 'Idempotency-Key' }] } });
});

test('one user’s key is not another’s', async () => {
  const [body, key, other] = [aPatient(), randomUUID(), await signIn(app, 'bch@demo.nhs.uk')];
  const mine = await create(body, key);
  const theirs = await create(body, key, other.token);
  expect(theirs.status).toBe(200);
  expect(theirs.body.data.patient.id).not.toBe(mine.body.data.patient.id);
});

test('a refusal is not kept: the same key succeeds once what was wrong is put right', async () => {
  const [body, key] = [aPatient({ dateOfBirth: '2999-01-01' }), randomUUID()];
  const wire = { ...body, dateOfBirth: '2999-01-01' };
  expect((await create(wire, key)).status).toBe(400);
  expect((await create({ ...wire, dateOfBirth: '1999-01-01' }, key)).status).toBe(200);
});

test('a signature whose answer was lost is sent again under its key and counts once', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  const [body, key] = [inked(patient.details), randomUUID()];
  const first = await patient.call('recordSign', body, key);
  const again = await patient.call('recordSign', body, key);
  expect(again).toEqual(first);
  expect((await patient.refused('recordSign', body, randomUUID())).code).toBe('ALREADY_SIGNED');
  const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect(timeline.filter(({ type }) => type === 'SIGNED')).toHaveLength(1);
  // A second handover of the same role is the same owner of keys.
  const once = await handOver(app, staff, version);
  expect(await once.call('recordSign', body, key)).toEqual(first);
  expect((await once.refused('recordSign', body, randomUUID())).code).toBe('ALREADY_SIGNED');
});

test('calls that answer a secret ignore the key and store no answer', async () => {
  const version = await sent(staff);
  const key = randomUUID();
  const start = () => staff.call('consentSendToSign', { consentID: version.consentID, role: 'PATIENT' }, key);
  const [one, two] = [await start(), await start()];
  expect(two.ticket).not.toBe(one.ticket);
  const stored = await app.database.db.selectFrom('idempotency').select('op_id').where('op_id', '=', key).execute();
  expect(stored).toEqual([]);
});

test('the same handover asked for again gives a fresh ticket for the same handover, and the old one is void', async () => {
  const version = await sent(staff);
  const handoverId = randomUUID();
  const start = () => staff.call('consentSendToSign', { consentID: version.consentID, role: 'PATIENT', handoverId });
  const [one, two] = [await start(), await start()];
  expect([one.handoverId, two.handoverId]).toEqual([handoverId, handoverId]);
  const open = (ticket: string) => app.ask({ url: `/api/consent/details-by-token/${ticket}` });
  expect((await open(two.ticket)).status).toBe(200);
  expect((await open(one.ticket)).status).toBe(404);
  const other = await sent(staff);
  expect((await staff.refused('consentSendToSign', { consentID: other.consentID, role: 'PATIENT', handoverId })).code).toBe(
    'MOVE_REFUSED',
  );
  const stranger = await signIn(app, 'bch@demo.nhs.uk');
  expect((await stranger.refused('consentSendToSign', { consentID: version.consentID, role: 'PATIENT', handoverId })).code).toBe(
    'MOVE_REFUSED',
  );
});
