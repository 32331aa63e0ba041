import 'fake-indexeddb/auto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { holdEditLock, isEditLockFree, whenEditLockFree } from '#src/device/edit-lock.ts';
import { INSECURE_WORDS } from '#src/device/secure-page.ts';
import { storageUnavailableWords } from '#src/notices/storage-unavailable.ts';

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
  // Another file may have opened this page's storage before.
  vi.resetModules();
  const { whenStorageOpen } = await import('#src/device/storage-verdict.ts');
  await expect(whenStorageOpen()).rejects.toMatchObject({ name: 'StorageUnavailable', message: INSECURE_WORDS });
  expect(opened).not.toHaveBeenCalled();
});

test('a page without https, which has no locks, can be edited', async () => {
  vi.stubGlobal('navigator', {});
  holdEditLock()();
  await whenEditLockFree();
  expect(await isEditLockFree()).toBe(true);
});

test('the staff’s screens make their ids and keys by what every page has', () => {
  const folder = path.resolve(import.meta.dirname, '../../../src');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // The signer's pages open over https alone.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(`sign${path.sep}`));
  const asking = files.filter((file) => fs.readFileSync(path.join(folder, file), 'utf8').includes('crypto.randomUUID'));
  expect([files.length > 100, asking]).toEqual([true, []]);
});
