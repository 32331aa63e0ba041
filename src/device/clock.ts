import * as v from 'valibot';
import { isOurAnswer } from '#contract/engine/our-answer.ts';
import { createSteadyClock } from './steady-clock.ts';
import { notifyTooOld } from './too-old.ts';
import { tabItems } from './web-storage.ts';

/** sessionStorage key of the clock's last reading: the next page of this tab goes on with it. */
const CLOCK_KEY = 'assent.clock';

const Mark = v.object({ at: v.pipe(v.number(), v.finite()), wall: v.pipe(v.number(), v.finite()) });

const steady = createSteadyClock({
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  // The tests of this module's users have no page.
  isHidden: () => globalThis.document?.visibilityState === 'hidden',
  before: readMark(),
});

/** Now by this device's clock, epoch ms, but for jumps of it since this tab was opened: lengths of time are measured by it. */
export function steadyNow(): number {
  return steady.now();
}

/**
 * Begins the steady clock anew with this device's, at a full sign-in: the times that are measured from it begin there, and a clock that
 * was wrong before and put right since must not lengthen them.
 */
export function anchorSteadyClock(): void {
  const before = steady.now();
  steady.anchor();
  steadyOffset += before - steady.now();
}

/** Keeps the clock even when the page is hidden, and over the tab's next page. */
export function keepSteadyClock(): void {
  const store = () => {
    try {
      tabItems.setItem(CLOCK_KEY, JSON.stringify(steady.mark()));
    } catch {
      // Refused or full storage: the next page starts with the device's clock.
    }
  };
  document.addEventListener('visibilitychange', store);
  addEventListener('pagehide', store);
}

/**
 * Server's clock minus this device's, in milliseconds, from the last answer with a `Date` header; 0 before the first.
 * A session's end is judged by the server's clock, because a tablet's may be wrong by hours.
 */
let offset = 0;
/** As `offset`, over {@link steadyNow}. */
let steadyOffset = 0;

/**
 * Sets the clock offset from the `Date` header of an answer that has just come.
 *
 * @param header - the header as it came; null or unreadable changes nothing
 * @param tripMs - from the request to now: the server wrote it halfway
 */
export function learnServerTime(header: string | null, tripMs: number): void {
  const server = Date.parse(header ?? '');
  if (Number.isNaN(server)) return;
  // The header counts whole seconds: the middle of its second is the better guess.
  const now = server + 500 + tripMs / 2;
  // Whole milliseconds: it travels as text with each kept call.
  offset = Math.round(now - Date.now());
  steadyOffset = now - steadyNow();
}

/** For times of capture, which are by this device's clock. */
export function clockOffset(): number {
  return offset;
}

/** Now by the server's clock, epoch ms. A jump of this device's clock changes nothing of it. */
export function serverNow(): number {
  return steadyNow() + steadyOffset;
}

/** Wraps a fetch: every answer of this product sets the clock offset, and one to a build that is too old is told. A portal in between has a clock of its own. */
export function withServerClock(reach: typeof fetch): typeof fetch {
  return async (input, init) => {
    const startedAt = performance.now();
    const response = await reach(input, init);
    if (isOurAnswer(response.headers)) {
      learnServerTime(response.headers.get('date'), performance.now() - startedAt);
      if (response.status === 426) notifyTooOld();
    }
    return response;
  };
}

function readMark(): v.InferOutput<typeof Mark> | null {
  try {
    const found = v.safeParse(Mark, JSON.parse(tabItems.getItem(CLOCK_KEY) ?? 'null'));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}
