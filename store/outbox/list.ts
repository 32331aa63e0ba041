import type { QueuedCall } from '#contract/calls.ts';
import { blockedOps } from './blocked-by.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import { BLOCKED_STATES, isStopped, type OpError, type OpRow, type OpState } from '#store/db/op.ts';

/** One op as the outbox lists it; listing needs no key. `capturedAt` is ISO, by this device's clock. */
export type OutboxItem = {
  readonly opId: string;
  readonly call: QueuedCall;
  readonly entityId: string;
  readonly capturedAt: string;
  /** `blocked`: behind an op in review or conflict; `stopped`: refused on the way to the server again and again */
  readonly state: OpState | 'blocked' | 'stopped';
  readonly attempts: number;
  readonly error: OpError | null;
};

/** The queued ops, the oldest first. */
export async function outboxItems({ ops }: VaultDatabase): Promise<OutboxItem[]> {
  return outboxItemsOf(await ops.orderBy('seq').toArray());
}

/** The ops that wait for a person, the oldest first, found by index: the others are not read. */
export async function blockedRows({ ops }: VaultDatabase): Promise<OpRow[]> {
  return ops
    .where('state')
    .anyOf([...BLOCKED_STATES])
    .sortBy('seq');
}

/** The items of a complete queue, or of ops that wait for a person. @param ops - in their order */
export function outboxItemsOf(ops: readonly OpRow[]): OutboxItem[] {
  const blocked = blockedOps(ops);
  return ops.map((op) => {
    const { opId, call, entityId, capturedAt, attempts, error } = op;
    const state = blocked.has(opId) ? 'blocked' : isStopped(op) ? 'stopped' : op.state;
    return { opId, call, entityId, capturedAt, state, attempts, error };
  });
}

/** An acknowledged op; `ackedAt` is epoch ms. */
export type SentItem = Pick<OutboxItem, 'opId' | 'call' | 'entityId' | 'capturedAt'> & { readonly ackedAt: number };

/** Receipts of the last seven days, the newest first. */
export async function sentItems({ sent }: VaultDatabase, limit = 100): Promise<SentItem[]> {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query is no array: the database reads backwards
  const rows = await sent.orderBy('ackedAt').reverse().limit(limit).toArray();
  return rows.map(({ opId, call, entityId, capturedAt, ackedAt }) => ({ opId, call, entityId, capturedAt, ackedAt }));
}
