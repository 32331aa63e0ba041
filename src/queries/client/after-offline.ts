import { MINUTE } from '#domain/base/limits.ts';
import { onlineManager, type QueryClient } from '@tanstack/react-query';

/** So long before the loss is noticed answers may have come from this tablet already, ms [choice]. */
const NOTICED_WITHIN = MINUTE;

/**
 * Has everything asked anew once the server is reached again that was answered meanwhile, which this tablet did from its copies: what is
 * shown at once, the rest when it is looked at. Without it an old answer would count as one of a moment ago.
 *
 * @returns how to stop
 */
export function askAnewAfterOffline(client: QueryClient): () => void {
  let lostAt: number | null = null;
  const follow = (isOnline: boolean) => {
    if (!isOnline) {
      lostAt ??= Date.now();
      return;
    }
    if (lostAt === null) return;
    const since = lostAt - NOTICED_WITHIN;
    lostAt = null;
    void client.invalidateQueries({ predicate: ({ state, meta }) => state.dataUpdatedAt >= since && meta?.persist !== true });
  };
  follow(onlineManager.isOnline());
  return onlineManager.subscribe(follow);
}
