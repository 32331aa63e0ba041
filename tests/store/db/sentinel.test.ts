import 'fake-indexeddb/auto';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { checkOpenApp, checkSentinel, storeUnsentCount, renewSentinel, type SentinelCopies } from '#store/db/sentinel.ts';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import type { World } from '#tests/store/world.ts';

const test = base.extend(storeFixtures);

function witnesses(): SentinelCopies & { readonly texts: Map<string, string>; readonly cache: Map<string, string> } {
  const [texts, cache] = [new Map<string, string>(), new Map<string, string>()];
  const all = {
    texts,
    cache,
    local: {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, value: string) => void texts.set(name, value),
    },
    cached: {
      read: async (which: string) => cache.get(which) ?? null,
      write: async (which: string, value: string) => void cache.set(which, value),
    },
  };
  return all;
}

/** The sentinel's id after the first start of a new device. */
async function idOfNew({ device, env }: Pick<World, 'device' | 'env'>, about: SentinelCopies): Promise<string> {
  const first = await checkSentinel(device, about, env.newId);
  if (first.kind !== 'new') throw new Error(`The device is not new: ${first.kind}`);
  return first.id;
}

test('a database that was cleared is told, with how many items may be lost, until somebody has read it', async ({
  world,
  store,
}) => {
  const about = witnesses();
  expect(await checkSentinel(world.device, about, world.env.newId)).toMatchObject({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.env.newId)).toMatchObject({ kind: 'whole' });
  await world.device.vaults.update(store.vault.userHash, { unsentCount: 3 });
  expect(await storeUnsentCount(world.device, about)).toBe(3);
  const cleared = openDeviceDatabase('a-cleared-device');
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: 3 });
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: 3 });
  await renewSentinel(cleared, about, world.env.newId);
  expect(await checkSentinel(cleared, about, world.env.newId)).toMatchObject({ kind: 'whole' });
  await cleared.delete();
});

test('each witness alone tells of a cleared database, and a cleared witness is told again', async ({ world }) => {
  const about = witnesses();
  await checkSentinel(world.device, about, world.env.newId);
  about.texts.clear();
  expect(await checkSentinel(world.device, about, world.env.newId)).toMatchObject({ kind: 'whole' });
  expect(about.texts.size).toBe(1);
  about.texts.clear();
  const cleared = openDeviceDatabase('another-cleared-device');
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: 0 });
  about.cache.delete('unsent');
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: null });
  await cleared.delete();
});

test('storage that refuses to be read keeps nobody from working', async ({ world }) => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  const about: SentinelCopies = {
    local: { getItem: refuse, setItem: refuse },
    cached: { read: async () => refuse(), write: async () => refuse() },
  };
  expect(await checkSentinel(world.device, about, world.env.newId)).toMatchObject({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.env.newId)).toMatchObject({ kind: 'whole' });
});

test('a database that is cleared under the open app is told with what the app remembers, and the next start says the same', async ({
  world,
  store,
}) => {
  const about = witnesses();
  const { newId } = world.env;
  const id = await idOfNew(world, about);
  await world.device.vaults.update(store.vault.userHash, { unsentCount: 4 });
  await storeUnsentCount(world.device, about);
  expect(await checkOpenApp(world.device, about, { id, unsent: 4, newId })).toMatchObject({ kind: 'whole' });
  const cleared = openDeviceDatabase('cleared-under-the-app');
  expect(await storeUnsentCount(cleared, about), 'an empty device counts nothing').toBeNull();
  expect(about.texts.get('assent.unsent')).toBe('4');
  // localStorage and the caches may be cleared with it.
  about.texts.clear();
  about.cache.clear();
  expect(await checkOpenApp(cleared, about, { id, unsent: 4, newId })).toEqual({ kind: 'lost', items: 4 });
  expect(await checkSentinel(cleared, about, newId)).toEqual({ kind: 'lost', items: 4 });
  await cleared.delete();
});

test('where everything was cleared and nothing waited, the open app goes on as on a new tablet', async ({ world }) => {
  const about = witnesses();
  const { newId } = world.env;
  const id = await idOfNew(world, about);
  about.texts.clear();
  about.cache.clear();
  const cleared = openDeviceDatabase('cleared-on-purpose');
  const memory = { id, unsent: 0, newId };
  expect(await checkOpenApp(cleared, about, memory)).toMatchObject({ kind: 'new' });
  expect(await checkSentinel(cleared, about, newId)).toMatchObject({ kind: 'whole' });
  await cleared.delete();
});

test('a sentinel that another tab has renewed is no loss, and the count of all users goes on with it', async ({
  world,
  store,
}) => {
  const about = witnesses();
  const { newId } = world.env;
  const id = await idOfNew(world, about);
  await world.device.vaults.update(store.vault.userHash, { unsentCount: 2 });
  const renewed = await renewSentinel(world.device, about, newId);
  expect(renewed.id).not.toBe(id);
  expect(about.texts.get('assent.unsent'), 'what waits in a vault that is still there').toBe('2');
  expect(await checkOpenApp(world.device, about, { id, unsent: 0, newId })).toEqual({ kind: 'whole', ...renewed });
});
