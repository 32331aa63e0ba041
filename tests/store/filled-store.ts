import { seal } from '#store/crypto/seal.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import type { Store } from '#store/session/store.ts';
import { createPatient } from './app-calls.ts';
import { demoPatient } from './demo-entities.ts';

/** Writes one row of each kind: a cached copy, a receipt, a catalogue, strokes, and a patient who is not sent. */
export async function fillStore(store: Store): Promise<void> {
  const { db, device, env, vault } = store;
  const synced = await seal(vault.synced, { table: 'patients', id: 'synced' }, demoPatient({ id: 'synced' }), env);
  const row = { patientId: 'synced', state: 'synced' as const, updatedAt: 1, serverVersion: 1, localRev: 1 };
  await db.patients.put({ ...synced, ...row, id: 'synced' });
  const receipt = { opId: 'r', lane: 'patient:x', call: 'patientCreate', entityId: 'x', capturedAt: '', ackedAt: 1 } as const;
  await db.sent.put({ ...synced, ...receipt });
  await device.catalog.put({ key: 'procedures:one', value: [], at: 1 });
  await saveStrokes(store, 'form', [
    [
      { x: 0.1, y: 0.1, t: 0 },
      { x: 0.9, y: 0.5, t: 30 },
    ],
  ]);
  await createPatient(store);
}

/** Numbers of rows by kind. */
export async function countRows({ db, device }: Store) {
  return {
    receipts: await db.sent.count(),
    catalogue: await device.catalog.count(),
    synced: await db.patients.where('state').equals('synced').count(),
    unsent: await db.patients.where('state').equals('unsent').count(),
    ops: await db.ops.count(),
    strokes: await db.blobs.count(),
  };
}
