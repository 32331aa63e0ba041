import { currentHeld, currentQueue, subscribeHeld } from '#src/held/held.ts';
import { ageWords } from './age-notice.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** How often the age of what waits is looked at, ms [choice]. */
const EVERY = 600_000;

/** Warns of what has waited to be sent for a day. @param timeZone - the organisation's, as far as it is known @returns how to stop */
export function watchAge(timeZone: () => string): () => void {
  let told: string | null = null;
  let unsent = 0;
  const look = async () => {
    const words = await ageNow(timeZone());
    if (words === told) return;
    told = words;
    if (words === null) hideNotice('age');
    else showNotice({ id: 'age', message: words, tone: 'warn' });
  };
  // A tab that closes its store while it is asked has nothing to warn of.
  const lookQuietly = () => void look().catch(() => undefined);
  const stop = subscribeHeld(() => {
    const now = currentQueue().unsent;
    if (now === unsent) return;
    unsent = now;
    lookQuietly();
  });
  const timer = setInterval(lookQuietly, EVERY);
  return () => {
    clearInterval(timer);
    stop();
  };
}

async function ageNow(timeZone: string): Promise<string | null> {
  const held = currentHeld();
  const { unsent } = currentQueue();
  if (held === null || unsent === 0) return null;
  const oldest = await held.store.db.ops.orderBy('seq').first();
  return oldest === undefined ? null : ageWords({ unsent, since: oldest.capturedAt, timeZone }, Date.now());
}
