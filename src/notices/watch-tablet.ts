import { watchAge } from './age.ts';
import { askForSync } from './background-sync.ts';
import { watchClock } from './clock.ts';
import { watchInstall } from './install.tsx';
import { watchStorage } from './storage.ts';

/**
 * Looks after this tablet from now on and says what people should know of it: its storage, its clock, what has waited too long,
 * how to install the app.
 *
 * @param timeZone - the organisation's, as far as it is known
 */
export function watchTablet(timeZone: () => string): void {
  watchStorage();
  watchClock();
  watchAge(timeZone);
  watchInstall();
  askForSync();
}
