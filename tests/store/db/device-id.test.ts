import 'fake-indexeddb/auto';
import { deviceId } from '#store/db/device-id.ts';
import { openDeviceDatabase, type DeviceDatabase } from '#store/db/device-database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let device: DeviceDatabase;
let made = 0;
const newId = () => `id-${(made += 1)}`;

beforeEach(() => {
  made = 0;
  device = openDeviceDatabase('device-under-test');
});
afterEach(async () => {
  await device.delete();
});

test('a device has one id, also when two tabs ask for it at once', async () => {
  const [one, other] = await Promise.all([deviceId(device, newId), deviceId(device, newId)]);
  expect(one).toBe(other);
  expect(await deviceId(device, newId)).toBe(one);
});

test('a device remembers its id after it was closed', async () => {
  const before = await deviceId(device, newId);
  device.close();
  device = openDeviceDatabase('device-under-test');
  expect(await deviceId(device, newId)).toBe(before);
});
