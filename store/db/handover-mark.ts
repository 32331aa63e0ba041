// Without Dexie: the first screen waits for it.

/** The database that all people of this device share, its table of single facts, and the fact that the device is with a signer. */
const [DATABASE, TABLE, KEY] = ['device', 'meta', 'handover'] as const;

/** Longest wait for the database, ms [choice]: a browser that does not open it shows its screens all the same. */
const MARK_LIMIT = 3000;

/**
 * Notes that this device is with a signer, as localStorage does, but on the disk when this resolves. Where the browser keeps no
 * database nothing is noted.
 *
 * @param flag - the content of the mark in localStorage: ids alone
 */
export async function writeHandoverMark(flag: string): Promise<void> {
  await inTable('readwrite', (table) => table.put({ key: KEY, value: flag }));
}

/** Removes the note, on the disk when this resolves. */
export async function removeHandoverMark(): Promise<void> {
  await inTable('readwrite', (table) => table.delete(KEY));
}

/** The note that this device is with a signer; null without one. */
export async function readHandoverMark(): Promise<string | null> {
  const row: unknown = await inTable('readonly', (table) => table.get(KEY));
  return typeof row === 'object' && row !== null && 'value' in row && typeof row.value === 'string' ? row.value : null;
}

/** Resolves undefined where the database is missing, refused, or not there in time. */
function inTable<T>(mode: 'readonly' | 'readwrite', ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), MARK_LIMIT);
    const end = (result: T | undefined) => {
      clearTimeout(timer);
      resolve(result);
    };
    openExisting((database) => {
      if (database === null || !database.objectStoreNames.contains(TABLE)) {
        database?.close();
        return end(undefined);
      }
      const transaction = database.transaction(TABLE, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(TABLE));
      transaction.addEventListener('complete', () => end(request.result));
      transaction.addEventListener('abort', () => end(undefined));
      // Closes once the transaction has ended.
      return database.close();
    });
  });
}

/** Opens the database as it is; null where there is none, or the browser refuses it. */
function openExisting(then: (database: IDBDatabase | null) => void): void {
  try {
    const opening = indexedDB.open(DATABASE);
    // There is none yet: it is for Dexie to make.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('success', () => then(opening.result));
    opening.addEventListener('error', (event) => {
      event.preventDefault();
      then(null);
    });
  } catch {
    then(null);
  }
}
