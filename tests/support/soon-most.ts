/** What a test waits for at most, ms: long beside anything that is waited for, so that a busy machine fails none. */
export const SOON_MOST = 20_000;
