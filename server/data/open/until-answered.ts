import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE } from '#domain/base/limits.ts';
import { DatabaseBusy, DatabaseUnusable } from './errors.ts';
import { sayOnStderr } from './say-on-stderr.ts';

/** How a start waits for its database, ms [choice]: as long as statistics after a long import, or a host that starts with it, may take. */
const FIRST_ANSWER = { most: 3 * MINUTE, pause: 250 } as const;

/** PostgreSQL's own word for "the database system is starting up". */
const STARTING_UP = '57P03';

type Waiting = {
  /** hears once that it waits */
  readonly tell?: (message: string) => void;
  /** only tests pass their own */
  readonly times?: Readonly<Record<keyof typeof FIRST_ANSWER, number>>;
};

/**
 * The answer to the first question of a start, for which a database that is busy, or is itself starting, is waited for. A caller at work
 * gets "busy" and tries again; a start has nobody who would, and must not end for it.
 *
 * @throws DatabaseUnusable when the time is over; what the database said, at once, where waiting helps nothing
 */
export async function untilAnswered<R>(
  ask: () => Promise<R>,
  { tell = sayOnStderr, times = FIRST_ANSWER }: Waiting = {},
): Promise<R> {
  const end = performance.now() + times.most;
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!mayAnswerSoon(error)) throw error;
      if (performance.now() >= end)
        throw new DatabaseUnusable(
          'The database has not answered for minutes. Check that it runs, and what this machine is busy with, then start this again.',
          { cause: error },
        );
      if (tries === 0) tell('waiting: the database does not answer yet');
      await wait(times.pause);
    }
  }
}

function mayAnswerSoon(error: unknown): boolean {
  return error instanceof DatabaseBusy || (error instanceof Error && 'code' in error && error.code === STARTING_UP);
}
