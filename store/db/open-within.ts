import type Dexie from 'dexie';
import { isDead } from './dead-connection.ts';

/** This browser refuses its database, or does not open it in time: nothing can be stored on this device. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/**
 * Opens a database, or gives it up: some browsers refuse one, and in some an `open()` never answers. Where the connection is dead, which a tab
 * that slept finds, it is opened once more. A database that was given up refuses every later query at once.
 *
 * @param limitMs - time limit, ms; it ends once the database waits for another tab, which may take as long as it takes
 * @throws StorageUnavailable
 */
export async function openWithin(db: Dexie, limitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  db.on('blocked', () => {
    isWaiting = true;
    clearTimeout(timer);
  });
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable('The database does not open')), limitMs);
  });
  try {
    await Promise.race([openTwice(db), limit]);
  } catch (failure) {
    if (isWaiting && !(failure instanceof StorageUnavailable)) throw failure;
    db.close();
    throw failure instanceof StorageUnavailable ? failure : new StorageUnavailable('The database is refused', { cause: failure });
  } finally {
    clearTimeout(timer);
  }
}

async function openTwice(db: Dexie): Promise<void> {
  try {
    await db.open();
  } catch (failure) {
    if (!isDead(failure)) throw failure;
    db.close({ disableAutoOpen: false });
    await db.open();
  }
}
