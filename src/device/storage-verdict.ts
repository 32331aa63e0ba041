import { MINUTE } from '#domain/base/limits.ts';
import { openWithin, StorageUnavailable } from '#store/db/open-within.ts';
import { deviceDatabase } from './env.ts';
import { INSECURE_WORDS, isInsecure } from './secure-page.ts';

/** Time limit for a database to open, ms [choice]: after it the app works with the server alone. */
export const OPEN_LIMIT = 3000;

/** How long a database that did not open is not asked again, ms [choice]: no screen waits for it anew. */
const VERDICT_LIFETIME = MINUTE;

let opening: Promise<void> | undefined;

/** Resolves once this browser's store is open. @throws StorageUnavailable when it is refused, or does not open in time */
export function whenStorageOpen(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open(): Promise<void> {
  // There are no keys, so no vault is tried.
  if (isInsecure()) throw new StorageUnavailable(INSECURE_WORDS);
  try {
    await openWithin(deviceDatabase(), OPEN_LIMIT);
  } catch (failure) {
    setTimeout(() => (opening = undefined), VERDICT_LIFETIME);
    throw failure;
  }
}
