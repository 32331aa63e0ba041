import 'fake-indexeddb/auto';
import { deviceId } from '#store/db/device-id.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import Dexie from 'dexie';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('a device of an older build keeps its id and its lists when the vaults come', async ({ world }) => {
  const older = new Dexie('older-device');
  older.version(1).stores({ meta: 'key', catalog: 'key' });
  await older.table('meta').put({ key: 'deviceId', value: 'kept' });
  older.close();
  const now = openDeviceDatabase('older-device');
  expect(await deviceId(now, world.env.newId)).toBe('kept');
  expect(await now.vaults.count()).toBe(0);
  await now.delete();
});
