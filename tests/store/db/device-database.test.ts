import 'fake-indexeddb/auto';
import { deviceId } from '#store/db/device-id.ts';
import { openDeviceDatabase, type DeviceDatabase } from '#store/db/device-database.ts';
import Dexie from 'dexie';
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

test('a device of an older build keeps its id and its lists when the vaults come', async () => {
  const older = new Dexie('older-device');
  older.version(1).stores({ meta: 'key', catalog: 'key' });
  await older.table('meta').put({ key: 'deviceId', value: 'kept' });
  older.close();
  const now = openDeviceDatabase('older-device');
  expect(await deviceId(now, newId)).toBe('kept');
  expect(await now.vaults.count()).toBe(0);
  await now.delete();
});
