/**
 * Server's clock minus this device's, in milliseconds, from the last answer with a `Date` header; 0 before the first.
 * A session's end is judged by the server's clock, because a tablet's may be wrong by hours.
 */
let offset = 0;

/**
 * Sets the clock offset from the `Date` header of an answer.
 *
 * @param header - the header as it came; null or unreadable changes nothing
 * @param at - epoch ms on this device, halfway between request and response
 */
export function learnServerTime(header: string | null, at: number): void {
  const server = Date.parse(header ?? '');
  // The header counts whole seconds: the middle of its second is the better guess.
  if (!Number.isNaN(server)) offset = server + 500 - at;
}

export function clockOffset(): number {
  return offset;
}

/** Now by the server's clock, epoch ms. */
export function serverNow(now: number = Date.now()): number {
  return now + offset;
}

/** Wraps a fetch: every answer of this product sets the clock offset. A portal in between has a clock of its own. */
export function withServerClock(reach: typeof fetch): typeof fetch {
  return async (input, init) => {
    const startedAt = Date.now();
    const response = await reach(input, init);
    if (response.headers.get('x-app') === 'consent') learnServerTime(response.headers.get('date'), (startedAt + Date.now()) / 2);
    return response;
  };
}
