import 'fake-indexeddb/auto';
import { clearPads, saveStrokes, readStrokes } from '#store/entities/strokes.ts';
import { afterEach, expect, test as base, vi } from 'vitest';
import { DEAD_NAMES, ERROR_NAMES, failing, failingCommit } from '#tests/support/tablet/failing-database.ts';
import { everythingIn, openDemoStore, openWorld } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);
afterEach(() => void vi.restoreAllMocks());

const strokes = [
  [
    { x: 0.1, y: 0.1, t: 0 },
    { x: 0.9, y: 0.5, t: 30 },
  ],
];

test('strokes are kept, sealed, from pen-up on, one set however often it is kept', async ({ store }) => {
  const ink = await saveStrokes(store, 'form', strokes);
  expect(await saveStrokes(store, 'form', strokes)).toBe(ink);
  expect(await readStrokes(store, 'form')).toEqual([{ sha256: ink, strokes }]);
  expect(await everythingIn(store.db.name)).not.toContain('0.9');
  await clearPads(store, 'form');
  expect(await readStrokes(store, 'form')).toEqual([]);
});

test('each pad has its own strokes, and of one pad the last alone are kept', async ({ store }) => {
  const [patient, clinician] = [
    { consentId: 'form', pad: 'PATIENT' },
    { consentId: 'form', pad: 'CLINICIAN' },
  ];
  const first = strokes.slice(0, 1);
  await saveStrokes(store, patient, first);
  const [theirs, ours] = [await saveStrokes(store, patient, strokes), await saveStrokes(store, clinician, strokes)];
  expect(ours).not.toBe(theirs);
  expect(await readStrokes(store, patient)).toEqual([{ sha256: theirs, strokes }]);
  await clearPads(store, patient);
  expect(await readStrokes(store, patient)).toEqual([]);
  expect(await readStrokes(store, clinician)).toEqual([{ sha256: ours, strokes }]);
});

test('strokes that a signature waits to be sent with are not dropped by clearing the pad', async ({ store }) => {
  const ink = await saveStrokes(store, 'form', strokes);
  await store.db.blobs.update(ink, { state: 'queued' });
  await clearPads(store, 'form');
  await saveStrokes(store, 'form', strokes);
  expect((await store.db.blobs.get(ink))?.state).toBe('queued');
});

/** Where the browser's database can fail the ink of a pad. */
const PLACES: Readonly<Record<string, (name: string) => ReturnType<typeof failing>>> = {
  begin: (name) => failing(IDBDatabase.prototype, 'transaction', name, 0),
  read: (name) => failing(IDBObjectStore.prototype, 'get', name, 0),
  write: (name) => failing(IDBObjectStore.prototype, 'put', name, 0),
  commit: (name) => failingCommit(name),
};
/** A dead connection is replaced, and for a full disk room is made; anything else fails, and the pad says so. */
const isMended = (name: string) => DEAD_NAMES.includes(name) || name === 'QuotaExceededError';

for (const [place, faultOf] of Object.entries(PLACES))
  test.each(ERROR_NAMES)(
    `%s at the ${place} of a pad’s save loses no ink: it is kept, or can be kept again beside what was before`,
    async (name) => {
      // A connection holds on to its methods from the moment at which it opens.
      const fault = faultOf(name);
      const store = await openDemoStore(openWorld());
      const pad = { consentId: 'form', pad: 'PATIENT' };
      const before = strokes.slice(0, 1).map((line) => line.slice(0, 1));
      const first = await saveStrokes(store, pad, before);
      fault.times = 1;
      const saved = await saveStrokes(store, pad, strokes).catch(() => null);
      expect(fault.count).toBe(1);
      expect(saved === null).toBe(!isMended(name));
      if (saved === null) expect(await readStrokes(store, pad)).toEqual([{ sha256: first, strokes: before }]);
      const sha256 = await saveStrokes(store, pad, strokes);
      expect(await readStrokes(store, pad)).toEqual([{ sha256, strokes }]);
      store.db.close();
    },
  );
