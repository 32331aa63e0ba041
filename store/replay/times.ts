/** The times of sending, ms; tests divide them. */
export type Times = {
  /** first back-off */
  readonly backOffLeast: number;
  /** longest back-off */
  readonly backOffMost: number;
  /** longest wait that a server may ask for; a broken header must not stop a ward for a year [choice] */
  readonly waitMost: number;
  /** a call with JSON gives up after this */
  readonly callTimeout: number;
  /** a call that carries strokes, or an envelope, gives up after this */
  readonly blobTimeout: number;
  /** the timer that looks for work, at least and at most */
  readonly timerLeast: number;
  readonly timerMost: number;
  readonly heartbeat: number;
  /** a leader that is silent for this long is replaced by a visible tab */
  readonly silence: number;
  /** a loop that has work and made no attempt for this long is started anew */
  readonly watchdog: number;
  /** receipts are kept this long */
  readonly receipts: number;
};

export const TIMES: Times = {
  backOffLeast: 1000,
  backOffMost: 5 * 60_000,
  waitMost: 60 * 60_000,
  callTimeout: 30_000,
  blobTimeout: 120_000,
  timerLeast: 15_000,
  timerMost: 5 * 60_000,
  heartbeat: 5000,
  silence: 30_000,
  watchdog: 60_000,
  receipts: 7 * 24 * 60 * 60_000,
};

/** How long to wait after so many attempts: anything up to a limit that doubles, so that tablets do not come back all at once. */
export function backOff(attempts: number, random: () => number, { backOffLeast, backOffMost }: Times): number {
  return Math.floor(random() * Math.min(backOffMost, backOffLeast * 2 ** Math.min(attempts, 30)));
}

/** ms to wait by a Retry-After header, in seconds or as a date; null when there is none that can be read. */
export function retryAfterOf(header: string | null, now: number, { waitMost }: Times): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const told = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(told) ? null : Math.min(Math.max(told, 0), waitMost);
}
