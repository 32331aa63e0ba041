import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken } from '#server/data/tokens.ts';
import { searchTextOfDevice } from '#server/data/sync/device-search.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

/** A tablet that somebody used, as their sign-in on it leaves it. */
async function tablet(
  name: string,
  { by = 'nurse@demo.nhs.uk', unsent = 0, usedAt = '2026-08-06T10:00:00.000Z' } = {},
): Promise<string> {
  const { db } = app.database;
  const user = await db.selectFrom('users').selectAll().where('email', '=', by).executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('devices')
    .values({
      organisation_id: user.organisation_id,
      id,
      name,
      search: searchTextOfDevice({ label: null, name }),
      first_used_at: '2026-08-01T10:00:00.000Z',
      last_used_at: usedAt,
      last_user_id: user.id,
      unsent,
      revoked_at: null,
    })
    .execute();
  return id;
}

/** The lines of the security log with this subject or of this type, oldest first. */
const logged = (column: 'subject' | 'type', value: string) =>
  app.database.db.selectFrom('security_log').selectAll().where(column, '=', value).orderBy('id').execute();

test('the tablets are listed with their last use and what waits on them, last used first, and found by name or user', async () => {
  await tablet('Chrome on Android', { unsent: 3 });
  await tablet('Safari on iPad', { by: 'eyes@demo.nhs.uk', usedAt: '2026-08-06T11:00:00.000Z' });
  await tablet('Edge on Windows', { by: 'admin@second.nhs.uk' });
  const { records, total } = (await admin.call('deviceGet', {})).data;
  expect(total).toBe(2);
  expect(records).toMatchObject([
    { name: 'Safari on iPad', lastUsedBy: 'Demo Eyes', unsent: 0, revokedAt: null },
    { name: 'Chrome on Android', lastUsedBy: 'Demo Nurse', lastUsedAt: '2026-08-06T10:00:00.000Z', unsent: 3 },
  ]);
  const names = async (search: string) => (await admin.call('deviceGet', { search })).data.records.map(({ name }) => name);
  expect(await names('nurse')).toEqual(['Chrome on Android']);
  expect(await names('IPAD eyes')).toEqual(['Safari on iPad']);
  expect(await names('%')).toEqual([]);
  expect((await admin.call('deviceGet', { page: 2, limit: 1 })).data).toMatchObject({ page: 2, pages: 2, records: [records[1]] });
});

test('a tablet is blocked and allowed again, and each is written down once', async () => {
  const id = await tablet('Lost tablet');
  const blocked = await admin.call('deviceRevoke', { id, isRevoked: true });
  expect(blocked).toMatchObject({ message: 'Tablet blocked', data: { id, revokedAt: expect.any(String) } });
  const again = await admin.call('deviceRevoke', { id, isRevoked: true });
  expect(again.data.revokedAt).toBe(blocked.data.revokedAt);
  expect(await admin.call('deviceRevoke', { id, isRevoked: false })).toMatchObject({
    message: 'Tablet allowed again',
    data: { revokedAt: null },
  });
  const log = await logged('subject', 'Lost tablet');
  expect(log.map(({ type, detail, actor }) => [type, detail, actor])).toEqual([
    ['DEVICE_REVOKED', id, 'Demo Administrator'],
    ['DEVICE_RESTORED', id, 'Demo Administrator'],
  ]);
});

test('a tablet is given a name, is found by it, and loses it again; each is written down once', async () => {
  const id = await tablet('a browser on Linux');
  const named = await admin.call('deviceRename', { id, label: '  Ward 7, tablet 2 ' });
  expect(named).toMatchObject({ data: { id, name: 'a browser on Linux', label: 'Ward 7, tablet 2' } });
  await admin.call('deviceRename', { id, label: 'Ward 7, tablet 2' });
  expect((await admin.call('deviceGet', { search: 'ward 7' })).data.records.map((each) => each.id)).toEqual([id]);
  expect((await admin.call('deviceRename', { id, label: '' })).data.label).toBeNull();
  await expect(admin.call('deviceRename', { id, label: 'W'.repeat(61) })).rejects.toMatchObject({ fields: [{ path: 'label' }] });
  const log = await logged('type', 'DEVICE_RENAMED');
  expect(log.map(({ subject, detail, actor }) => [subject, detail, actor])).toEqual([
    ['Ward 7, tablet 2', id, 'Demo Administrator'],
    ['a browser on Linux', id, 'Demo Administrator'],
  ]);
});

test('whoever is signed in on a tablet is out as it is blocked, and nobody else', async () => {
  const id = await tablet('Stolen tablet');
  const [thief, colleague] = [await signIn(app, 'nurse@demo.nhs.uk'), await signIn(app, 'nurse@demo.nhs.uk')];
  const { session_id } = await app.database.db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('token_hash', '=', hashToken(thief.token))
    .executeTakeFirstOrThrow();
  await app.database.db.updateTable('sessions').set({ device_id: id }).where('id', '=', session_id).execute();
  await admin.call('deviceRevoke', { id, isRevoked: true });
  expect((await thief.refused('userMe', {})).code).toBe('SIGN_IN');
  await colleague.call('userMe', {});
});

test('another organisation’s tablet answers like one that does not exist', async () => {
  const id = await tablet('Here');
  const second = await signIn(app, 'admin@second.nhs.uk');
  for (const each of [id, randomUUID()])
    for (const refused of [
      await second.refused('deviceRevoke', { id: each, isRevoked: true }),
      await second.refused('deviceRename', { id: each, label: 'Theirs' }),
    ])
      expect(refused.code).toBe('NOT_FOUND');
  const [stored] = (await admin.call('deviceGet', { search: 'Here' })).data.records;
  expect(stored).toMatchObject({ revokedAt: null, label: null });
});
