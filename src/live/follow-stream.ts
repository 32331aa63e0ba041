import { MINUTE } from '#domain/base/limits.ts';
import type { LiveEvent } from '#contract/live.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import type { Timer } from '#store/sync/send-context.ts';
import type { StreamEnd } from './read-stream.ts';

/** Delays before a stream is opened again, ms [choice]. */
const DELAYS = {
  /** after a cut: a random part of a limit that doubles from the first to the last */
  cut: { first: 1000, max: MINUTE },
  /** after the server asked for a new one: spread, so that the browsers of a stopped server do not come all at once */
  again: 5000,
  /** after another tab or browser of the same session has taken its place */
  replaced: MINUTE,
  /** after a refusal without a time: an older server, or a person without permission */
  refused: 5 * MINUTE,
} as const;

/** The history of earlier streams, which decides when the next one opens; it survives the page being hidden. */
export type StreamHistory = {
  /** streams in a row that were cut before they reported anything */
  failures: number;
  /** time before which no stream is opened in any case, epoch ms */
  notBefore: number;
};

export const emptyHistory = (): StreamHistory => ({ failures: 0, notBefore: Number.NEGATIVE_INFINITY });

export type FollowOptions = {
  /** Reads one stream to its end. */
  readonly read: (signal: AbortSignal, onEvent: (event: LiveEvent) => void) => Promise<StreamEnd>;
  readonly history: StreamHistory;
  readonly timer: Timer;
  /** epoch ms */
  readonly now: () => number;
  /** 0 to 1 */
  readonly random: () => number;
  /** Called with each event. */
  readonly onEvent: (event: LiveEvent) => void;
  /** Called without a stream: nothing is reported until the next event. */
  readonly onCut: () => void;
  readonly onSessionOver: () => void;
};

/** A stream that is opened again until it is stopped. */
export type Following = {
  /** Ends the wait for the next stream, after a cut or a server's stop: the page is visible again, or the network is back. */
  readonly nudge: () => void;
  readonly stop: () => void;
};

/**
 * Keeps one stream open, and opens the next after each end: soon where the server asks for it, else with back-off and jitter. It tries
 * also where the browser believes that there is no network: some are wrong about it.
 */
export function followStream({ read, history, timer, now, random, ...handlers }: FollowOptions): Following {
  let reading: AbortController | null = null;
  let cancel = () => {};
  let isStopped = false;

  const open = async (): Promise<void> => {
    if (isStopped || reading !== null) return;
    cancel();
    const cut = new AbortController();
    reading = cut;
    const end = await read(cut.signal, (event) => {
      if (event.kind === 'resync') history.failures = 0;
      if (!isStopped) handlers.onEvent(event);
    });
    reading = null;
    if (isStopped) return;
    const delay = delayAfter(end);
    if (end.kind !== 'cut' && end.kind !== 'again') history.notBefore = now() + delay;
    handlers.onCut();
    if (end.kind === 'session') handlers.onSessionOver();
    cancel = timer(delay, () => void open());
  };
  const delayAfter = (end: StreamEnd): number => {
    if (end.kind === 'again') return random() * DELAYS.again;
    if (end.kind === 'replaced') return DELAYS.replaced * (1 + random());
    // The session turned out to be valid: streams are retried as rarely as after a refusal.
    if (end.kind === 'session') return DELAYS.refused;
    if (end.kind === 'refused') return (end.wait ?? DELAYS.refused) * (1 + random());
    history.failures += 1;
    return random() * backoffDelay(history.failures - 1, DELAYS.cut);
  };
  const nudge = () => {
    if (now() >= history.notBefore) void open();
  };
  if (now() < history.notBefore) cancel = timer(history.notBefore - now(), () => void open());
  else void open();
  return {
    nudge,
    stop: () => {
      isStopped = true;
      cancel();
      reading?.abort();
    },
  };
}
