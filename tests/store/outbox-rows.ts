import type { OpRow } from '#store/db/op.ts';
import type { Store } from '#store/session/store.ts';

/** The queued ops, in the order in which they were queued. */
export const opsInOrder = ({ db }: Store): Promise<OpRow[]> => db.ops.orderBy('seq').toArray();

/** Call and state of each queued op, in the same order. */
export const opStates = async (store: Store): Promise<string[]> =>
  (await opsInOrder(store)).map(({ call, state }) => `${call} ${state}`);
