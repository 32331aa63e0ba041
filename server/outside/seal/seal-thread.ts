import { openWorkThread, type WorkThreadOptions } from '#server/outside/work-thread.ts';
import type { GapTask } from './reserve-gap.ts';

export type SealThread = {
  /**
   * Does `reserveGap` in a thread of its own: writing a PDF anew holds up no call. The private key stays out of it.
   *
   * @throws Busy when too many documents wait
   * @throws ThreadLost when the thread dies under this document, or takes too long over it
   */
  reserveGap(task: GapTask): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type GapResult = { bytes: Uint8Array<ArrayBuffer> } | { /** name of the error */ failed: string };

/** Documents that may wait at once; their jobs run one after another. */
const WAITING_SEALS_MOST = 20;
/** A document of this product takes some milliseconds, ms. */
const SEAL_MOST = 20_000;

/** Opens a thread that prepares one document at a time. @param options - `workerUrl`: the bundled `seal-worker.ts` */
export function openSealThread({ workerUrl }: Pick<WorkThreadOptions, 'workerUrl'>): SealThread {
  const thread = openWorkThread<GapTask, GapResult>({ workerUrl, maxQueued: WAITING_SEALS_MOST, timeoutMs: SEAL_MOST });
  return {
    async reserveGap(task) {
      const result = await thread.run(task);
      if ('failed' in result) throw new Error(`The signature field could not be written: ${result.failed}.`);
      return result.bytes;
    },
    close: () => thread.close(),
  };
}
