import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { readinessOptions } from '#src/queries/ready/readiness.ts';
import { localItems } from '#src/device/web-storage.ts';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { READY_WORDS } from './readiness-words.ts';

/** localStorage key, set once a person was told on this tablet that it is ready. */
const TOLD_KEY = 'assent.ready';

/** Says once on this tablet, after a sign-in, that it is ready to work without a network. Says nothing where that cannot be remembered. */
export function watchReadiness(client: QueryClient): void {
  if (localItems.getItem(TOLD_KEY) !== null) return;
  let stopChecking: (() => void) | null = null;
  const check = () => {
    if (currentOfflineSession() === null) {
      stopChecking?.();
      stopChecking = null;
    } else {
      stopChecking ??= new QueryObserver(client, readinessOptions()).subscribe(({ data }) => {
        if (data === 'ready') tell();
      });
    }
  };
  const stopWatching = subscribeOffline(check);
  const tell = () => {
    stopWatching();
    stopChecking?.();
    if (localItems.getItem(TOLD_KEY) !== null) return;
    try {
      localItems.setItem(TOLD_KEY, '1');
    } catch {
      return;
    }
    noticeSuccess(READY_WORDS);
  };
  check();
}
