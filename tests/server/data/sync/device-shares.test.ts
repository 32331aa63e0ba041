import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPatient, callerOf, DEMO_PASSWORD, handOver, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
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
    (await (await signIn(app)).call('userDevice', { deviceId: randomUUID() })).share,
    (await colleague.call('userDevice', { deviceId })).share,
    (await stranger.call('userDevice', { deviceId })).share,
  ];
  expect(new Set(shares).size).toBe(4);
  const rows = await app.database.db.selectFrom('devices').selectAll().where('id', '=', deviceId).execute();
  expect(rows.map(({ name, unsent }) => [name, unsent]).toSorted()).toEqual([
    ['Demo Tablet', 3],
    ['another program', 0],
  ]);
  const seen = await app.database.db
    .selectFrom('security_log')
    .select('detail')
    .where('type', '=', 'DEVICE_SEEN')
    .where('detail', '=', deviceId)
    .execute();
  expect(seen).toHaveLength(2);
});

test('twenty first uses of a tablet at once give one share', async () => {
  const [holder, deviceId] = [await signIn(app), randomUUID()];
  const all = await Promise.all(Array.from({ length: 20 }, () => holder.call('userDevice', { deviceId })));
  expect(new Set(all.map(({ share }) => share)).size).toBe(1);
});

test('a tablet’s first secret stays its own: without it nobody is on that tablet', async () => {
  const { deviceId, deviceSecret } = await registerTablet(await signIn(app));
  const other = await signIn(app, 'bch@demo.nhs.uk');
  const said = {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This tablet could not be recognised. Reload the page and sign in again.',
  };
  for (const wrong of [{}, { deviceSecret: randomBytes(32).toString('base64') }])
    expect(await other.refused('userDevice', { deviceId, ...wrong })).toMatchObject(said);
  await other.call('userDevice', { deviceId, deviceSecret });
  // A session stays on the tablet that it began on.
  expect(await other.refused('userDevice', { deviceId: randomUUID() })).toMatchObject(said);
});

test('a tablet that registered before there were secrets names its secret at the next sign-in', async () => {
  const [deviceId, deviceSecret] = [randomUUID(), randomBytes(32).toString('base64')];
  const { share } = await (await signIn(app)).call('userDevice', { deviceId });
  expect((await (await signIn(app)).call('userDevice', { deviceId, deviceSecret })).share).toBe(share);
  expect((await (await signIn(app)).refused('userDevice', { deviceId })).message).toContain('could not be recognised');
});

test('a blocked tablet gets no share, no sign-in and no call, and whoever was signed in on it is out', async () => {
  const holder = await registerTablet(await signIn(app));
  const { deviceId, deviceSecret } = holder;
  const queued = kept('patientCreate', aPatient());
  const ticket = callerOf(app, (await handOver(app, holder, await sent(holder))).token);
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('deviceRevoke', { id: deviceId, isRevoked: true });
  const blocked = { status: 403, code: 'DEVICE_REVOKED', message: 'This tablet has been blocked by an administrator' };
  expect((await holder.refused('userMe', {})).status).toBe(401);
  expect((await holder.refused('syncChanges', {})).status).toBe(401);
  expect(await staff.refused('userDevice', { deviceId, deviceSecret })).toMatchObject(blocked);
  const account = { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD };
  expect(await callerOf(app).refused('userLogin', { ...account, device: { deviceId } })).toMatchObject(blocked);
  expect(
    await callerOf(app).refused('userOtpVerify', { ...account, code: '123456', device: { deviceId, deviceSecret } }),
  ).toMatchObject(blocked);
  const [answer] = await sendEnvelope(app, { token: staff.token, deviceId }, [queued]);
  expect([answer!.status, answer!.body.error]).toEqual([403, 'DEVICE_REVOKED']);
  expect((await sendAlone(app, { token: staff.token, deviceId }, queued)).status).toBe(403);
  expect(await ticket.refused('userUnlock', { password: DEMO_PASSWORD })).toMatchObject(blocked);
  expect(await ticket.refused('consentDetailsByToken', { token: ticket.token! })).toMatchObject(blocked);
  await admin.call('deviceRevoke', { id: deviceId, isRevoked: false });
  const again = await callerOf(app).call('userLogin', { ...account, device: { deviceId, deviceSecret } });
  expect((await sendAlone(app, { token: again.token, deviceId }, queued)).status).toBe(200);
});

test('a kept call names the tablet of its sender, and no other', async () => {
  const mine = await registerTablet(await signIn(app));
  const { deviceId } = await registerTablet(await signIn(app));
  const op = kept('patientCreate', aPatient());
  for (const other of [deviceId, randomUUID()]) {
    const { status, body } = await sendAlone(app, { token: mine.token, deviceId: other }, op);
    expect([status, body.error]).toEqual([425, 'DEVICE_PENDING']);
  }
  expect((await sendAlone(app, mine, op)).status).toBe(200);
});

test('a kept call that is refused is in the security log once, without what it says', async () => {
  const mine = await registerTablet(await signIn(app));
  const op = kept('patientUpdate', { id: randomUUID(), version: 1, firstName: 'Demo-Unheard' });
  for (let tries = 0; tries < 2; tries += 1) await sendEnvelope(app, mine, [op]);
  await sendAlone(app, mine, op);
  const events = await app.database.db
    .selectFrom('security_log')
    .select(['actor', 'detail'])
    .where('type', '=', 'QUEUED_CALL_REFUSED')
    .where('detail', 'like', `%${op.key}%`)
    .execute();
  expect(events).toEqual([
    { actor: 'Demo Clinician', detail: `PUT patient/update: NOT_FOUND, tablet ${mine.deviceId}, call ${op.key}` },
  ]);
});

test('a kept call of somebody who may not make it any more is in the security log as well', async () => {
  const auditor = await registerTablet(await signIn(app, 'auditor@demo.nhs.uk'));
  const ops = [kept('patientCreate', aPatient()), kept('patientCreate', aPatient())] as const;
  expect((await sendAlone(app, auditor, ops[0])).status).toBe(403);
  expect((await sendEnvelope(app, auditor, [ops[1]]))[0]!.status).toBe(403);
  for (const { key } of ops) {
    const events = await app.database.db
      .selectFrom('security_log')
      .select('detail')
      .where('type', '=', 'QUEUED_CALL_REFUSED')
      .where('detail', 'like', `%${key}%`)
      .execute();
    expect(events).toEqual([{ detail: `POST patient/create: FORBIDDEN, tablet ${auditor.deviceId}, call ${key}` }]);
  }
});
