// Dexie looks for the database once, when it is loaded: files of one worker share it, whichever of them came first.
import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';

// A vault that one file leaves behind would open, or refuse, the password of the next file's person. A database that is deleted while something
// holds it open keeps the worker busy for ever: its rows are deleted in its place.
afterAll(async () => {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => clearDatabase(name!)));
});

function clearDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => {
      const { result: database } = request;
      const stores = [...database.objectStoreNames];
      if (stores.length === 0) return done();
      const transaction = database.transaction(stores, 'readwrite');
      for (const store of stores) transaction.objectStore(store).clear();
      transaction.addEventListener('complete', done);
      transaction.addEventListener('error', () => reject(transaction.error));
      function done(): void {
        database.close();
        resolve();
      }
    });
  });
}
