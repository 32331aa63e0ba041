/** Longest wait for the first views of a page, ms [choice]: a screen that reads nothing here holds nothing up. */
const FIRST_VIEWS_LIMIT = 2000;

/** Two frames, ms: what was read is painted by then. Animation frames themselves do not come while the tab is hidden. */
const PAINT = 32;

let running = 0;
let hasRead = false;
const waiting = new Set<() => void>();

/** Counts a read of a screen. @returns ends it */
export function beginRead(): () => void {
  running += 1;
  hasRead = true;
  return () => {
    running -= 1;
    // One view often asks for the next.
    setTimeout(() => running === 0 && settle(), 0);
  };
}

/**
 * Runs work that no screen waits for, once the first views have their data and are painted, or after two seconds.
 *
 * @returns how to cancel it
 */
export function afterFirstViews(work: () => void): () => void {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    cancel();
    work();
  };
  const paintedThenRun = () => setTimeout(run, PAINT);
  const timer = setTimeout(run, FIRST_VIEWS_LIMIT);
  const cancel = () => {
    isDone = true;
    clearTimeout(timer);
    waiting.delete(paintedThenRun);
  };
  if (hasRead && running === 0) paintedThenRun();
  else waiting.add(paintedThenRun);
  return cancel;
}

function settle(): void {
  for (const run of waiting) run();
  waiting.clear();
}
