import { BLOCKED_STATES, type OpRow } from '#store/db/op.ts';
import { isVaultStored } from '#store/db/vault-mark.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import type { Store } from '#store/session/store.ts';
import { liveQuery } from 'dexie';

/** Unsent items of one patient; `patient` is null when this tab does not know the name. */
export type UnsentOfPatient = {
  readonly patient: { readonly firstName: string; readonly lastName: string } | null;
  readonly items: number;
};

type Counts = { readonly unsent: number; readonly blocked: number };
type LastOp = Pick<OpRow, 'lane' | 'entityId' | 'state'>;

type LastUnsentOptions = {
  readonly store: Store;
  readonly cards: PatientSearch;
  /** called with each new count */
  readonly onCount: (counts: Counts) => void;
  readonly onFault: (fault: unknown) => void;
};

/**
 * Follows the queue in memory, so that the items can still be named after the browser has cleared the database under the open app: an
 * emptied database is not followed.
 */
export function followUnsent({ store, cards, onCount, onFault }: LastUnsentOptions): {
  /** the unsent items as they were last read, by patient */
  readonly byPatient: () => UnsentOfPatient[];
  readonly stop: () => void;
} {
  const { device, db, vault } = store;
  let last: readonly LastOp[] = [];
  let isStopped = false;
  const patientOf = new Map<string, string>();

  const learnPatients = async () => {
    for (const { lane, entityId } of last) {
      if (lane.startsWith('patient:') || patientOf.has(entityId)) continue;
      const row = await (lane.startsWith('consent:') ? db.consents : db.listings).get(entityId);
      if (row !== undefined) patientOf.set(entityId, row.patientId);
    }
  };
  let reading = 0;
  const onRows = async (rows: readonly LastOp[]) => {
    reading += 1;
    const own = reading;
    const isGone = rows.length < last.length && !(await isVaultStored(device, db, vault.userHash));
    if (isGone || own !== reading) return;
    last = rows;
    const isBlocked = ({ state }: LastOp) => BLOCKED_STATES.some((each) => each === state);
    onCount({ unsent: rows.length, blocked: rows.filter(isBlocked).length });
    await learnPatients();
  };
  // The database may close under a reading that is under way.
  const fail = (fault: unknown) => {
    if (!isStopped) onFault(fault);
  };
  const following = liveQuery(() => lastOps(store)).subscribe({
    next: (rows) => void onRows(rows).catch(fail),
    error: fail,
  });
  return {
    byPatient: () => {
      const items = new Map<string, number>();
      for (const { entityId } of last) {
        const id = patientOf.get(entityId) ?? entityId;
        items.set(id, (items.get(id) ?? 0) + 1);
      }
      return [...items].map(([id, count]) => ({ patient: cards.find(id) ?? null, items: count }));
    },
    stop: () => {
      isStopped = true;
      following.unsubscribe();
    },
  };
}

async function lastOps({ db }: Store): Promise<LastOp[]> {
  const rows = await db.ops.orderBy('seq').toArray();
  return rows.map(({ lane, entityId, state }) => ({ lane, entityId, state }));
}
