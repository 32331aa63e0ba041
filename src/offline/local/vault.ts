import { env, deviceDatabase, vaultEnv } from '#src/device/env.ts';
import { fetchKeyShare } from '#src/offline/unsent-report.ts';
import { outboxItems, type OutboxItem } from '#store/outbox/list.ts';
import { mayWipe, wipeCache } from '#store/session/sign-out.ts';
import { openVaultWithPassword, rewrapPassword, type OfflineUnlockResult } from '#store/vault/open.ts';
import { liveQuery } from 'dexie';
import type { LocalContext } from './context.ts';

/** Longest wait of a sign-out for the outbox, ms. */
const FLUSH_TIMEOUT = 10_000;

/** The vault itself: its password, and its end. */
export function localVault({ store, userId, wake }: LocalContext) {
  return {
    /** Checks the password of this vault without the server. */
    verifyPassword: async (email: string, password: string): Promise<OfflineUnlockResult> => {
      const result = await openVaultWithPassword(deviceDatabase(), { email, password }, vaultEnv());
      const isOther = result.kind === 'open' && result.vault.userHash !== store.vault.userHash;
      return isOther ? { kind: 'wrong' } : result;
    },
    /** Makes the vault open with a new password. @throws Unreachable, CallFailed */
    changePassword: async (password: string): Promise<void> => {
      const { organisationId } = store.vault;
      const share = await fetchKeyShare({ userId, organisationId });
      await rewrapPassword(deviceDatabase(), { userId, share, password }, env);
    },
    /** Sends for up to ten seconds. @returns the ops that are left, the oldest first */
    flush: async (): Promise<OutboxItem[]> => {
      const { db } = store;
      if ((await db.ops.count()) === 0) return [];
      if (navigator.onLine) {
        wake('asked');
        await untilEmpty(db.ops);
      }
      return outboxItems(db);
    },
    /** Discards the key of the cached copies, then the copies; unsent work stays sealed. */
    wipeCache: (): Promise<void> => wipeCache(store),
    /** True when the browser may delete all data of this app: nothing is unsent, and nobody else is remembered. */
    mayWipe: (): Promise<boolean> => mayWipe(store),
  };
}

function untilEmpty(ops: LocalContext['store']['db']['ops']): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      // The first count may come before the subscription is assigned.
      queueMicrotask(() => subscription.unsubscribe());
      resolve();
    };
    const subscription = liveQuery(() => ops.count()).subscribe({ next: (count) => count === 0 && end(), error: end });
    const timer = setTimeout(end, FLUSH_TIMEOUT);
  });
}
