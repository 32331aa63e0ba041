import { MINUTE } from '#domain/base/limits.ts';
import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { unsentAgeText } from './unsent-age-text.ts';
import { hideNotice, showNotice } from './persistent-notices.ts';

/** Interval of the checks of the oldest op's age, ms [choice]. */
const AGE_CHECK_INTERVAL = 10 * MINUTE;

/**
 * Warns of ops that have been unsent for a day.
 *
 * @param timeZone - the organisation's, as far as it is known
 * @returns how to stop
 */
export function watchUnsentAge(timeZone: () => string): () => void {
  let shownText: string | null = null;
  let unsent = 0;
  const look = async () => {
    const words = await readUnsentAge(timeZone());
    if (words === shownText) return;
    shownText = words;
    if (words === null) hideNotice('age');
    else showNotice({ id: 'age', message: words, tone: 'warn' });
  };
  // A tab that closes its vault during the check has nothing to warn of.
  const lookQuietly = () => void look().catch(() => undefined);
  const stop = subscribeOffline(() => {
    const now = currentQueueStatus().unsent;
    if (now === unsent) return;
    unsent = now;
    lookQuietly();
  });
  const timer = setInterval(lookQuietly, AGE_CHECK_INTERVAL);
  return () => {
    clearInterval(timer);
    stop();
  };
}

async function readUnsentAge(timeZone: string): Promise<string | null> {
  const offline = currentOfflineSession();
  const { unsent } = currentQueueStatus();
  if (offline === null || unsent === 0) return null;
  const oldest = await offline.store.db.ops.orderBy('seq').first();
  return oldest === undefined ? null : unsentAgeText({ unsent, since: oldest.capturedAt, timeZone }, Date.now());
}
