import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/builders.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

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
    (await staff.call('userDevice', { deviceId: randomUUID() })).share,
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
