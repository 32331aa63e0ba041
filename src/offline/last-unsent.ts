import { BLOCKED_STATES, type OpRow } from '#store/db/op.ts';
import { isVaultStored } from '#store/db/vault-mark.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import type { Store } from '#store/session/store.ts';
import { watchQueue } from './watch-queue.ts';

/** Unsent items of one patient; `patient` is null when this tab does not know the name. */
export type UnsentOfPatient = {
  readonly patient: { readonly firstName: string; readonly lastName: string } | null;
  readonly items: number;
};

type Counts = { readonly unsent: number; readonly blocked: number };
type LastOp = Pick<OpRow, 'lane' | 'entityId'> & { readonly isBlocked: boolean };

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
  const onRows = async (rows: readonly LastOp[]) => {
    const isGone = rows.length < last.length && !(await isVaultStored(device, db, vault.userHash));
    if (isGone) return;
    last = rows;
    onCount({ unsent: rows.length, blocked: rows.filter(({ isBlocked }) => isBlocked).length });
    await learnPatients();
  };
  // The database may close under a reading that is under way.
  const fail = (fault: unknown) => {
    if (!isStopped) onFault(fault);
  };
  const readOps = opReader(store);
  // One after another, so that an older reading never ends last.
  let reads = Promise.resolve();
  const read = () => {
    reads = reads.then(async () => onRows(await readOps())).catch(fail);
  };
  const stopWatching = watchQueue(db, read);
  read();
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
      stopWatching();
    },
  };
}

/**
 * Reads the queue by its keys, and of each op its row once: an op keeps its lane and its entity, and rows are large. Sending a queue of
 * n ops changes it n times.
 */
function opReader({ db: { ops } }: Store): () => Promise<LastOp[]> {
  let known: ReadonlyMap<number, Pick<OpRow, 'lane' | 'entityId'>> = new Map();
  return async () => {
    const [seqs, blocked] = await Promise.all([
      ops.orderBy('seq').primaryKeys(),
      ops
        .where('state')
        .anyOf([...BLOCKED_STATES])
        .primaryKeys(),
    ]);
    const added = await ops.bulkGet(seqs.filter((seq) => !known.has(seq)));
    const fresh = new Map(added.flatMap((row) => (row === undefined ? [] : [[row.seq, row] as const])));
    // An op that went between the two readings is not there any more.
    const rows = seqs.flatMap((seq) => {
      const row = known.get(seq) ?? fresh.get(seq);
      return row === undefined ? [] : [[seq, { lane: row.lane, entityId: row.entityId }] as const];
    });
    known = new Map(rows);
    const isBlocked = new Set(blocked);
    return rows.map(([seq, row]) => ({ ...row, isBlocked: isBlocked.has(seq) }));
  };
}
