import { DAY } from '#domain/base/limits.ts';

/** Hint on an iPad or iPhone, where the app is a plain tab of Safari. */
export const HOME_SCREEN_WORDS =
  'For work without a network, add this app to the home screen: tap Share, then “Add to Home Screen”. Otherwise Safari deletes what is saved here after 7 days without use.';
/** Hint in browsers that install apps themselves. */
export const INSTALL_WORDS = 'Install this app on the tablet: it then opens without a network, and what is saved in it stays.';

/** Time after a hint before it is shown again, ms [choice]. */
const REST = 7 * DAY;

type Place = {
  /** opened from the home screen, in a window of its own */
  readonly isInstalled: boolean;
  /** Safari on a touch device, which alone has `navigator.standalone` */
  readonly isAppleTouch: boolean;
  /** the browser has offered to install this app */
  readonly canInstall: boolean;
  /** time of the last hint, epoch ms; null when never */
  readonly lastShownAt: number | null;
};

/** The hint that is due, if any: the browser's offer once, the one about the home screen once a week. */
export function installHint(
  { isInstalled, isAppleTouch, canInstall, lastShownAt }: Place,
  now: number,
): 'offer' | 'home-screen' | null {
  if (isInstalled) return null;
  if (canInstall) return lastShownAt === null ? 'offer' : null;
  return isAppleTouch && (lastShownAt === null || now - lastShownAt >= REST) ? 'home-screen' : null;
}
