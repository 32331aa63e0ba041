import 'fake-indexeddb/auto';
import { setOfflineSession } from '#src/offline/session.ts';
import { signOut, signOutAndWipe } from '#src/auth/sign-out.ts';
import { currentSession, startSession } from '#src/session/session.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { aPatient } from '#tests/support/forms/builders.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionOf, tabletForTests, untilSent } from './tablet.ts';

// The real client and the real server in one process.
const { tablet } = tabletForTests();
let isBusy = false;
beforeEach(() => {
  isBusy = false;
  tablet.hold();
  const request = async (name: string, _: LockOptions, run: (lock: object | null) => unknown) => run(isBusy ? null : { name });
  Object.assign(navigator, { locks: { request } });
});

const countOps = () => tablet.offline.store.db.ops.count();

test('what was saved in another tab after the question was asked is not wiped, and nobody is signed out', async () => {
  tablet.sendNothing();
  const id = tablet.offline.store.env.newId();
  await enqueue(tablet.offline.store, { call: 'patientCreate', input: { ...aPatient(), id } });
  expect(await signOutAndWipe(tablet.offline)).toBe('waits');
  expect(await countOps()).toBe(1);
  expect(currentSession()).not.toBeNull();
  tablet.goOnline();
  await untilSent(tablet);
});

test('while something is written or signed in a tab, nothing is wiped', async () => {
  isBusy = true;
  expect(await signOutAndWipe(tablet.offline)).toBe('busy');
  expect(currentSession()).not.toBeNull();
});

test('without an answer of the server nothing is deleted, nobody is signed out, and nothing is said to be done', async () => {
  tablet.wire.state = 'cut';
  expect(await signOutAndWipe(tablet.offline)).toBe('unreachable');
  expect(currentSession()).not.toBeNull();
  const [vault] = await tablet.offline.store.device.vaults.toArray();
  expect(vault?.synced, 'the key of the copies').not.toBeNull();
});

test('where nothing waits, the browser is asked to delete everything', async () => {
  const bodies: unknown[] = [];
  const reach = fetch;
  globalThis.fetch = async (input, init) => {
    bodies.push(init?.body);
    return reach(input, init);
  };
  try {
    expect(await signOutAndWipe(tablet.offline)).toBe('done');
  } finally {
    globalThis.fetch = reach;
  }
  expect(bodies).toContain(JSON.stringify({ wipe: true }));
  expect(currentSession()).toBeNull();
});

test('who opened the app without the network signs in before everything is deleted', async () => {
  const { user, tokenExpiryDate } = currentSession()!;
  startSession({ token: null, tokenExpiryDate, user });
  expect(await signOutAndWipe(tablet.offline)).toBe('signIn');
  expect(currentSession()).not.toBeNull();
});

test('a tablet that cannot write keeps nobody signed in', async () => {
  const failing = { ...tablet.offline.store.device, vaults: { update: () => Promise.reject(new Error('The disk is full')) } };
  const store = { ...tablet.offline.store, device: failing } as unknown as typeof tablet.offline.store;
  setOfflineSession(sessionOf({ ...tablet.offline, store }));
  const reported = vi.fn<(fault: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  await signOut();
  expect(reported).toHaveBeenCalledWith(new Error('The disk is full'));
  expect(currentSession()).toBeNull();
});
