import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type Output } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { SYNC_BYTES_MOST } from '#contract/sync.ts';
import { DAY } from '#domain/limits.ts';
import { openTestApp, type TestApp } from '#tests/support/app.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/builders.ts';
import { kept, sendAlone, sendEnvelope } from '#tests/support/tablet.ts';

let app: TestApp;
let staff: Caller & { token: string };
beforeAll(async () => {
  app = await openTestApp();
  staff = await signIn(app);
});
afterAll(() => app.close());

const howMany = async (lastName: string) => (await staff.call('patientGet', { search: lastName })).data.total;
const post = (payload: object, token = staff.token) =>
  app.ask({ method: 'POST', url: '/api/sync/ops', headers: { authorization: `Bearer ${token}` }, payload });

test('an envelope makes its calls in order, each as if it had come by itself', async () => {
  const [id, deviceId] = [randomUUID(), randomUUID()];
  const create = kept('patientCreate', aPatient({ id }), { capturedAt: '2026-08-06T08:00:00.000Z', clockOffset: 250 });
  const edit = kept('patientUpdate', { id, version: { after: create.key }, phoneNumber: '07700900000' });
  const [made, changed] = await sendEnvelope(app, { token: staff.token, deviceId }, [create, edit]);
  expect(made).toMatchObject({ key: create.key, status: 200, isReplay: false, retryAfter: null });
  expect(changed).toMatchObject({ key: edit.key, status: 200, body: { data: { version: 2, phoneNumber: '07700900000' } } });
  const alone = await sendAlone(app, staff, create);
  expect([alone.headers['idempotent-replayed'], alone.body]).toEqual(['true', made!.body]);
  const ops = await app.database.sql
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
  const table = Object.values<Call>(calls).filter(({ method }) => method !== 'GET');
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

test('a tablet has one share for each person, the same each time, and nobody else’s', async () => {
  const deviceId = randomUUID();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo Tablet', unsent: 3 });
  expect(Buffer.from(share, 'base64')).toHaveLength(32);
  expect((await staff.call('userDevice', { deviceId })).share).toBe(share);
  expect((await (await signIn(app)).call('userDevice', { deviceId })).share).toBe(share);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  const shares = [
    share,
    (await staff.call('userDevice', { deviceId: randomUUID() })).share,
    (await colleague.call('userDevice', { deviceId })).share,
    (await stranger.call('userDevice', { deviceId })).share,
  ];
  expect(new Set(shares).size).toBe(4);
  const rows = await app.database.sql.selectFrom('devices').selectAll().where('id', '=', deviceId).execute();
  expect(rows.map(({ name, unsent }) => [name, unsent]).toSorted()).toEqual([
    ['Demo Tablet', 3],
    ['Unnamed tablet', 0],
  ]);
  const seen = await app.database.sql
    .selectFrom('security_log')
    .select('detail')
    .where('type', '=', 'DEVICE_SEEN')
    .where('detail', '=', deviceId)
    .execute();
  expect(seen).toHaveLength(2);
});

test('twenty first uses of a tablet at once give one share', async () => {
  const deviceId = randomUUID();
  const all = await Promise.all(Array.from({ length: 20 }, () => staff.call('userDevice', { deviceId })));
  expect(new Set(all.map(({ share }) => share)).size).toBe(1);
});

test('a blocked tablet gets no share, and whoever was signed in on it is out', async () => {
  const deviceId = randomUUID();
  const holder = await signIn(app);
  await holder.call('userDevice', { deviceId });
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('deviceRevoke', { id: deviceId, isRevoked: true });
  expect((await holder.refused('userMe', {})).status).toBe(401);
  expect(await staff.refused('userDevice', { deviceId })).toMatchObject({
    status: 403,
    message: 'This tablet has been blocked by an administrator',
  });
  await admin.call('deviceRevoke', { id: deviceId, isRevoked: false });
  expect((await staff.call('userDevice', { deviceId })).share).toBeTypeOf('string');
});

type Changes = Output<'syncChanges'>['changes'];

/** Everything that changed, page after page, and the cursor from which to go on. */
async function pull(caller: Caller, since?: string): Promise<{ changes: Changes; cursor: string; pages: number }> {
  const changes: Changes = [];
  for (let pages = 1; ; pages += 1) {
    const answer = await caller.call('syncChanges', since === undefined ? {} : { since });
    changes.push(...answer.changes);
    since = answer.cursor;
    if (!answer.more) return { changes, cursor: since, pages };
  }
}
const idsOf = (changes: Changes) => changes.map(({ id }) => id);
/** Past the time for which changes are told twice. */
const MINUTES = 120_000;

test('a new tablet gets the person’s own drafts and patients, and none of a colleague’s', async () => {
  const own = await draft(staff);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const theirs = await draft(colleague);
  const { changes } = await pull(staff);
  expect(idsOf(changes)).toEqual(expect.arrayContaining([own.consentID, own.data.patientID]));
  for (const id of [theirs.consentID, theirs.data.patientID]) expect(idsOf(changes)).not.toContain(id);
  const { consents } = (await staff.call('recordDetails', { id: own.recordID })).data;
  const { patient } = (await staff.call('patientGetDetails', { id: own.data.patientID })).data;
  expect(changes.find(({ id }) => id === own.consentID)).toEqual({
    entity: 'consent',
    id: own.consentID,
    version: consents[0]!.version,
    data: consents[0],
  });
  expect(changes.find(({ id }) => id === patient.id)).toEqual({ entity: 'patient', id: patient.id, version: 1, data: patient });
  expect((await pull(colleague)).changes.map(({ id }) => id)).toContain(theirs.consentID);
});

test('after that only what changed comes, whoever changed it', async () => {
  const [one, two] = [await draft(staff), await draft(staff)];
  app.clock.advance(MINUTES);
  const { cursor } = await pull(staff);
  app.clock.advance(MINUTES);
  staff = await signIn(app);
  expect((await pull(staff, cursor)).changes).toEqual([]);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  await colleague.call('patientUpdate', { id: one.data.patientID, version: 1, phoneNumber: '07700900001' });
  const { changes, cursor: next } = await pull(staff, cursor);
  expect(idsOf(changes)).toEqual([one.data.patientID]);
  expect(changes[0]).toMatchObject({ version: 2, data: { phoneNumber: '07700900001' } });
  await staff.call('recordDelete', { id: two.recordID });
  const after = await pull(staff, next);
  expect(after.changes.find(({ id }) => id === two.consentID)).toMatchObject({ entity: 'consent', data: null });
  expect(idsOf((await pull(staff)).changes)).not.toContain(two.consentID);
});

test('a patient whom somebody else made, once changed by me, is mine as well', async () => {
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const { patient } = (await colleague.call('patientCreate', aPatient())).data;
  const { cursor } = await pull(staff);
  expect(idsOf((await pull(staff)).changes)).not.toContain(patient.id);
  await staff.call('patientUpdate', { id: patient.id, version: 1, firstName: 'Mine' }, randomUUID());
  expect(idsOf((await pull(staff, cursor)).changes)).toContain(patient.id);
});

test('what happens to a form that is out comes too: opened, signed, sealed', async () => {
  const version = await sent(staff);
  app.clock.advance(MINUTES);
  const { cursor } = await pull(staff);
  app.clock.advance(MINUTES);
  await signAll(app, staff, version);
  await app.doJobs();
  const { changes } = await pull(staff, cursor);
  expect(changes.find(({ id }) => id === version.consentID)).toMatchObject({ data: { status: 'SIGNED', sealState: 'SEALED' } });
});

test('many changes come in pages, each once, also when they bear the same moment', async () => {
  const before = (await pull(staff)).cursor;
  const { user } = await staff.call('userMe', {});
  const made = [];
  for (let at = 0; at < 120; at += 1) made.push(kept('patientCreate', aPatient({ id: randomUUID() })));
  for (let at = 0; at < 120; at += 40) await sendEnvelope(app, staff, made.slice(at, at + 40));
  const moment = new Date(app.clock.now()).toISOString();
  await app.database.sql
    .updateTable('patients')
    .set({ updated_at: moment })
    .where('created_by', '=', user._id)
    .where('created_at', '>=', new Date(app.clock.now() - 60_000).toISOString())
    .execute();
  const { changes, pages } = await pull(staff, before);
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(new Set(idsOf(changes)).size).toBe(changes.length);
  expect(idsOf(changes)).toEqual(expect.arrayContaining(made.map(({ input }) => (input as { id: string }).id)));
});

test('a change that was begun before the cursor and committed after it is not missed', async () => {
  const mine = await draft(staff);
  app.clock.advance(MINUTES);
  const begun = new Date(app.clock.now()).toISOString();
  app.clock.advance(20_000);
  const { cursor } = await pull(staff);
  await app.database.sql
    .updateTable('patients')
    .set({ updated_at: begun, version: 2, phone: '07700900002' })
    .where('id', '=', mine.data.patientID)
    .execute();
  expect(idsOf((await pull(staff, cursor)).changes)).toContain(mine.data.patientID);
});

test('what is open stays on a new tablet however old it is, and what ended long ago does not come', async () => {
  const [open, over] = [await sent(staff), await sent(staff)];
  await signAll(app, staff, over);
  app.clock.advance(40 * DAY);
  staff = await signIn(app);
  const { changes } = await pull(staff);
  expect(idsOf(changes)).toContain(open.consentID);
  expect(idsOf(changes)).toContain(open.patientID);
  expect(idsOf(changes)).not.toContain(over.consentID);
  expect(idsOf(changes)).not.toContain(over.patientID);
});

test('who may not read patients or consents gets none', async () => {
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await pull(auditor)).changes).toEqual([]);
});

test('after a backup was restored a cursor counts no more, and everything comes again', async () => {
  const { consentID } = await draft(staff);
  app.clock.advance(MINUTES);
  const { cursor } = await pull(staff);
  app.clock.advance(MINUTES);
  const epoch = (await staff.call('syncChanges', { since: cursor })).dataEpoch;
  expect(epoch).toBe((await staff.call('config', {})).dataEpoch);
  const settings = (value: string) =>
    app.database.sql
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('name', '=', 'dataEpoch')
      .execute();
  await settings(randomUUID());
  const { changes } = await pull(staff, cursor);
  expect(idsOf(changes)).toContain(consentID);
  await settings(epoch);
});

test.each(['', 'x', 'eyJ9', Buffer.from('[1,2]').toString('base64url'), Buffer.from('{"a":1}').toString('base64url')])(
  'a cursor that nobody gave is refused: “%s”',
  async (since) => {
    const { status, body } = await app.ask({
      url: `/api/sync/changes?since=${since}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'since']);
  },
);

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
