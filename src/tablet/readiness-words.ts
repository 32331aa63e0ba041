import type { Readiness } from '#src/queries/ready/readiness.ts';

export const READY_WORDS = 'This tablet is ready to work without a network.';

/** The state of this tablet for work without a network, and what is still to be done. */
export const READINESS_WORDS: Readonly<Record<Readiness, string>> = {
  ready: READY_WORDS,
  'no-storage': 'This tablet cannot work without a network now: nothing is open in its storage. Sign in again to prepare it.',
  'no-app': 'This tablet is not ready to work without a network yet. Reload this page once while there is a network.',
  'no-copies':
    'This tablet is not ready to work without a network yet. It still fetches what you need; leave the app open for a moment.',
};
