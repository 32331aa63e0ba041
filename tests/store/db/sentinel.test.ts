import 'fake-indexeddb/auto';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { checkSentinel, storeUnsentCount, renewSentinel, type SentinelCopies } from '#store/db/sentinel.ts';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

function witnesses(): SentinelCopies & { readonly texts: Map<string, string>; cache: string | null } {
  const texts = new Map<string, string>();
  const all = {
    texts,
    cache: null as string | null,
    local: {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, value: string) => void texts.set(name, value),
    },
    cached: {
      read: async () => all.cache,
      write: async (id: string) => {
        all.cache = id;
      },
    },
  };
  return all;
}

test('a database that was cleared is told, with how many items may be lost, until somebody has read it', async ({
  world,
  store,
}) => {
  const about = witnesses();
  expect(await checkSentinel(world.device, about, world.env.newId)).toEqual({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.env.newId)).toEqual({ kind: 'whole' });
  await world.device.vaults.update(store.vault.userHash, { unsentCount: 3 });
  expect(await storeUnsentCount(world.device, about.local)).toBe(3);
  const cleared = openDeviceDatabase('a-cleared-device');
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: 3 });
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'lost', items: 3 });
  await renewSentinel(cleared, about, world.env.newId);
  expect(await checkSentinel(cleared, about, world.env.newId)).toEqual({ kind: 'whole' });
  await cleared.delete();
});

test('each witness alone tells of a cleared database, and a cleared witness is told again', async ({ world }) => {
  const about = witnesses();
  await checkSentinel(world.device, about, world.env.newId);
  about.texts.clear();
  expect(await checkSentinel(world.device, about, world.env.newId)).toEqual({ kind: 'whole' });
  expect(about.texts.size).toBe(1);
  about.texts.clear();
  const cleared = openDeviceDatabase('another-cleared-device');
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
  expect(await checkSentinel(world.device, about, world.env.newId)).toEqual({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.env.newId)).toEqual({ kind: 'whole' });
});
