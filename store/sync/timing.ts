import { MINUTE, HOUR, DAY } from '#domain/base/limits.ts';
import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import { CALL_TIMEOUT, FILE_CALL_TIMEOUT } from '#contract/engine/timeouts.ts';

/** Times of the sync loop, ms; tests divide them. */
export type SyncTiming = {
  /** first back-off */
  readonly backoffMin: number;
  /** longest back-off */
  readonly backoffMax: number;
  /** longest Retry-After that is obeyed; a broken header must not stop a ward for a year [choice] */
  readonly waitMax: number;
  /** longest Retry-After of a gateway that is obeyed: it does not know when it is well again [choice] */
  readonly foreignWaitMax: number;
  /** timeout of a JSON call */
  readonly callTimeout: number;
  /** timeout of a call that carries strokes, and of a batch */
  readonly largeCallTimeout: number;
  /** shortest and longest interval of the timer that wakes the loop */
  readonly timerMin: number;
  readonly timerMax: number;
  /** interval of pulls while the page is visible [choice] */
  readonly pullInterval: number;
  readonly heartbeat: number;
  /** a visible tab steals the lock from a leader without a heartbeat for this long */
  readonly leaderTimeout: number;
  /** the watchdog restarts a loop that could send and made no attempt for this long */
  readonly watchdog: number;
  /** age at which receipts are deleted */
  readonly receiptRetention: number;
};

export const SYNC_TIMING: SyncTiming = {
  backoffMin: 1000,
  backoffMax: 5 * MINUTE,
  waitMax: HOUR,
  foreignWaitMax: 2 * MINUTE,
  callTimeout: CALL_TIMEOUT,
  largeCallTimeout: FILE_CALL_TIMEOUT,
  timerMin: 15_000,
  timerMax: 5 * MINUTE,
  pullInterval: MINUTE,
  heartbeat: 5000,
  leaderTimeout: 30_000,
  watchdog: MINUTE,
  receiptRetention: 7 * DAY,
};

/** Full-jitter back-off, ms: random up to a limit that doubles with each attempt, so that tablets do not come back all at once. */
export function jitteredDelay(attempts: number, random: () => number, { backoffMin, backoffMax }: SyncTiming): number {
  return Math.floor(random() * backoffDelay(attempts, { first: backoffMin, max: backoffMax }));
}

/**
 * Reads the Retry-After of an answer, in seconds or as a date, into ms to wait; null when it is absent or unreadable. The server's own is
 * obeyed longer than a gateway's.
 */
export function parseRetryAfter(
  headers: Pick<Headers, 'get'>,
  now: number,
  { waitMax, foreignWaitMax }: Pick<SyncTiming, 'waitMax' | 'foreignWaitMax'>,
): number | null {
  const header = headers.get('retry-after');
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  if (Number.isNaN(wait)) return null;
  return Math.min(Math.max(wait, 0), isOurAnswer(headers) ? waitMax : foreignWaitMax);
}
