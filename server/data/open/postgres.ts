import { sql } from 'kysely';
import { defaultLimits, openSql, type DatabaseLimits } from './dialect.ts';
import { isDatabaseReady, type Database } from './connection.ts';
import { DatabaseUnusable } from './errors.ts';
import { untilAnswered } from './until-answered.ts';
import { openListening, type Listening } from './listen.ts';

/** How to reach a PostgreSQL server. */
export type PostgresOptions = {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string;
  /** Connections that this server may hold at once. */
  readonly connections?: number;
  readonly limits?: Partial<DatabaseLimits>;
};

/** PostgreSQL 15.0, as `server_version_num` numbers it: older ones lack what the migrations use. */
const VERSION_NUM_LEAST = 150_000;

/**
 * Opens a PostgreSQL of version 15 or newer; several servers may share it.
 *
 * @throws RangeError when an answer would be given up before the statement itself
 * @throws DatabaseUnusable when it cannot be reached, is too old or does not store UTF-8; the message never holds the URL's password
 */
export async function openPostgres<T>({ url, connections = 10, limits: overrides }: PostgresOptions): Promise<Database<T>> {
  const limits = { ...defaultLimits, ...overrides };
  if (limits.answerMs <= limits.statementMs) throw new RangeError('The limit of an answer must be above that of its statement.');
  const db = openSql<T>({
    config: {
      connectionString: url,
      max: connections,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'assent',
    },
    limits,
    named: true,
    isRemote: true,
    session: {
      statement_timeout: String(limits.statementMs),
      lock_timeout: String(limits.lockMs),
      idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
    },
  });
  try {
    const { rows } = await untilAnswered(() =>
      sql<{ version: number; encoding: string }>`
        select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(db),
    );
    if ((rows[0]?.version ?? 0) < VERSION_NUM_LEAST)
      throw new DatabaseUnusable('DATABASE_URL names a PostgreSQL older than 15. Use 15 or newer.');
    if (rows[0]?.encoding !== 'UTF8')
      throw new DatabaseUnusable('The database that DATABASE_URL names does not store UTF-8. Create it with encoding UTF8.');
  } catch (error) {
    await db.destroy();
    throw error instanceof DatabaseUnusable ? error : unreachable(error);
  }
  const listening: Listening[] = [];
  return {
    db,
    kind: 'postgres',
    ready: () => isDatabaseReady(db),
    listen: (listener) => {
      const own = openListening(url, listener);
      listening.push(own);
      return () => void own.close();
    },
    close: async () => {
      await Promise.all([...listening.map((each) => each.close()), db.destroy()]);
    },
  };
}

function unreachable(error: unknown): DatabaseUnusable {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new DatabaseUnusable(
    `The PostgreSQL that DATABASE_URL names cannot be used${code}. Check its address, its password and whether it runs.`,
    {
      cause: error,
    },
  );
}
