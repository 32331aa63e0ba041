/**
 * How far this device's clock is behind the server's, in milliseconds, by the last answer that told; 0 until one did.
 * A session's end is judged by the server's clock, because a tablet's may be wrong by hours.
 */
let offset = 0;

/**
 * Learns from the `Date` header of an answer.
 *
 * @param header - the header as it came; null or unreadable teaches nothing
 * @param at - epoch ms on this device, halfway between asking and answering
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
