import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { DatabaseInterrupted } from './errors.ts';

/** A query of one connection, by its text and values. */
export type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

const unlimited = new AsyncLocalStorage<boolean>();

/** Runs work whose statements may take as long as they need: migrations. */
export function withoutAnswerLimit<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

// PostgreSQL's function behind the warning that a commit is on this machine alone; its name is in no language.
const SYNC_WAIT = 'SyncRepWaitForLSN';
const READ_ONLY = '25006';

type Guard = {
  /** A statement without an answer for this long has lost its connection, ms; without it the engine itself keeps the time. */
  readonly answerMs: number | undefined;
  /** called when the connection should not serve another caller */
  readonly onBroken: () => void;
};

/**
 * A query that succeeds only when the database has said so: nothing is taken for committed that was rolled back, or that no second
 * machine holds although the database is set to wait for one. What a lost connection answers becomes an error after which a caller may
 * try again.
 *
 * @throws DatabaseInterrupted when it is unknown, or known not to be so, that the statement took effect
 */
export function answeredQuery(client: pg.PoolClient, query: Query, { answerMs, onBroken }: Guard): Query {
  return async (text, values) => {
    let isAloneOnOneMachine = false;
    const hear = ({ routine }: { routine: string | undefined }): void => {
      if (routine === SYNC_WAIT) isAloneOnOneMachine = true;
    };
    client.on('notice', hear);
    const timer =
      answerMs === undefined || unlimited.getStore() === true
        ? undefined
        : setTimeout(() => {
            onBroken();
            // The socket is cut, not closed politely: the other side may be gone.
            void client.end();
          }, answerMs);
    try {
      const result = await query(text, values);
      if (isAloneOnOneMachine) throw unsure('The change is on one machine alone: whether it lasts is not known.');
      if (text === 'commit' && result.command === 'ROLLBACK') throw unsure('The transaction had failed and was rolled back.');
      return result;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // A server that has become a replica takes no writes from anybody: the next connection reaches its successor.
      if ('code' in error && error.code === READ_ONLY) onBroken();
      if (/\bnot queryable$/.test(error.message)) {
        onBroken();
        throw unsure('The connection to the database has ended.', error);
      }
      throw error;
    } finally {
      clearTimeout(timer);
      client.off('notice', hear);
    }
  };
}

function unsure(message: string, cause?: Error): DatabaseInterrupted {
  return new DatabaseInterrupted('57P01', message, cause === undefined ? {} : { cause });
}
