import 'fake-indexeddb/auto';
import { HANDOVER_KEY } from '#domain/signing/handover-lock.ts';
import { beginsWithSignIn } from '#src/entry/first-screen.ts';
import { keepHandover, restoreHandover } from '#src/session/restore-handover.ts';
import { beginHandover, endHandover, handoverFlag } from '#src/session/handover.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { removeHandoverMark } from '#store/db/handover-mark.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const TICKET = {
  ticket: 't_demo',
  handoverId: 'a-handover',
  consentID: 'a-form',
  role: 'PATIENT',
  clinicianName: 'Demo Clinician',
  expiresAt: '',
  recordID: 'a-case',
  userHash: 'a-vault',
};

beforeEach(async () => {
  startBrowser();
  const device = openDeviceDatabase();
  await device.meta.clear();
  device.close();
});
afterEach(() => vi.unstubAllGlobals());

/** As after a kill that came before the browser had brought these to the disk. */
function startBrowser({ local = {} }: { local?: Record<string, string> } = {}): void {
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('localStorage', openStorage(local));
}

/** The page that a killed browser shows at its next start. */
async function nextStart(local: Record<string, string> = {}): Promise<'signer' | 'staff'> {
  startBrowser({ local });
  await restoreHandover();
  return handoverFlag() === null ? 'staff' : 'signer';
}

test('a tablet that is killed while a signer has it starts with the signer’s page, though localStorage was never written', async () => {
  beginHandover(TICKET);
  await keepHandover();
  // From here on the signer has the tablet.
  expect(await nextStart()).toBe('signer');
  expect(handoverFlag()).toMatchObject({ handoverId: 'a-handover', recordID: 'a-case', userHash: 'a-vault' });
  expect(beginsWithSignIn('/')).toBe(false);
  expect(await nextStart()).toBe('signer');
});

test('a tablet that is killed at any step of taking it back is either with the signer or with the staff', async () => {
  beginHandover(TICKET);
  await keepHandover();
  const flag = localStorage.getItem(HANDOVER_KEY)!;
  await removeHandoverMark();
  // Killed before localStorage was changed, or before that was on the disk: closed is the safe side.
  expect(await nextStart({ [HANDOVER_KEY]: flag })).toBe('signer');
  endHandover();
  expect(await nextStart()).toBe('staff');
});

test('a browser without a database of the device has no mark, and gets none', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  beginHandover(TICKET);
  await keepHandover();
  expect(await indexedDB.databases()).toEqual([]);
  expect(await nextStart()).toBe('staff');
  vi.stubGlobal('indexedDB', undefined);
  await keepHandover();
  expect(await nextStart({ [HANDOVER_KEY]: '' })).toBe('signer');
});
