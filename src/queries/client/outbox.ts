import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { UnsentItem } from '#src/offline/local/outbox.ts';
import type { OfflineSession } from '#src/offline/session.ts';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export { isStopped, MISDIRECTED, UNREADABLE } from '#store/db/op.ts';
export { isEdit } from '#store/outbox/calls.ts';
export type { OpConflict, OpFields, OpenItem, SentOutboxItem, UnsentItem } from '#src/offline/local/outbox.ts';

/** Whether an item is blocked until a person resolves it. */
export function needsPerson({ state }: Pick<UnsentItem, 'state'>): boolean {
  return state === 'review' || state === 'conflict';
}

type Part = 'unsent' | 'blocked' | 'sent' | 'item';

/** Unsent ops, the oldest first; kept up to date while a screen shows them. */
export function useUnsent(offline: OfflineSession | null) {
  return useList(offline, 'unsent', offline?.local.outbox.unsent);
}

/** Unsent ops that wait for a person, the oldest first; kept up to date while a screen shows them. */
export function useBlocked(offline: OfflineSession | null) {
  return useList(offline, 'blocked', offline?.local.outbox.blocked);
}

/** Ops that were sent in the last seven days, the newest first; kept up to date while a screen shows them. */
export function useSent(offline: OfflineSession | null) {
  return useList(offline, 'sent', offline?.local.outbox.sent);
}

function useList<Item>(offline: OfflineSession | null, part: Part, read: (() => Promise<Item[]>) | undefined) {
  useInvalidateOnOutboxChange(offline, part);
  return useQuery({ ...LOCAL, queryKey: ['outbox', part, offline?.userId], queryFn: read ?? skipToken });
}

/** One op with all its details; null when it is not pending any more. Fails when it cannot be read. */
export function useOutboxItem(offline: OfflineSession | null, opId: string) {
  useInvalidateOnOutboxChange(offline, 'item');
  return useQuery(outboxItemOptions(offline, opId));
}

const LOCAL = { networkMode: 'always', gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

const outboxItemOptions = (offline: OfflineSession | null, opId: string) =>
  queryOptions({
    ...LOCAL,
    queryKey: ['outbox', 'item', offline?.userId, opId],
    queryFn: offline === null ? skipToken : () => offline.local.outbox.item(opId),
  });

/** Receipts of sent items are shown for so long, ms. */
export const RECEIPT_LIFE = SYNC_TIMING.receiptRetention;
/** Shortest time between two reads of a screen while the outbox changes, ms [choice]. */
const READ_INTERVAL = 250;

/** Reads one part again after the outbox has changed, also from another tab. */
function useInvalidateOnOutboxChange(offline: OfflineSession | null, part: Part): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = offline?.local.outbox.watch(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['outbox', part] });
      }, READ_INTERVAL);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [offline, client, part]);
}
