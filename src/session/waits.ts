/** How long an answer may take, ms, as in the queue: some networks swallow calls and say nothing. */
export const WAIT = 30_000;

/** The same for much at once: a call with a file in it, either way. */
export const LONG_WAIT = 120_000;

/** How long the server is waited for where this tablet can go on without it, ms [choice]. */
export const SHORT_WAIT = 8000;
