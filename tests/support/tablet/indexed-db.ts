// Dexie looks for the database once, when it is loaded: files of one worker share it, whichever of them came first.
import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';

// A vault that one file leaves behind would open, or refuse, the password of the next file's person.
afterAll(async () => {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => deleted(name!)));
});

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error));
    // A connection that is open closes at the next turn, and it is deleted then.
    request.addEventListener('blocked', () => resolve());
  });
}
