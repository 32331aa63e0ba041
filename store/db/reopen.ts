import Dexie from 'dexie';
import { isDead } from './dead-connection.ts';
import { StorageUnavailable } from './open-within.ts';

/** Works one after another that a fresh connection did not help either: then the store is broken [choice]. */
const BROKEN_AFTER = 3;

/**
 * Gives a database another connection when its own has died: the work is done once more on the new one, so that nobody has to try again.
 * A transaction that failed has written nothing, so that its repetition writes nothing twice.
 *
 * The work fails with StorageUnavailable once three in a row have failed on fresh connections too.
 */
export function reopenWhenDead(db: Dexie): void {
  let failed = 0;
  const repeated = async (work: () => unknown): Promise<unknown> => {
    try {
      const result = await work();
      failed = 0;
      return result;
    } catch (error) {
      if (!isDead(error)) throw error;
    }
    // The next query opens it again.
    db.close({ disableAutoOpen: false });
    try {
      const result = await work();
      failed = 0;
      return result;
    } catch (error) {
      if (!isDead(error)) throw error;
      failed += 1;
      db.close({ disableAutoOpen: false });
      if (failed < BROKEN_AFTER) throw error;
      throw new StorageUnavailable('The database does not answer', { cause: error });
    }
  };
  repeatMethod(db, 'transaction', repeated);
  // Single queries have a transaction of their own, which Dexie begins here.
  repeatMethod(db.Table.prototype, '_trans', repeated);
}

type Repeat = (work: () => unknown) => Promise<unknown>;

/** Within a transaction nothing is repeated by itself: the whole of it is. */
function repeatMethod(owner: object, name: string, repeated: Repeat): void {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') throw new TypeError(`The database library has no ${name}`);
  Reflect.set(owner, name, function again(this: unknown, ...input: unknown[]) {
    const work = (): unknown => Reflect.apply(method, this, input);
    return Dexie.currentTransaction ? work() : Dexie.Promise.resolve(repeated(work));
  });
}
