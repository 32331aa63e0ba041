import { MINUTE } from '#domain/base/limits.ts';
import { SERVER_CLOCKS_DIFFER } from '#server/data/clock-ahead.ts';
import { newestEnd } from '#server/data/integrity/chain-heads.ts';
import type { Deps } from '#server/deps.ts';
import { setGauge } from '#server/http/metrics.ts';

type Watching = Pick<Deps, 'database' | 'clock' | 'log'>;

/** Between two looks at the clock, ms [choice]. */
const CLOCK_CHECKED_EVERY = MINUTE;

/** Between two comparisons of the clock with the one that never jumps, ms [choice]. */
const STEP_CHECK_INTERVAL = 1000;
/** From so much on a difference of the two is a step, ms [choice]. */
const STEP_LEAST = 2000;

/**
 * Looks at the clock now and every minute, and each second at whether it was moved. @returns stops it
 *
 * @param steady - a clock that never jumps, ms from any start
 */
export function watchClock(deps: Watching, steady: () => number = () => performance.now()): () => void {
  const state = { isBehind: false };
  const stopSteps = watchSteps(deps, steady);
  const look = () =>
    void secondsBehind(deps).then(
      (behind) => say(deps, state, behind),
      (error: unknown) =>
        deps.log.warn('the clock could not be checked', { error: error instanceof Error ? error.name : typeof error }),
    );
  look();
  const timer = setInterval(look, CLOCK_CHECKED_EVERY);
  return () => {
    clearInterval(timer);
    stopSteps();
  };
}

function watchSteps({ clock, log }: Watching, steady: () => number): () => void {
  let apart = clock() - steady();
  setStep(0);
  const timer = setInterval(() => {
    const now = clock() - steady();
    const step = now - apart;
    apart = now;
    if (Math.abs(step) < STEP_LEAST) return;
    const seconds = Math.round(step / 1000);
    setStep(seconds);
    log.warn('the clock of this server was moved', { detail: `${seconds} seconds` });
  }, STEP_CHECK_INTERVAL);
  return () => clearInterval(timer);
}

function setStep(seconds: number): void {
  setGauge(
    'assent_clock_step_seconds',
    'By how much the clock of this server was moved last, forward or back; 0 if it never was.',
    seconds,
  );
}

/** How far the server's clock is behind the newest time in the timelines and logs, seconds; 0 within the tolerance. */
async function secondsBehind({ database, clock }: Watching): Promise<number> {
  const newest = await newestEnd(database.db);
  const behind = newest === undefined ? 0 : Date.parse(newest) - clock();
  return behind > SERVER_CLOCKS_DIFFER ? Math.round(behind / 1000) : 0;
}

/** Sets the metric, and warns once when the clock falls behind and once when it is right again. */
function say({ log }: Pick<Deps, 'log'>, state: { isBehind: boolean }, behind: number): void {
  setGauge('assent_clock_behind_seconds', 'How far the clock of this server is behind the newest time in the database.', behind);
  if (behind > 0 && !state.isBehind)
    log.warn('the clock of this server is behind the newest time in the database: times stand still until it has caught up', {
      detail: `${behind} seconds`,
    });
  if (behind === 0 && state.isBehind) log.info('the clock of this server is right again');
  state.isBehind = behind > 0;
}
