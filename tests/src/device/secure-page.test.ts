import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { holdEditLock, isEditLockFree, whenEditLockFree } from '#src/device/edit-lock.ts';
import { INSECURE_WORDS } from '#src/device/secure-page.ts';
import { storageUnavailableWords } from '#src/notices/storage-unavailable.ts';
import { StorageUnavailable } from '#store/db/open-within.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a page without https says so, and tries no vault', async () => {
  expect(storageUnavailableWords()).toContain('Leave private browsing');
  vi.stubGlobal('isSecureContext', false);
  expect(storageUnavailableWords()).toContain(INSECURE_WORDS);
  expect(storageUnavailableWords()).not.toContain('private browsing');
  const opened = vi.spyOn(indexedDB, 'open');
  const { whenStorageOpen } = await import('#src/device/storage-verdict.ts');
  await expect(whenStorageOpen()).rejects.toThrow(StorageUnavailable);
  expect(opened).not.toHaveBeenCalled();
});

test('a page without https, which has no locks, can be edited', async () => {
  vi.stubGlobal('navigator', {});
  holdEditLock()();
  await whenEditLockFree();
  expect(await isEditLockFree()).toBe(true);
});
