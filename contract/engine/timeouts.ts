import { MINUTE } from '#domain/base/limits.ts';

/** Time limit of an answer, in a queue as on a screen, ms [choice]: some networks drop calls without an answer. */
export const CALL_TIMEOUT = 30_000;
/** Time limit of large transfers, such as a call with a file in the request or the response, or with strokes, ms [choice]. */
export const FILE_CALL_TIMEOUT = 2 * MINUTE;
