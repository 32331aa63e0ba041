import { VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { Busy, openWorkThread, ThreadLost, type WorkThreadOptions } from '#server/outside/work-thread.ts';
import type { SealTrustAround, verifySealed } from './verify-archive.ts';
import type { SealVerdict } from './verify.ts';

export type VerifyThread = {
  /**
   * The verdict of `verifySealed`, found in a thread of its own: a file that takes long holds up neither signers nor staff.
   *
   * @throws Busy when too many files wait, or when the thread was lost over this one: nothing is said of a file that was not checked
   */
  verify(...file: Parameters<typeof verifySealed>): Promise<SealVerdict>;
  close(): Promise<void>;
};

export type SealTask = SealTrustAround & { bytes: Uint8Array; trusted: readonly Uint8Array[] };

/** Files that may wait at once, and their bytes together, so that they do not fill the memory [choice]. */
const WAITING_VERIFICATIONS_MOST = 12;
const WAITING_BYTES_MOST = 2 * VERIFIED_FILE_MOST;
/** The largest file that is accepted takes under a second, ms. */
const VERIFY_MOST = 10_000;

/** Opens a thread that checks one file at a time. @param options - `workerUrl`: the bundled `verify-worker.ts` */
export function openVerifyThread({
  workerUrl,
  maxQueued = WAITING_VERIFICATIONS_MOST,
  timeoutMs = VERIFY_MOST,
}: Pick<WorkThreadOptions, 'workerUrl'> & Partial<WorkThreadOptions>): VerifyThread {
  let waiting = 0;
  const thread = openWorkThread<SealTask, SealVerdict>({ workerUrl, maxQueued, timeoutMs });
  return {
    verify: async (bytes, trusted, around) => {
      if (waiting + bytes.length > WAITING_BYTES_MOST) throw new Busy('Too many large files wait for the thread.');
      waiting += bytes.length;
      try {
        return await thread.run({ bytes, trusted, ...around });
      } catch (error) {
        throw error instanceof ThreadLost ? new Busy('The file could not be checked.') : error;
      } finally {
        waiting -= bytes.length;
      }
    },
    close: () => thread.close(),
  };
}
