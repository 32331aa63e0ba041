import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/** A listener to the channel of changes. */
export type ChangeListener = {
  /** Called with the payload of each notification. */
  readonly onNotice: (payload: string) => void;
  /** Called when notifications begin to arrive, also again after a gap: notifications of the gap are lost. */
  readonly onConnected: () => void;
  /** Called when notifications stop arriving. */
  readonly onDisconnected: () => void;
};

/** An open database with tables `T`; both kinds take the same SQL and give the same JavaScript values. */
export type Database<T> = {
  readonly db: Kysely<T>;
  readonly kind: 'embedded' | 'postgres';
  /** Whether it answers now; never throws. */
  ready(): Promise<boolean>;
  /**
   * Copies the files of an embedded database into a folder, between two statements: opened there, it holds what was committed before.
   * PostgreSQL has no such files here.
   */
  copyTo?(folder: string): Promise<void>;
  /**
   * Reports every notification of the channel of changes, from all servers of this database, until it is closed. On a
   * PostgreSQL each call has a connection of its own, which is opened again with back-off: a server calls it once.
   *
   * @returns stops it earlier
   */
  listen(listener: ChangeListener): () => void;
  /** Waits for running statements, then closes. */
  close(): Promise<void>;
};

/** Whether the database answers within two seconds; never throws. */
export async function isDatabaseReady<T>(db: Kysely<T>): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, wait(2_000, false, { ref: false })]);
}
