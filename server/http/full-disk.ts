import { MINUTE } from '#domain/base/limits.ts';
import type { Log } from '#server/outside/log.ts';
import { countFullDisk } from './metrics.ts';

/** PostgreSQL's code for a full disk, and that of the operating system. */
export const DISK_FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC']);
const lastFull = { loggedAt: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
/** A disk that was full so short a time ago counts as full, ms [choice]. */
const FULL_FOR = 10 * MINUTE;

/**
 * Says in the log, once a minute, and in the metrics that the disk is full: what could not be saved is told to be tried again, as it was not.
 *
 * @param now - ms of a clock that never jumps
 * @returns whether the code is that of a full disk
 */
export function tellOfFullDisk(code: string | undefined, log: Log, now = performance.now()): boolean {
  if (code === undefined || !DISK_FULL.has(code)) return false;
  lastFull.at = now;
  countFullDisk();
  if (now - lastFull.loggedAt < MINUTE) return true;
  lastFull.loggedAt = now;
  log.error('the disk is full: nothing is saved until there is room', { error: code });
  return true;
}

/** Whether something could not be saved for want of room a short while ago, on this machine's disk or the database's. @param now - as above */
export function wasDiskFull(now = performance.now()): boolean {
  return now - lastFull.at < FULL_FOR;
}
