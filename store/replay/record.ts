import type { Failure } from '#contract/shapes.ts';
import { placeOf, type OpError, type OpRow } from '../outbox/op.ts';
import { InkMissing, readInk, readPayload } from '../outbox/payload.ts';
import { isVersioned, queued } from '../outbox/queued.ts';
import { withRoom } from '../quota.ts';
import type { Store } from '../store.ts';
import { Damaged, KeyForgotten, seal } from '../vault/seal.ts';
import { holdLead } from './lease.ts';
import type { Ready } from './line.ts';

/** Who writes. */
export type Lead = { readonly store: Store; readonly epoch: number };

/** What this device itself says of an op that it cannot send. */
const UNREADABLE: OpError = {
  status: 0,
  code: 'UNREADABLE',
  message: 'This item cannot be read any more on this tablet',
};

/**
 * Makes an op ready to be sent and writes down that it is: from here on its body is final. Null when it was changed or taken in the
 * meantime, or cannot be read; the latter goes to review.
 *
 * @param until - epoch ms; after it the op may be sent again
 * @throws Deposed
 */
export async function freeze(lead: Lead, op: OpRow, until: number): Promise<Ready | null> {
  const { store, epoch } = lead;
  const body = await wholeBody(store, op).catch(async (failure: unknown) => {
    if (!(failure instanceof Damaged || failure instanceof KeyForgotten || failure instanceof InkMissing)) throw failure;
    await setAside(lead, op, { state: 'review', error: UNREADABLE });
    return null;
  });
  if (body === null) return null;
  const { strokes, ...words } = body;
  const payload = op.isFrozen
    ? op.payload
    : await seal(store.vault.local, placeOf(op.opId), op.blob === null ? body : words, store.means);
  const sent = { payload, isFrozen: true, state: 'sent', lease: { epoch, until }, attempts: op.attempts + 1 } as const;
  const next = await change(lead, op, sent);
  return next === null ? null : { op: next, body: op.blob === null ? body : { ...words, strokes } };
}

/** The op waits again. @param told - why, for the person who looks at the list */
export async function putBack(
  lead: Lead,
  op: OpRow,
  told: Pick<OpRow, 'nextAt'> & Partial<Pick<OpRow, 'attempts' | 'error'>>,
): Promise<void> {
  await change(lead, op, { ...told, state: 'queued', lease: null });
}

/** The op waits for a person; what the server said of it is kept, sealed. */
export async function setAside(
  lead: Lead,
  op: OpRow,
  { state, error, detail }: { readonly state: 'review' | 'conflict'; readonly error: OpError; readonly detail?: unknown },
): Promise<void> {
  const { vault, means } = lead.store;
  const sealed = detail === undefined ? null : await seal(vault.local, placeOf(op.opId, 'detail'), detail, means);
  await change(lead, op, { state, error, detail: sealed, lease: null });
}

/** A failure as it is kept with an op. */
export function errorOf(status: number, failure: Failure | null): OpError {
  return { status, code: failure?.error ?? '', message: failure?.message ?? '' };
}

async function wholeBody({ db, vault }: Store, op: OpRow): Promise<Record<string, unknown>> {
  const said = await readPayload(vault, op);
  const strokes = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  if (op.isFrozen || !isVersioned(op.call)) return { ...said, ...strokes };
  // While something waits no copy from elsewhere touches the row: its version is the one that the op before has made.
  const row = await db[queued[op.call].table].get(op.entityId);
  // What took effect long ago left no version here, and the wire has none below one: where another is in force the server tells it.
  return { ...said, ...strokes, version: Math.max(row?.serverVersion ?? 0, 1) };
}

/** Null when the op is no longer as it was read. @throws Deposed */
async function change({ store, epoch }: Lead, { seq, rev }: OpRow, next: Partial<OpRow>): Promise<OpRow | null> {
  const { db } = store;
  const write = () =>
    db.transaction('rw', [db.ops, db.kv], async () => {
      await holdLead(db, epoch);
      const now = await db.ops.get(seq);
      if (now === undefined || now.rev !== rev) return null;
      const changed = { ...now, ...next, rev: rev + 1 };
      await db.ops.put(changed);
      return changed;
    });
  return withRoom(store, write);
}
