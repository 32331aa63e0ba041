import type { LiveEvent } from '#contract/live.ts';
import { backoffDelay } from '#contract/retry.ts';
import type { Timer } from '#store/sync/send-context.ts';
import type { StreamEnd } from './read-stream.ts';

/** Delays before a stream is opened again, ms [choice]. */
const DELAYS = {
  /** after a cut: a random part of a limit that doubles from the first to the last */
  cut: { first: 1000, max: 60_000 },
  /** after the server asked for a new one: spread, so that the browsers of a stopped server do not come all at once */
  again: 1000,
  /** after another tab or browser of the same session has taken its place */
  replaced: 60_000,
  /** after a refusal that says no time: an older server, or a person who may not yet */
  refused: 5 * 60_000,
} as const;

export type FollowOptions = {
  /** Reads one stream to its end. */
  readonly read: (signal: AbortSignal, onEvent: (event: LiveEvent) => void) => Promise<StreamEnd>;
  /** Whether a stream can be opened: there is a network. */
  readonly isPossible: () => boolean;
  readonly timer: Timer;
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
  /** Opens a stream at once where one is waited for: the network is back, or the page. */
  readonly nudge: () => void;
  readonly stop: () => void;
};

/** Keeps one stream open, and opens the next after each end: soon where the server asks for it, else with back-off and jitter. */
export function followStream({ read, isPossible, timer, random, onEvent, onCut, onSessionOver }: FollowOptions): Following {
  let reading: AbortController | null = null;
  let cancel = () => {};
  let failures = 0;
  let isStopped = false;

  const open = async (): Promise<void> => {
    cancel();
    if (isStopped || reading !== null || !isPossible()) return;
    const cut = new AbortController();
    reading = cut;
    const end = await read(cut.signal, (event) => {
      if (event.kind === 'resync') failures = 0;
      if (!isStopped) onEvent(event);
    });
    reading = null;
    if (isStopped) return;
    onCut();
    if (end.kind === 'session') onSessionOver();
    cancel = timer(delayAfter(end), () => void open());
  };
  const delayAfter = (end: StreamEnd): number => {
    if (end.kind === 'again') return random() * DELAYS.again;
    if (end.kind === 'replaced') return DELAYS.replaced * (1 + random());
    // A session that goes on after all was ended by mistake: it asks as rarely as one that is refused.
    if (end.kind === 'session') return DELAYS.refused;
    if (end.kind === 'refused') return (end.wait ?? DELAYS.refused) * (1 + random());
    failures += 1;
    return random() * backoffDelay(failures - 1, DELAYS.cut);
  };
  void open();
  return {
    nudge: () => {
      failures = 0;
      void open();
    },
    stop: () => {
      isStopped = true;
      cancel();
      reading?.abort();
    },
  };
}
