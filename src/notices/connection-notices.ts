import { isSlowType } from '#src/device/network-quality.ts';
import type { ServerReachability } from '#src/offline/server-reachability.ts';

/** Known state of the network. `effectiveType` is undefined when it is not known. */
export type Connection = {
  readonly server: ServerReachability;
  readonly effectiveType: string | undefined;
};

/** Step for the notices about the network. */
export type ConnectionStep = `${'show' | 'hide'}-${'offline' | 'failing' | 'slow' | 'portal'}`;

/** Shown until it is dismissed (spec §2, §9). */
export const OFFLINE_WORDS = 'You are offline';
/** Shown until it is dismissed, on 2g and slow-2g (spec §2, §9). */
export const SLOW_WORDS = 'Your internet connection speed is slow, please be patient';
/** Shown on a network that wants a sign-in of its own. */
export const PORTAL_WORDS =
  'This network needs you to sign in. Until then nothing can be sent: what you save stays on this tablet.';

/** Shown while the server is reached and cannot work. */
export const FAILING_WORDS = 'The server has a problem. This is not your network. The app tries again by itself.';

/**
 * Notices to show or hide after a change of the network. A dismissed notice comes again only with the next change.
 *
 * @param before - null at the start of the page
 */
export function connectionSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  const steps = (['offline', 'failing', 'portal'] as const).flatMap((notice) => step(notice, before?.server, now.server));
  return [...steps, ...slowSteps(before, now)];
}

function step(
  notice: 'offline' | 'failing' | 'portal',
  before: ServerReachability | undefined,
  now: ServerReachability,
): readonly ConnectionStep[] {
  if ((before === notice) === (now === notice)) return [];
  return [now === notice ? `show-${notice}` : `hide-${notice}`];
}

function slowSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  const wasSlow = before !== null && isSlow(before);
  if (!isSlow(now)) return wasSlow ? ['hide-slow'] : [];
  return wasSlow && before.effectiveType === now.effectiveType ? [] : ['show-slow'];
}

function isSlow({ server, effectiveType }: Connection): boolean {
  return server === 'here' && isSlowType(effectiveType);
}
