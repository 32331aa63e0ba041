import { watchUnsentAge } from '#src/notices/unsent-age.ts';
import { askForSync } from '#src/notices/background-sync.ts';
import { watchDeviceClock } from '#src/notices/watch-device-clock.ts';
import { watchInstall } from './install.tsx';
import { watchStorage } from '#src/notices/storage.ts';

/**
 * Watches this tablet and shows notices about its storage, its clock, ops that have waited too long, and how to install the
 * app.
 *
 * @param timeZone - the organisation's, as far as it is known
 */
export function watchTablet(timeZone: () => string): void {
  const keeps = watchStorage();
  watchDeviceClock();
  watchUnsentAge(timeZone);
  watchInstall(keeps);
  askForSync();
}
