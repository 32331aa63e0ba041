import { Kysely, PostgresDialect, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { answeredQuery, type Query } from './answered-query.ts';
import { ConnectionQueue, type ConnectionUse } from './connection-queue.ts';
import { DatabaseBusy } from './errors.ts';
import { primaryOnly } from './primary-only.ts';
import { namedQuery, StatementNames } from './named-statements.ts';
import { valueTypes } from '#server/data/values.ts';

/** Milliseconds unless said otherwise; each may be shortened by tests. */
export type DatabaseLimits = {
  /** One statement may run this long. */
  readonly statementMs: number;
  /** A statement whose answer takes longer has lost its connection; above `statementMs`, as PostgreSQL ends a statement by itself. */
  readonly answerMs: number;
  /** A statement waits this long for another's lock. */
  readonly lockMs: number;
  /** A transaction may do nothing for this long. */
  readonly idleInTransactionMs: number;
  /** A caller waits this long for a connection. */
  readonly waitMs: number;
  /** So many callers may wait at once; one more is refused at once. */
  readonly waiting: number;
};

export const defaultLimits: DatabaseLimits = {
  statementMs: 15_000,
  answerMs: 20_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  waitMs: 5_000,
  waiting: 500,
};

type Connections = {
  /** The connection options of pg: a URL, or a stream into the embedded engine. */
  readonly config: pg.PoolConfig;
  readonly limits: DatabaseLimits;
  /** Whether statements that come again are named, so that each connection plans them once. */
  readonly named?: boolean;
  /** Prepares each new connection beyond its session settings. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
  /** Whether there is a network between, on which an answer can get lost. */
  readonly isRemote?: boolean;
  /** Settings of each new session besides those that make values equal. */
  readonly session?: Readonly<Record<string, string>>;
};

/** The session settings that make both databases write every value alike. */
const equalValues = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

/**
 * Opens Kysely for both databases: pg's own client and value parsing, Kysely's PostgresDialect above it.
 * Callers are served in the order they came, those in the background last.
 *
 * @throws DatabaseBusy from any query when no connection becomes free within the limits
 */
export function openSql<T>({ config, limits, session, onConnect, named = false, isRemote = false }: Connections): Kysely<T> {
  const settings = { ...equalValues, ...session };
  const enter = primaryOnly();
  const pool = new pg.Pool({
    ...config,
    types: valueTypes,
    connectionTimeoutMillis: limits.waitMs,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for the promise; its types do not say so.
    onConnect: async (client) => {
      if (isRemote) await enter(client, settingCalls(settings), limits.waitMs);
      else await setSession(client, settings);
      await onConnect?.(client);
    },
  });
  // Without a listener an idle connection that breaks would end the process; its next user gets the error anyway.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const queue = new ConnectionQueue({ size: pool.options.max, waiting: limits.waiting, waitMs: limits.waitMs });
  const use: Use = { names: named ? new StatementNames() : undefined, answerMs: isRemote ? limits.answerMs : undefined };
  const db = new Kysely<T>({
    dialect: new PostgresDialect({ pool: { connect: () => connect(pool, queue, use), end: () => pool.end() } }),
  });
  queues.set(db, queue);
  return db;
}

const queues = new WeakMap<object, ConnectionQueue>();

/** How the connections of an open database are used now; undefined for a transaction, which is one connection. */
export function connectionUse(db: object): ConnectionUse | undefined {
  return queues.get(db)?.use();
}

type Use = { readonly names: StatementNames | undefined; readonly answerMs: number | undefined };

async function connect(pool: pg.Pool, queue: ConnectionQueue, { names, answerMs }: Use): Promise<PostgresPoolClient> {
  const leave = await queue.enter();
  const client = await pool.connect().catch((error: unknown) => {
    leave();
    throw waitedTooLong(error) ? new DatabaseBusy('The database is busy. Please try again.', { cause: error }) : error;
  });
  let isStale = false;
  const release = (): void => {
    // A connection left inside a transaction (its rollback failed) must not carry it to the next caller.
    client.release(isStale || client.getTransactionStatus() !== 'I');
    leave();
  };
  const onStale = (): void => void (isStale = true);
  const sent: Query = names === undefined ? client.query.bind(client) : namedQuery(client, names, onStale);
  const query = answeredQuery(client, sent, { answerMs, onBroken: onStale });
  return { query: withoutCursors(query), release };
}

/** A query of Kysely's type, which has cursors as well: nothing here streams rows. */
function withoutCursors(query: Query): PostgresPoolClient['query'] {
  function textQuery<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function textQuery<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function textQuery(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Rows are not streamed');
    return query(text, [...parameters]);
  }
  return textQuery;
}

function waitedTooLong(error: unknown): boolean {
  // pg distinguishes these errors by their texts alone: no free connection, no new one in time, or none that took its settings in time.
  const texts = [
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'Query read timeout',
  ];
  return error instanceof Error && texts.includes(error.message);
}

async function setSession(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  await client.query(`select ${settingCalls(settings)}`);
}

function settingCalls(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');
}

function ignore(): void {}
