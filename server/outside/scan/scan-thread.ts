import type { ScanRefusal } from '#domain/documents/scan-refusals.ts';
import type { AttachmentVerdict } from './inspect-attachment.ts';
import type { LogoVerdict } from './logo-picture.ts';
import type { PageDrawing, PageVerdict } from './page-pictures.ts';
import {
  Busy,
  openWorkThread,
  TASKS_PER_THREAD,
  THREAD_IDLE_MOST,
  ThreadLost,
  type WorkThreadOptions,
} from '#server/outside/work-thread.ts';

/** One page, with the texts of the page codes that were read on it. */
export type ScanPage = { readonly codes: readonly string[] };

/** `pdf` is what is stored: the file itself, or a new one of the pictures. */
export type ScanVerdict =
  | { readonly ok: true; readonly pdf: Uint8Array; readonly pages: readonly ScanPage[] }
  | { readonly ok: false; readonly reason: ScanRefusal };

export type ScanThread = {
  /**
   * Inspects the scan of a paper form in a thread of its own: one PDF, or pictures with a page each, in order. A file that ends or
   * stalls the thread is refused.
   *
   * @throws Busy when too many scans wait
   */
  inspect(files: readonly Uint8Array[]): Promise<ScanVerdict>;
  /** Inspects a logo in the same thread. @throws Busy when too many pictures wait */
  inspectLogo(file: Uint8Array): Promise<LogoVerdict>;
  /** Inspects a file of a referral in the same thread. @throws Busy when too many files wait */
  inspectAttachment(file: Uint8Array): Promise<AttachmentVerdict>;
  /** Draws one page of a scan that was inspected, in the same thread. @throws Busy when too many scans wait */
  drawPage(drawing: PageDrawing): Promise<PageVerdict>;
  /** As `drawPage`, for somebody who looks at the page: of these few wait at once, so that uploads and seals keep their places. @throws Busy */
  showPage(drawing: PageDrawing): Promise<PageVerdict>;
  close(): Promise<void>;
};

export type ScanTask =
  | { readonly files: readonly Uint8Array[] }
  | { readonly logo: Uint8Array }
  | { readonly attachment: Uint8Array }
  | { readonly drawing: PageDrawing };
export type TaskVerdict = ScanVerdict | LogoVerdict | AttachmentVerdict | PageVerdict;

/** Scans that may wait at once, so that they do not fill the memory. */
const WAITING_SCANS_MOST = 4;
/** Of these, pages that are drawn to be looked at. */
const SHOWN_PAGES_MOST = 2;
/** One page, or the check of a whole PDF, takes under a second, ms. */
const STEP_MOST = 4500;
/** The thread's own memory, without that of WebAssembly, MiB. */
const SCAN_HEAP_MOST = 512;

/** Opens a thread that inspects one scan at a time. @param options - `workerUrl`: the bundled `scan-worker.ts` */
export function openScanThread({
  workerUrl,
  ...options
}: Pick<WorkThreadOptions, 'workerUrl'> & Partial<WorkThreadOptions>): ScanThread {
  const thread = openWorkThread<ScanTask, TaskVerdict>({
    workerUrl,
    maxQueued: WAITING_SCANS_MOST,
    timeoutMs: STEP_MOST,
    tasksPerThread: TASKS_PER_THREAD,
    idleMs: THREAD_IDLE_MOST,
    resourceLimits: { maxOldGenerationSizeMb: SCAN_HEAP_MOST },
    ...options,
  });
  const run = (task: ScanTask, onLost: TaskVerdict) =>
    thread.run(task).catch((error: unknown) => {
      if (error instanceof ThreadLost) return onLost;
      throw error;
    });
  const drawPage = async (drawing: PageDrawing) => (await run({ drawing }, { ok: false, reason: 'TOO_SLOW' })) as PageVerdict;
  let shown = 0;
  return {
    // The thread answers each kind of task with the verdict of its kind.
    inspect: async (files) => (await run({ files }, { ok: false, reason: 'TOO_SLOW' })) as ScanVerdict,
    inspectLogo: async (logo) => (await run({ logo }, { ok: false, reason: 'DAMAGED' })) as LogoVerdict,
    inspectAttachment: async (attachment) => (await run({ attachment }, { ok: false, reason: 'TOO_SLOW' })) as AttachmentVerdict,
    drawPage,
    showPage: async (drawing) => {
      if (shown >= SHOWN_PAGES_MOST) throw new Busy('Too many pages wait to be shown.');
      shown += 1;
      try {
        return await drawPage(drawing);
      } finally {
        shown -= 1;
      }
    },
    close: () => thread.close(),
  };
}
