import { randomUUID } from 'node:crypto';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { deleteOldLeftovers } from '#server/work/delete-leftovers.ts';
import { aPatient, draft, handOver, inked, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { kept, registerTablet, sendAlone } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const opsOf = (key: string) => app.database.db.selectFrom('entity_ops').selectAll().where('op_id', '=', key).execute();
const aNewPatient = async () => (await staff.call('patientCreate', aPatient())).data.patient;
const howMany = async (lastName: string) => (await staff.call('patientGet', { search: lastName })).data.total;

test('an op is written down with its effect: what it changed, who and which tablet, and when by both clocks', async () => {
  const body = aPatient();
  const { token, deviceId } = await registerTablet(await signIn(app));
  const op = kept('patientCreate', body, { capturedAt: '2026-08-06T09:30:00.000Z', clockOffset: -1234.6 });
  const { body: answer } = await sendAlone(app, { token, deviceId }, op);
  const { user } = await staff.call('userMe', {});
  expect(await opsOf(op.key)).toEqual([
    {
      owner: `user:${user._id}`,
      op_id: op.key,
      organisation_id: user.organisation[0]!._id,
      entity: 'patient',
      entity_id: answer.data.patient.id,
      version: 1,
      user_id: user._id,
      device_id: deviceId,
      captured_at: '2026-08-06T09:30:00.000Z',
      received_at: answer.data.patient.createdAt,
      clock_offset: -1235,
    },
  ]);
});

test('every kept call remembers the thing and the version that it made', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient(), randomUUID())).data;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await staff.call('patientUpdate', { id: patient.id, version: 1, firstName: 'Other' }, keys[0]);
  await staff.call('patientUpdateStatus', { id: patient.id, version: 2, status: 'INACTIVE' }, keys[1]);
  const made = await draft(staff, { patientID: patient.id });
  const { version } = await staff.call(
    'consentUpdate',
    { consentID: made.consentID, version: made.version, mattersToMe: 'x' },
    keys[2],
  );
  const { data } = await staff.call('consentSend', { consentID: made.consentID, version, channel: 'DEVICE' }, keys[3]);
  const holder = await handOver(app, staff, made);
  const signed = await holder.call('recordSign', inked(holder.details), keys[4]);
  const found = [];
  for (const key of keys.slice(0, 5)) {
    const [row] = await opsOf(key);
    found.push([row?.entity, row?.entity_id, row?.version, row?.user_id === null]);
  }
  expect(found).toEqual([
    ['patient', patient.id, 2, false],
    ['patient', patient.id, 3, false],
    ['consent', made.consentID, version, false],
    ['consent', made.consentID, data.version, false],
    ['consent', made.consentID, signed.data.version, true],
  ]);
});

test('a call that is refused, and one without a key, leaves no op', async () => {
  const patient = await aNewPatient();
  const key = randomUUID();
  await staff.refused('patientUpdate', { id: patient.id, version: 7, firstName: 'Late' }, key);
  expect(await opsOf(key)).toEqual([]);
  const about = app.database.db.selectFrom('entity_ops').select('op_id').where('entity_id', '=', patient.id);
  expect(await about.execute()).toEqual([]);
});

test.each([
  ['x-captured-at', 'yesterday'],
  ['x-captured-at', '2026-02-30T10:00:00.000Z'],
  ['x-clock-offset', 'fast'],
  ['x-clock-offset', '1e99'],
  ['x-device-id', 'tablet 7'],
])('what a tablet says of a call must be right: %s %s', async (name, value) => {
  const { status, body } = await app.ask({
    method: 'POST',
    url: '/api/patient/create',
    headers: { authorization: `Bearer ${staff.token}`, [name]: value },
    payload: aPatient(),
  });
  expect([status, body.fields[0].path]).toEqual([400, name]);
});

test('an answer is given again for a month, and after that the call still takes effect only once', async () => {
  const [body, key] = [aPatient(), randomUUID()];
  const first = await sendAlone(app, staff, kept('patientCreate', body, { key }));
  app.clock.advance(29 * DAY);
  const anew = await signIn(app);
  await deleteOldLeftovers(app.deps);
  const again = await sendAlone(app, anew, kept('patientCreate', body, { key }));
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
  app.clock.advance(2 * DAY);
  staff = await signIn(app);
  await deleteOldLeftovers(app.deps);
  const late = await sendAlone(app, staff, kept('patientCreate', body, { key }));
  expect(late).toMatchObject({
    status: 409,
    body: { error: 'ALREADY_DONE', message: 'This was sent long ago and has taken effect. Nothing was done again.' },
  });
  const stored = await app.database.db.selectFrom('idempotency').select('answer').where('op_id', '=', key).execute();
  expect([stored, (await opsOf(key)).length, await howMany(body.lastName)]).toEqual([[], 1, 1]);
});

test('a twin waits two seconds for the first one at most, and is then told to come again', async () => {
  const [body, key] = [aPatient(), randomUUID()];
  const { user } = await staff.call('userMe', {});
  let hasStarted: (value?: unknown) => void = () => {};
  const started = new Promise((resolve) => (hasStarted = resolve));
  const held = app.database.db
    .transaction()
    .execute(async (db) => {
      const row = {
        owner: `user:${user._id}`,
        op_id: key,
        route: 'x',
        body_sha256: 'x',
        answer: null,
        created_at: body.dateOfBirth,
      };
      await db.insertInto('idempotency').values(row).execute();
      hasStarted();
      await new Promise((resolve) => setTimeout(resolve, 3000));
      throw new Error('undone');
    })
    .catch(() => undefined);
  await started;
  const before = performance.now();
  const twin = await sendAlone(app, staff, kept('patientCreate', body, { key }));
  const waited = performance.now() - before;
  await held;
  // The embedded database does one thing after another: there the twin has its turn when the first is gone.
  if (app.database.kind === 'postgres') {
    expect(twin).toMatchObject({ status: 409, body: { error: 'IN_PROGRESS' } });
    expect(Number(twin.headers['retry-after'])).toBeGreaterThan(0);
    expect(waited).toBeLessThan(2900);
  } else expect(twin.status).toBe(200);
  expect((await sendAlone(app, staff, kept('patientCreate', body, { key }))).status).toBe(200);
  expect(await howMany(body.lastName)).toBe(1);
});

test('a version may be the one that an earlier kept call made', async () => {
  const [create, edit, status] = [randomUUID(), randomUUID(), randomUUID()];
  const id = randomUUID();
  await staff.call('patientCreate', aPatient({ id }), create);
  await staff.call('patientUpdate', { id, version: { after: create }, firstName: 'Second' }, edit);
  const { data } = await staff.call('patientUpdateStatus', { id, version: { after: edit }, status: 'INACTIVE' }, status);
  expect(data).toMatchObject({ version: 3, firstName: 'Second', status: 'INACTIVE' });

  const [start, save, send] = [randomUUID(), randomUUID(), randomUUID()];
  const { data: patient } = await staff.call('patientUpdateStatus', { id, version: { after: status }, status: 'ACTIVE' });
  const like = await draft(staff);
  const consentID = randomUUID();
  await staff.call(
    'consentCreate',
    {
      consentID,
      patientID: patient.id,
      formType: 'FORM_1',
      templateID: like.data.templateID!,
      procedures: [{ procedureID: like.data.procedures[0]!.procedureID, side: 'LEFT' }],
    },
    start,
  );
  const complete = { clinicianStatement: { discussed: true, capacity: true }, interpreterNeeded: false };
  await staff.call('consentUpdate', { consentID, version: { after: start }, ...complete }, save);
  const out = await staff.call('consentSend', { consentID, version: { after: save }, channel: 'DEVICE' }, send);
  expect(out.data.status).toBe('SENT');
});

test('a version after a call that never took effect, on another thing, of another person, or overtaken since, is a conflict with what is there', async () => {
  const [id, create, edit] = [randomUUID(), randomUUID(), randomUUID()];
  await staff.call('patientCreate', aPatient({ id }), create);
  const other = randomUUID();
  await staff.call('patientCreate', aPatient(), other);
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  const conflicts = [
    await staff.refused('patientUpdate', { id, version: { after: randomUUID() }, firstName: 'x' }, edit),
    await staff.refused('patientUpdate', { id, version: { after: other }, firstName: 'x' }, edit),
    await colleague.refused('patientUpdate', { id, version: { after: create }, firstName: 'x' }, edit),
  ];
  await colleague.call('patientUpdate', { id, version: 1, phoneNumber: '07700900000' });
  conflicts.push(await staff.refused('patientUpdate', { id, version: { after: create }, firstName: 'x' }, edit));
  const { patient } = (await staff.call('patientGetDetails', { id })).data;
  expect(conflicts.map(({ code }) => code)).toEqual(Array(4).fill('VERSION_CONFLICT'));
  expect(conflicts.at(-1)!.data).toEqual({ state: 'VERSION_CONFLICT', current: patient });
  expect(patient).toMatchObject({ version: 2, phoneNumber: '07700900000' });
});

test('a conflict brings the present draft whole, so that both can be laid side by side', async () => {
  const made = await draft(staff, { mattersToMe: 'Reading' });
  await staff.call('consentUpdate', { consentID: made.consentID, version: made.version, refusals: ['No blood'] });
  const stale = { consentID: made.consentID, version: made.version };
  const { data: present } = await staff.call('recordDetails', { id: made.recordID });
  // Addresses of files are minted where one case is read.
  const current = { ...present.consents[0], preSignedDocumentUrl: null, bitpaperPDFURL: null };
  for (const conflict of [
    await staff.refused('consentUpdate', { ...stale, mattersToMe: 'Walking' }),
    await staff.refused('consentSend', { ...stale, channel: 'DEVICE' }),
  ])
    expect(conflict).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', data: { current } });
});

test('the same id under another key makes nothing, and says that it is there already', async () => {
  const [id, consentID] = [randomUUID(), randomUUID()];
  const body = aPatient({ id });
  await staff.call('patientCreate', body, randomUUID());
  expect(await staff.refused('patientCreate', body, randomUUID())).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
  const start = { consentID, patientID: id, formType: 'FORM_1' } as const;
  await staff.call('consentCreate', start, randomUUID());
  expect(await staff.refused('consentCreate', start, randomUUID())).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
  const { patient, records } = (await staff.call('patientGetDetails', { id })).data;
  expect([await howMany(body.lastName), patient.version, records.length]).toEqual([1, 1, 1]);
});

test('a signature counts once also when it came with the ticket and comes again with the clinician', async () => {
  const version = await sent(staff);
  const start = { consentID: version.consentID, role: 'PATIENT', handoverId: randomUUID() } as const;
  const { ticket } = await staff.call('consentSendToSign', start);
  const details = ticketDetails(await staff.call('consentDetailsByToken', { token: ticket }));
  const op = kept('recordSign', inked(details, { handoverId: start.handoverId }));
  const first = await sendAlone(app, { token: ticket }, op);
  const again = await sendAlone(app, staff, op);
  expect(first.status).toBe(200);
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
});
