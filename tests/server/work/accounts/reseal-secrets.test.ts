import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE } from '#domain/base/limits.ts';
import { secretsByKey } from '#server/data/accounts/sealed-secrets.ts';
import { addSecretKey, openSecretBox } from '#server/outside/secret-box.ts';
import { resealSecrets } from '#server/work/accounts/reseal-secrets.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { active, signInTwice } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
const newKey = () => randomBytes(32).toString('base64');
const boxOf = (...keys: string[]) => openSecretBox({ dataDir: '', given: keys.join(','), random: (count) => randomBytes(count) });

test('what lies in the database opens nothing without the key, is sealed anew at a start, and goes on working', async () => {
  const { db } = app.database;
  const person = await active(app, 'sealed@demo.nhs.uk');
  const [staff, deviceId] = [await signIn(app), randomUUID()];
  const { share } = await staff.call('userDevice', { deviceId });
  const stored = async () => [
    ...(await db.selectFrom('second_factors').select('secret').execute()).map(({ secret }) => secret),
    ...(await db.selectFrom('device_shares').select('share').execute()).map((row) => row.share),
  ];
  const first = await stored();
  expect(first.length).toBeGreaterThanOrEqual(2);
  for (const value of first) {
    expect(value).toMatch(/^v1\./);
    for (const plain of [person.secret, share]) expect(value).not.toContain(plain);
  }

  // Rows from before there was a key.
  await db.updateTable('second_factors').set({ secret: person.secret }).execute();
  await db.updateTable('device_shares').set({ share }).where('device_id', '=', deviceId).execute();
  const [older, newer] = [newKey(), newKey()];
  const old = await boxOf(older);
  // Values under the key of this test's server are of another one.
  await db.deleteFrom('device_shares').where('device_id', '<>', deviceId).execute();
  await resealSecrets({ ...app.deps, secrets: old });
  const under = await stored();
  expect(under.every((value) => old.isCurrent(value))).toBe(true);

  const rotated = await boxOf(newer, older);
  await resealSecrets({ ...app.deps, secrets: rotated });
  const again = await stored();
  expect(again.every((value) => rotated.isCurrent(value))).toBe(true);
  await resealSecrets({ ...app.deps, secrets: rotated });
  expect(await stored()).toEqual(again);
  Object.assign(app.deps, { secrets: rotated });
  expect((await staff.call('userDevice', { deviceId })).share).toBe(share);
  expect((await signInTwice(app, person)).user.TwoFAEnabled).toBe(true);
  expect(await secretsByKey(db)).toEqual(new Map([[rotated.keyId, again.length]]));

  // Nothing needs the old key any more.
  const alone = await boxOf(newer);
  await resealSecrets({ ...app.deps, secrets: alone });
  expect(await stored()).toEqual(again);
  Object.assign(app.deps, { secrets: alone });
  app.clock.advance(MINUTE);
  expect((await staff.call('userDevice', { deviceId })).share).toBe(share);
  expect((await signInTwice(app, person)).user.TwoFAEnabled).toBe(true);
  await expect(resealSecrets({ ...app.deps, secrets: await boxOf(newKey()) })).rejects.toThrow(
    'sealed with a key that is not here',
  );
});

test('a key that is added to the data folder is the newest, and those before it still open what they sealed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assent-keys-'));
  const random = (count: number) => randomBytes(count);
  const first = await openSecretBox({ dataDir, given: undefined, random });
  const sealed = first.seal('word', 'here');
  const added = await addSecretKey({ dataDir, random });
  const both = await openSecretBox({ dataDir, given: undefined, random });
  expect([both.keyId, both.keyIds]).toEqual([added, [added, first.keyId]]);
  expect([both.open(sealed, 'here'), both.isCurrent(sealed)]).toEqual(['word', false]);
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
});
