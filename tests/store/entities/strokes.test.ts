import 'fake-indexeddb/auto';
import { clearPads, saveStrokes, readStrokes } from '#store/entities/strokes.ts';
import { expect, test as base } from 'vitest';
import { everythingIn } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

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
