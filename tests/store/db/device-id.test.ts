import 'fake-indexeddb/auto';
import { deviceId, deviceIdentity, knownDeviceIdentity } from '#store/db/device-id.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('a device has one id, also when two tabs ask for it at once', async ({ world, device }) => {
  const { newId } = world.env;
  const [one, other] = await Promise.all([deviceId(device, newId), deviceId(device, newId)]);
  expect(one).toBe(other);
  expect(await deviceId(device, newId)).toBe(one);
});

test('a device remembers its id after it was closed', async ({ world, device }) => {
  const { newId } = world.env;
  const before = await deviceId(device, newId);
  device.close();
  const reopened = openDeviceDatabase(device.name);
  expect(await deviceId(reopened, newId)).toBe(before);
  reopened.close();
});

test('a device has one secret, also when two tabs ask for it at once, and it proves the id that was there before', async ({
  world,
  device,
}) => {
  expect(await knownDeviceIdentity(device, world.env)).toBeUndefined();
  const id = await deviceId(device, world.env.newId);
  const [one, other] = await Promise.all([deviceIdentity(device, world.env), knownDeviceIdentity(device, world.env)]);
  expect(one).toEqual({ deviceId: id, deviceSecret: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) });
  expect(other).toEqual(one);
});
