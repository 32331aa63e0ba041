import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { openDeviceDatabase, type DeviceDatabase } from '#store/db/device-database.ts';
import { openWithin, StorageUnavailable } from '#store/db/open-within.ts';
import { DEAD_NAMES, ERROR_NAMES, failing, failingCommit } from '#tests/support/tablet/failing-database.ts';

const open: DeviceDatabase[] = [];
async function aDatabase(name: string): Promise<DeviceDatabase> {
  const db = openDeviceDatabase(name);
  open.push(db);
  await db.meta.put({ key: 'before', value: 'stored' });
  return db;
}
afterEach(async () => {
  vi.restoreAllMocks();
  for (const db of open.splice(0)) await db.delete();
});

const COMMIT = [IDBTransaction.prototype, 'commit'] as const;
const BEGIN = [IDBDatabase.prototype, 'transaction'] as const;
const [GET, PUT, LIST] = (['get', 'put', 'getAll'] as const).map((method) => [IDBObjectStore.prototype, method] as const);

type Place = readonly [owner: object, method: string] | undefined;
/** Each work, and where the browser's database can fail it. */
const WORKS: readonly (readonly [name: string, places: readonly Place[], work: (db: DeviceDatabase) => Promise<unknown>])[] = [
  ['a read', [BEGIN, GET], (db) => db.meta.get('before')],
  ['a list', [BEGIN, LIST], (db) => db.meta.where('key').equals('before').first()],
  ['a write', [BEGIN, GET, PUT, COMMIT], (db) => db.meta.put({ key: 'after', value: 'stored' }).then(() => db.meta.get('after'))],
  [
    'a transaction',
    [BEGIN, GET, PUT, COMMIT],
    (db) =>
      db.transaction('rw', [db.meta, db.catalog], async () => {
        await db.catalog.put({ key: 'after', value: 'stored', at: 1 });
        await db.meta.put({ key: 'after', value: 'stored' });
        return db.meta.get('after');
      }),
  ],
];
for (const error of DEAD_NAMES)
  for (const [what, places, work] of WORKS)
    test.each(places.flatMap((place) => (place === undefined ? [] : [[place[1], place[0]] as const])))(
      `${what} goes on over a fresh connection after ${error} at %s`,
      async (method, owner) => {
        // A connection holds on to its methods from the moment at which it opens.
        const fault = method === 'commit' ? failingCommit(error) : failing(owner, method, error, 0);
        const db = await aDatabase(`reopened-${error}-${what}-${method}`);
        const closed = vi.spyOn(db, 'close');
        fault.times = 1;
        expect(await work(db)).toMatchObject({ value: 'stored' });
        expect(fault.count, 'the work met the fault').toBe(1);
        expect(closed).toHaveBeenCalledOnce();
      },
    );

async function outcomeOf(work: Promise<unknown>): Promise<'done' | 'failed'> {
  try {
    await work;
    return 'done';
  } catch {
    return 'failed';
  }
}

const ALIVE = ERROR_NAMES.filter((name) => !DEAD_NAMES.includes(name));
test.each(ALIVE)(
  '%s means no dead connection: whatever work meets it fails at once, and the next goes on over the same one',
  async (error) => {
    for (const [what, places, work] of WORKS)
      for (const place of places) {
        if (place === undefined) continue;
        const [owner, method] = place;
        const fault = method === 'commit' ? failingCommit(error) : failing(owner, method, error, 0);
        const db = await aDatabase(`alive-${error}-${what}-${method}`);
        const closed = vi.spyOn(db, 'close');
        fault.times = 1;
        const outcome = await outcomeOf(work(db));
        expect([what, method, outcome, fault.count]).toEqual([what, method, 'failed', 1]);
        expect(closed).not.toHaveBeenCalled();
        expect(await work(db)).toMatchObject({ value: 'stored' });
        vi.restoreAllMocks();
      }
  },
);

// One that a newer build has written is opened as it is, which the library does by itself.
test.each(ALIVE.filter((name) => name !== 'VersionError'))(
  'the first open that meets %s is given up: nothing is asked again behind the words of a store that is not there',
  async (error) => {
    const fault = failing(IDBFactory.prototype, 'open', error, 1);
    const db = openDeviceDatabase(`refused-${error}`);
    open.push(db);
    await expect(openWithin(db, 3000)).rejects.toThrow(StorageUnavailable);
    expect(fault.count).toBe(1);
  },
);

/** The library itself asks so often for the first of these. */
const ASKED = { UnknownError: 4, InvalidStateError: 1 } as const;
test.each(Object.entries(ASKED))('the first open goes on over another connection after %s', async (error, times) => {
  const fault = failing(IDBFactory.prototype, 'open', error, times);
  const db = openDeviceDatabase(`first-${error}`);
  open.push(db);
  await openWithin(db, 3000);
  expect(fault.count).toBe(times);
  expect(await db.meta.count()).toBe(0);
});

test('a browser whose database answers nothing at the first open either is given up', async () => {
  failing(IDBFactory.prototype, 'open', 'InvalidStateError', 2);
  const db = openDeviceDatabase('dead');
  await expect(openWithin(db, 3000)).rejects.toThrow(StorageUnavailable);
});

test('nothing is written twice, and nothing of a transaction that failed stays', async () => {
  const db = await aDatabase('once');
  let runs = 0;
  failing(IDBObjectStore.prototype, 'get', 'UnknownError', 1);
  await db.transaction('rw', [db.meta], async () => {
    runs += 1;
    await db.meta.put({ key: `run ${runs}`, value: '' });
    await db.meta.get('before');
  });
  expect(runs).toBe(2);
  expect((await db.meta.toArray()).map(({ key }) => key)).toEqual(['before', 'run 2']);
});

test('after three works that a fresh connection did not help the store is called broken, until it answers again', async () => {
  const db = await aDatabase('broken');
  failing(IDBObjectStore.prototype, 'get', 'UnknownError', 6);
  const failures: unknown[] = [];
  for (let nth = 0; nth < 3; nth += 1) failures.push(await db.meta.get('before').catch((error: unknown) => error));
  expect(failures.map((each) => each instanceof StorageUnavailable)).toEqual([false, false, true]);
  expect(await db.meta.get('before')).toMatchObject({ value: 'stored' });
});

test('a database that was closed on purpose stays closed', async () => {
  const db = await aDatabase('closed');
  db.close();
  await expect(db.meta.get('before')).rejects.toThrow(Dexie.DatabaseClosedError);
});
