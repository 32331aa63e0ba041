import 'fake-indexeddb/auto';
import { keepCatalog, readCatalog } from '#store/catalog.ts';
import { deviceId, noteBuild } from '#store/device-id.ts';
import { openDevice, type Device } from '#store/device.ts';
import Dexie from 'dexie';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';

const names = v.array(v.string());
const ours = { subject: 'procedures', organisationId: 'org-1' } as const;
let device: Device;
let made = 0;
const newId = () => `id-${(made += 1)}`;

beforeEach(() => {
  made = 0;
  device = openDevice('device-under-test');
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
  device = openDevice('device-under-test');
  expect(await deviceId(device, newId)).toBe(before);
});

test('a device tells which build ran before this one', async () => {
  expect(await noteBuild(device, '1.0.0')).toBeNull();
  expect(await noteBuild(device, '1.1.0')).toBe('1.0.0');
});

test('a kept list is there again, with the time when the server gave it', async () => {
  await keepCatalog(device, ours, { value: ['Tonsillectomy'], at: 1000 });
  await keepCatalog(device, ours, { value: ['Colonoscopy'], at: 2000 });
  expect(await readCatalog(device, ours, names)).toEqual({ value: ['Colonoscopy'], at: 2000 });
});

test('one organisation never sees the list of another', async () => {
  await keepCatalog(device, ours, { value: ['Tonsillectomy'], at: 1000 });
  expect(await readCatalog(device, { ...ours, organisationId: 'org-2' }, names)).toBeNull();
});

test('a list that an older build kept in another shape is not shown', async () => {
  await keepCatalog(device, ours, { value: [{ name: 'Tonsillectomy' }], at: 1000 });
  expect(await readCatalog(device, ours, names)).toBeNull();
});

test('a device of an older build keeps its id and its lists when the vaults come', async () => {
  const older = new Dexie('older-device');
  older.version(1).stores({ meta: 'key', catalog: 'key' });
  await older.table('meta').put({ key: 'deviceId', value: 'kept' });
  older.close();
  const now = openDevice('older-device');
  expect(await deviceId(now, newId)).toBe('kept');
  expect(await now.vaults.count()).toBe(0);
  await now.delete();
});
