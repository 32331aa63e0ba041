import { Busy, openWorkThread, ThreadLost, type WorkThreadOptions } from '#server/outside/work-thread.ts';
import type { SealVerdict } from './verify.ts';

export type VerifyThread = {
  /**
   * The verdict of `verifySealed`, found in a thread of its own: a file that takes long holds up neither signers nor staff.
   *
   * @throws Busy when too many files wait, or when the thread was lost over this one: nothing is said of a file that was not checked
   */
  verify(bytes: Uint8Array, trusted: readonly Uint8Array[], stampRoots?: readonly Uint8Array[]): Promise<SealVerdict>;
  close(): Promise<void>;
};

export type SealTask = { bytes: Uint8Array; trusted: readonly Uint8Array[]; stampRoots: readonly Uint8Array[] };

/** Files of `FILE_MOST` bytes that may wait at once, so that they do not fill the memory. */
const WAITING_VERIFICATIONS_MOST = 12;
/** The largest file that is accepted takes under a second, ms. */
const VERIFY_MOST = 10_000;

/** Opens a thread that checks one file at a time. @param options - `workerUrl`: the bundled `verify-worker.ts` */
export function openVerifyThread({
  workerUrl,
  maxQueued = WAITING_VERIFICATIONS_MOST,
  timeoutMs = VERIFY_MOST,
}: Pick<WorkThreadOptions, 'workerUrl'> & Partial<WorkThreadOptions>): VerifyThread {
  const thread = openWorkThread<SealTask, SealVerdict>({ workerUrl, maxQueued, timeoutMs });
  return {
    verify: (bytes, trusted, stampRoots = []) =>
      thread.run({ bytes, trusted, stampRoots }).catch((error: unknown) => {
        throw error instanceof ThreadLost ? new Busy('The file could not be checked.') : error;
      }),
    close: () => thread.close(),
  };
}
