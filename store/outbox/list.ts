import type { QueuedCall } from '#contract/calls.ts';
import { blockedOps } from '../replay/due.ts';
import type { VaultDatabase } from '../vault-database.ts';
import type { OpError, OpState } from './op.ts';

/** One item as the outbox shows it; no key is needed to list. `capturedAt` is ISO, by this device's clock. */
export type OutboxItem = {
  readonly opId: string;
  readonly call: QueuedCall;
  readonly entityId: string;
  readonly capturedAt: string;
  /** `blocked`: behind one that somebody must look at */
  readonly state: OpState | 'blocked';
  readonly attempts: number;
  readonly error: OpError | null;
};

/** What waits to be sent, the oldest first. */
export async function outboxItems({ ops }: VaultDatabase): Promise<OutboxItem[]> {
  const all = await ops.orderBy('seq').toArray();
  const blocked = blockedOps(all);
  return all.map(({ opId, call, entityId, capturedAt, state, attempts, error }) => {
    return { opId, call, entityId, capturedAt, state: blocked.has(opId) ? 'blocked' : state, attempts, error };
  });
}

/** An item that the server has acknowledged; `ackedAt` is epoch ms. */
export type SentItem = Pick<OutboxItem, 'opId' | 'call' | 'entityId' | 'capturedAt'> & { readonly ackedAt: number };

/** What was sent in the last seven days, the newest first. */
export async function sentItems({ sent }: VaultDatabase, most = 100): Promise<SentItem[]> {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query is no array: the database reads backwards
  const rows = await sent.orderBy('ackedAt').reverse().limit(most).toArray();
  return rows.map(({ opId, call, entityId, capturedAt, ackedAt }) => ({ opId, call, entityId, capturedAt, ackedAt }));
}
