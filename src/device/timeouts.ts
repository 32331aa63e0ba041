/** Time limit of the server's answer when this tablet can go on without it, ms [choice]. */
export const FALLBACK_TIMEOUT = 8000;

/** As {@link FALLBACK_TIMEOUT}, while the server is known to be out of reach, ms [choice]: the last ping got no answer. */
export const UNREACHED_TIMEOUT = 3000;

/** Longest wait at a reload before the sign-in is shown where a password opens work on this tablet, ms [choice]. */
export const RESUME_PATIENCE = 3000;

/** Pauses between two questions at a start whose session this is, while the server is busy or out of reach, ms [choice]. */
export const START_BACKOFF = { first: 2000, max: 30_000 } as const;
