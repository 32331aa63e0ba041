import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { OfflineSession } from './session.ts';

/**
 * Wakes the sender with the page and the network, and when the service worker asks for it; looks at the server then, and at an interval.
 *
 * @returns a function that ends it
 */
export function wakeWithThePage(wake: OfflineSession['wake'], look: () => void): () => void {
  const visible = () => {
    if (document.visibilityState !== 'visible') return;
    wake('visible');
    look();
  };
  const online = () => {
    wake('online');
    look();
  };
  const focus = () => wake('focus');
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'assent.sync') wake('poked');
  };
  const interval = setInterval(() => document.visibilityState === 'visible' && look(), SYNC_TIMING.pullInterval);
  document.addEventListener('visibilitychange', visible);
  addEventListener('online', online);
  addEventListener('focus', focus);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    clearInterval(interval);
    document.removeEventListener('visibilitychange', visible);
    removeEventListener('online', online);
    removeEventListener('focus', focus);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
