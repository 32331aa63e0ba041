/** The longest wait of a test, ms: much longer than any expected delay, so that a busy machine fails no test. */
export const SOON_MOST = 20_000;
