/** What the browser says of its network. `effectiveType` is undefined where it does not say (Safari, Firefox). */
export type Connection = { readonly online: boolean; readonly effectiveType: string | undefined };

/** What to do with the two standing notices. */
export type ConnectionStep = 'show-offline' | 'hide-offline' | 'show-slow' | 'hide-slow';

/** Shown until it is dismissed (spec §2, §9). */
export const OFFLINE_WORDS = 'You are offline';
/** Shown until it is dismissed, on 2g and slow-2g (spec §2, §9). */
export const SLOW_WORDS = 'Your internet connection speed is slow, please be patient';

/**
 * What a change of the network means for the notices. A dismissed notice comes again only with the next change.
 *
 * @param before - null at the start of the page
 */
export function connectionSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  return [...offlineSteps(before, now), ...slowSteps(before, now)];
}

function offlineSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  const wasOnline = before?.online ?? true;
  if (wasOnline === now.online) return [];
  return now.online ? ['hide-offline'] : ['show-offline'];
}

function slowSteps(before: Connection | null, now: Connection): readonly ConnectionStep[] {
  const wasSlow = before !== null && isSlow(before);
  if (!isSlow(now)) return wasSlow ? ['hide-slow'] : [];
  return wasSlow && before.effectiveType === now.effectiveType ? [] : ['show-slow'];
}

function isSlow({ online, effectiveType }: Connection): boolean {
  return online && (effectiveType === '2g' || effectiveType === 'slow-2g');
}
