import { isSlowType } from '#src/offline/network-quality.ts';

/** Known state of the network. `effectiveType` is undefined when it is not known. */
export type Connection = {
  /** The server, or something in its place, is reached. */
  readonly online: boolean;
  readonly effectiveType: string | undefined;
  /** Something that wants a sign-in of its own answers in the server's place. */
  readonly portal: boolean;
};

/** Step for the notices about the network. */
export type ConnectionStep = `${'show' | 'hide'}-${'offline' | 'slow' | 'portal'}`;

/** Shown until it is dismissed (spec §2, §9). */
export const OFFLINE_WORDS = 'You are offline';
/** Shown until it is dismissed, on 2g and slow-2g (spec §2, §9). */
export const SLOW_WORDS = 'Your internet connection speed is slow, please be patient';
/** Shown on a network that wants a sign-in of its own. */
export const PORTAL_WORDS =
  'This network needs you to sign in. Until then nothing can be sent: what you save stays on this tablet.';

/**
 * Notices to show or hide after a change of the network. A dismissed notice comes again only with the next change.
 *
 * @param before - null at the start of the page
 */
export function connectionSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  return [
    ...step('offline', before !== null && !before.online, !now.online),
    ...step('portal', before !== null && before.portal, now.portal),
    ...slowSteps(before, now),
  ];
}

function step(notice: 'offline' | 'portal', was: boolean, is: boolean): readonly ConnectionStep[] {
  if (was === is) return [];
  return [is ? `show-${notice}` : `hide-${notice}`];
}

function slowSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  const wasSlow = before !== null && isSlow(before);
  if (!isSlow(now)) return wasSlow ? ['hide-slow'] : [];
  return wasSlow && before.effectiveType === now.effectiveType ? [] : ['show-slow'];
}

function isSlow({ online, effectiveType, portal }: Connection): boolean {
  return online && !portal && isSlowType(effectiveType);
}
