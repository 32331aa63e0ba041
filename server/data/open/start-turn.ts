import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { MINUTE } from '#domain/base/limits.ts';
import { DatabaseUnusable } from './errors.ts';
import { openPostgres } from './postgres.ts';
import { sayOnStderr } from './say-on-stderr.ts';

/** How a start waits for its turn, ms [choice]. `most`: three times as long as migrations wait for the tables. */
const TURN = { most: 30 * MINUTE, pause: 500, word: MINUTE } as const;

type Waiting = {
  /** hears that it waits: at once, and each minute */
  readonly tell?: (message: string) => void;
  /** only tests pass their own */
  readonly times?: Readonly<Record<keyof typeof TURN, number>>;
};

const WAITS = 'waiting: another server or command is starting on this database';

/**
 * Does all the work of one start, or of a command that changes tables and rights, while no other server or command of the same database
 * does any: the others wait until it is done. Grants, unlike migrations, have no lock of their own in PostgreSQL, and two at once fail.
 *
 * @param url - of the PostgreSQL; undefined for the embedded database, which one process alone ever opens
 * @throws DatabaseUnusable when it cannot be reached, or the turn does not come
 */
export async function inStartTurn<R>(
  url: string | undefined,
  work: () => Promise<R>,
  { tell = sayOnStderr, times = TURN }: Waiting = {},
): Promise<R> {
  if (url === undefined || url === '') return work();
  // A connection of its own: the work may need all those of the server.
  const own = await openPostgres<unknown>({ url, connections: 1 });
  try {
    return await own.db.connection().execute(async (one) => {
      for (let waited = 0; !(await takesTurn(one)); waited += times.pause) {
        if (waited >= times.most)
          throw new DatabaseUnusable(
            `Another server or command has been starting on this database for ${times.most / MINUTE} minutes. End it, then start this one again.`,
          );
        if (waited % times.word < times.pause) tell(WAITS);
        await wait(times.pause);
      }
      return work();
    });
  } finally {
    // The lock goes with its session.
    await own.close();
  }
}

async function takesTurn(one: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`select pg_try_advisory_lock(hashtextextended('assent start', 0)) as took`.execute(
    one,
  );
  return rows[0]?.took === true;
}
