import 'fake-indexeddb/auto';
import { commit } from '#store/commit.ts';
import { openDevice } from '#store/device.ts';
import { createPatient } from '#store/patients.ts';
import { keepProfile, readProfile } from '#store/profile.ts';
import { isNearlyFull, isQuotaExceeded, StorageFull, withRoom } from '#store/quota.ts';
import { checkSentinel, noteUnsentCount, renewSentinel, type Witnesses } from '#store/sentinel.ts';
import { noteUnsent, type Store } from '#store/store.ts';
import { clearPads, dropStrokes, keepStrokes, keptStrokes } from '#store/strokes.ts';
import { dropTyped, keepTyped, readTyped } from '#store/typed.ts';
import { openVaultDatabase } from '#store/vault-database.ts';
import { deleteUnsent, mayWipe } from '#store/vault/remembered.ts';
import { seal } from '#store/vault/seal.ts';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoPatient, demoUser } from './demo-entities.ts';
import { demoPerson, everythingIn, openDemoStore, openDemoVault, openWorld, type World } from './world.ts';
import { soon } from '#tests/support/soon.ts';

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };
const strokes = [
  [
    { x: 0.1, y: 0.1, t: 0 },
    { x: 0.9, y: 0.5, t: 30 },
  ],
];
let world: World;
let store: Store;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.db.close();
});

function witnesses(): Witnesses & { readonly texts: Map<string, string>; cache: string | null } {
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

const fill = async () => {
  const synced = await seal(store.vault.synced, { table: 'patients', id: 'synced' }, demoPatient({ id: 'synced' }), world.means);
  const row = { patientId: 'synced', state: 'synced' as const, updatedAt: 1, serverVersion: 1, localRev: 1 };
  await store.db.patients.put({ ...synced, ...row, id: 'synced' });
  await store.db.sent.put({
    ...synced,
    opId: 'r',
    lane: 'patient:x',
    call: 'patientCreate',
    entityId: 'x',
    capturedAt: '',
    ackedAt: 1,
  });
  await world.device.catalog.put({ key: 'procedures:one', value: [], at: 1 });
  await keepStrokes(store, 'form', strokes);
  await createPatient(store, draft);
};
const kept = async () => ({
  receipts: await store.db.sent.count(),
  catalogue: await world.device.catalog.count(),
  synced: await store.db.patients.where('state').equals('synced').count(),
  unsent: await store.db.patients.where('state').equals('unsent').count(),
  ops: await store.db.ops.count(),
  strokes: await store.db.blobs.count(),
});

test('a full disk gives up receipts, then the catalogue, then synced copies, and never what was not sent', async () => {
  await fill();
  const seen: Awaited<ReturnType<typeof kept>>[] = [];
  const full = Object.assign(new Error('Aborted'), {
    name: 'AbortError',
    inner: new DOMException('No room', 'QuotaExceededError'),
  });
  const write = async () => {
    seen.push(await kept());
    throw full;
  };
  await expect(withRoom(store, write)).rejects.toThrow(StorageFull);
  const own = { unsent: 1, ops: 1, strokes: 1 };
  expect(seen).toEqual([
    { receipts: 1, catalogue: 1, synced: 1, ...own },
    { receipts: 0, catalogue: 1, synced: 1, ...own },
    { receipts: 0, catalogue: 0, synced: 1, ...own },
    { receipts: 0, catalogue: 0, synced: 0, ...own },
  ]);
});

test('another failure of the database is no full disk, and goes on as it is', async () => {
  const broken = new Error('Broken');
  await expect(withRoom(store, () => Promise.reject(broken))).rejects.toBe(broken);
  expect([isQuotaExceeded(broken), isQuotaExceeded(null), isQuotaExceeded(new DOMException('', 'QuotaExceededError'))]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a save that meets a full disk once is kept after room was made', async () => {
  await fill();
  const put = IDBObjectStore.prototype.put;
  let failures = 1;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'patients' && failures-- > 0) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  await createPatient(store, draft);
  expect(await kept()).toMatchObject({ unsent: 2, ops: 2 });
});

test('people are warned from four fifths of the quota on', () => {
  expect(isNearlyFull({ usage: 79, quota: 100 })).toBe(false);
  expect(isNearlyFull({ usage: 80, quota: 100 })).toBe(true);
  expect(isNearlyFull({})).toBe(false);
});

test('a database that was cleared is told, with how many items may be lost, until somebody has read it', async () => {
  const about = witnesses();
  expect(await checkSentinel(world.device, about, world.means.newId)).toEqual({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.means.newId)).toEqual({ kind: 'whole' });
  await world.device.vaults.update(store.vault.userHash, { unsentCount: 3 });
  expect(await noteUnsentCount(world.device, about.local)).toBe(3);
  const cleared = openDevice('a-cleared-device');
  expect(await checkSentinel(cleared, about, world.means.newId)).toEqual({ kind: 'lost', items: 3 });
  expect(await checkSentinel(cleared, about, world.means.newId)).toEqual({ kind: 'lost', items: 3 });
  await renewSentinel(cleared, about, world.means.newId);
  expect(await checkSentinel(cleared, about, world.means.newId)).toEqual({ kind: 'whole' });
  await cleared.delete();
});

test('each witness alone tells of a cleared database, and a cleared witness is told again', async () => {
  const about = witnesses();
  await checkSentinel(world.device, about, world.means.newId);
  about.texts.clear();
  expect(await checkSentinel(world.device, about, world.means.newId)).toEqual({ kind: 'whole' });
  expect(about.texts.size).toBe(1);
  about.texts.clear();
  const cleared = openDevice('another-cleared-device');
  expect(await checkSentinel(cleared, about, world.means.newId)).toEqual({ kind: 'lost', items: null });
  await cleared.delete();
});

test('storage that refuses to be read keeps nobody from working', async () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  const about: Witnesses = {
    local: { getItem: refuse, setItem: refuse },
    cached: { read: async () => refuse(), write: async () => refuse() },
  };
  expect(await checkSentinel(world.device, about, world.means.newId)).toEqual({ kind: 'new' });
  expect(await checkSentinel(world.device, about, world.means.newId)).toEqual({ kind: 'whole' });
});

test('strokes are kept, sealed, from pen-up on, one set however often it is kept', async () => {
  const ink = await keepStrokes(store, 'form', strokes);
  expect(await keepStrokes(store, 'form', strokes)).toBe(ink);
  expect(await keptStrokes(store, 'form')).toEqual([{ sha256: ink, strokes }]);
  expect(await everythingIn(store.db.name)).not.toContain('0.9');
  await dropStrokes(store, ink);
  expect(await keptStrokes(store, 'form')).toEqual([]);
});

test('each pad has its own strokes, and of one pad the last alone are kept', async () => {
  const [patient, clinician] = [
    { consentId: 'form', pad: 'PATIENT' },
    { consentId: 'form', pad: 'CLINICIAN' },
  ];
  const first = strokes.slice(0, 1);
  await keepStrokes(store, patient, first);
  const [theirs, ours] = [await keepStrokes(store, patient, strokes), await keepStrokes(store, clinician, strokes)];
  expect(ours).not.toBe(theirs);
  expect(await keptStrokes(store, patient)).toEqual([{ sha256: theirs, strokes }]);
  await clearPads(store, patient);
  expect(await keptStrokes(store, patient)).toEqual([]);
  expect(await keptStrokes(store, clinician)).toEqual([{ sha256: ours, strokes }]);
});

test('strokes that a signature waits to be sent with are not dropped by clearing the pad', async () => {
  const ink = await keepStrokes(store, 'form', strokes);
  await store.db.blobs.update(ink, { state: 'queued' });
  await dropStrokes(store, ink);
  await keepStrokes(store, 'form', strokes);
  expect((await store.db.blobs.get(ink))?.state).toBe('queued');
});

test('what somebody typed and did not save is there after a restart, sealed, and is no item to be sent', async () => {
  await keepTyped(store, 'patient:new', { lastName: 'Demo-Typed' });
  store.db.close();
  store = await openDemoStore(world);
  expect(await readTyped(store, 'patient:new')).toEqual({ lastName: 'Demo-Typed' });
  expect(await store.db.ops.count()).toBe(0);
  expect(await everythingIn(store.db.name)).not.toContain('Typed');
  await dropTyped(store, 'patient:new');
  expect(await readTyped(store, 'patient:new')).toBeNull();
});

test('after a restart without a network the device knows who its person is and what they may do', async () => {
  expect(await readProfile(store)).toBeNull();
  await keepProfile(store, demoUser);
  store.db.close();
  store = await openDemoStore(world);
  expect(await readProfile(store)).toEqual(demoUser);
  expect(await everythingIn(store.db.name)).not.toContain('clinician@demo.nhs.uk');
  await store.db.kv.update('profile', { value: {} });
  expect(await readProfile(store)).toBeNull();
});

test('what was not sent is deleted on the typed word alone', async () => {
  await fill();
  for (const typed of ['', 'delete', 'DELETE ']) expect(await deleteUnsent(store, typed)).toBe(false);
  expect(await kept()).toMatchObject({ ops: 1, unsent: 1, strokes: 1 });
  expect(await deleteUnsent(store, 'DELETE')).toBe(true);
  expect(await kept()).toMatchObject({ ops: 0, unsent: 0, strokes: 0, synced: 1 });
  await noteUnsent(store);
  expect(world.unsent).toBe(0);
});

test('everything of the origin may be wiped only when nothing waits and nobody else is remembered', async () => {
  expect(await mayWipe(store)).toBe(true);
  await createPatient(store, draft);
  expect(await mayWipe(store)).toBe(false);
  await deleteUnsent(store, 'DELETE');
  expect(await mayWipe(store)).toBe(true);
  await openDemoVault(world, demoPerson({ userId: '0190f3a0-0000-7000-8000-000000000002', email: 'nurse@demo.nhs.uk' }));
  expect(await mayWipe(store)).toBe(false);
});

test('a newer build that changes the tables is let through only when this tab lets go, and the newer one hears that it waits', async () => {
  let finish = () => {};
  const signing = new Promise<void>((resolve) => (finish = resolve));
  const old = openVaultDatabase('upgrade', { letGo: () => signing, onBlocked: () => {} });
  await old.open();
  let isBlocked = false;
  const next = new Dexie('v-upgrade');
  next.version(2).stores({ kv: 'k', more: 'id' });
  next.on('blocked', () => {
    isBlocked = true;
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const opening = next.open();
  await soon(() => expect(isBlocked).toBe(true));
  expect(await old.kv.count()).toBe(0);
  finish();
  await opening;
  expect(next.tables.map(({ name }) => name)).toContain('more');
  next.close();
  await Dexie.delete('v-upgrade');
});

test('a tab that is in the way of this build is told of', async () => {
  const old = new Dexie('v-blocked');
  old.version(0.1).stores({ kv: 'k' });
  old.on('versionchange', () => false);
  await old.open();
  let told = 0;
  const next = openVaultDatabase('blocked', { letGo: async () => {}, onBlocked: () => void (told += 1) });
  const opening = next.open();
  await soon(() => expect(told).toBeGreaterThan(0));
  old.close();
  await opening;
  next.close();
});

test('a commit that keeps losing to others says so and keeps nothing', async () => {
  const id = await createPatient(store, draft);
  const get = store.db.patients.get.bind(store.db.patients);
  let rev = 100;
  vi.spyOn(store.db.patients, 'get').mockImplementation((async (key: string) => {
    const row = await get(key);
    return row === undefined ? undefined : { ...row, localRev: (rev += 1) };
  }) as unknown as typeof get);
  await expect(commit(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } })).rejects.toThrow(
    'changed elsewhere',
  );
});
