import type { QueuedCall } from '#contract/calls.ts';
import { blockedOps } from './blocked-by.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import type { OpError, OpState } from '#store/db/op.ts';

/** One op as the outbox lists it; listing needs no key. `capturedAt` is ISO, by this device's clock. */
export type OutboxItem = {
  readonly opId: string;
  readonly call: QueuedCall;
  readonly entityId: string;
  readonly capturedAt: string;
  /** `blocked`: behind an op in review or conflict */
  readonly state: OpState | 'blocked';
  readonly attempts: number;
  readonly error: OpError | null;
};

/** The queued ops, the oldest first. */
export async function outboxItems({ ops }: VaultDatabase): Promise<OutboxItem[]> {
  const all = await ops.orderBy('seq').toArray();
  const blocked = blockedOps(all);
  return all.map(({ opId, call, entityId, capturedAt, state, attempts, error }) => {
    return { opId, call, entityId, capturedAt, state: blocked.has(opId) ? 'blocked' : state, attempts, error };
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
