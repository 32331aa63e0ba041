/**
 * Reads one row of a database as it stands, without Dexie: for a page that shows something before it loads the store. Undefined when
 * there is no such database, table or row.
 *
 * @param name - of the database; it is neither created nor upgraded
 */
export async function readRow(name: string, table: string, key: string): Promise<unknown> {
  const db = await openExisting(name);
  if (db === null) return undefined;
  try {
    if (!db.objectStoreNames.contains(table)) return undefined;
    return await settled(db.transaction(table, 'readonly').objectStore(table).get(key));
  } finally {
    db.close();
  }
}

async function openExisting(name: string): Promise<IDBDatabase | null> {
  const request = indexedDB.open(name);
  let isNew = false;
  request.addEventListener('upgradeneeded', () => {
    // Fired for a database that does not exist only, as no version is named: nothing is created by reading.
    isNew = true;
    request.transaction?.abort();
  });
  try {
    return await settled(request);
  } catch (failure) {
    if (isNew) return null;
    throw failure;
  }
}

/** The result of a request, once it has succeeded. @throws DOMException that it failed with */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('The read failed', 'UnknownError')));
  });
}
