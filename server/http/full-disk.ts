import { MINUTE } from '#domain/base/limits.ts';
import type { Log } from '#server/outside/log.ts';
import { countFullDisk } from './metrics.ts';

/** PostgreSQL's code for a full disk, and that of the operating system. */
export const DISK_FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC']);
const told = { at: Number.NEGATIVE_INFINITY };

/**
 * Says in the log, once a minute, and in the metrics that the disk is full: what could not be saved is told to be tried again, as it was not.
 *
 * @param now - ms of a clock that never jumps
 */
export function tellOfFullDisk(code: string | undefined, log: Log, now = performance.now()): void {
  if (code === undefined || !DISK_FULL.has(code)) return;
  countFullDisk();
  if (now - told.at < MINUTE) return;
  told.at = now;
  log.error('the disk is full: nothing is saved until there is room', { error: code });
}
