import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { isDatabaseReady, type ChangeListener, type Database } from '#server/data/open/connection.ts';
import { defaultLimits, openSql, type DatabaseLimits } from '#server/data/open/dialect.ts';
import { untilAnswered } from '#server/data/open/until-answered.ts';
import { EngineStream, type Engine } from './engine-stream.ts';
import { lockFolder } from './lock.ts';
import { listenToChanges } from '#server/data/open/listen.ts';
import { WorkerEngine } from './worker-engine.ts';

/** How to open the embedded database. */
export type EmbeddedOptions = {
  /** Holds `database/`, the cluster, and `database.pid`, the lock. */
  readonly dataDir: string;
  /** The bundled `embedded-worker.ts`. */
  readonly workerUrl: URL;
  readonly limits?: Partial<DatabaseLimits>;
};

/**
 * Opens the embedded database in a worker thread; the first time it is made, which takes some seconds.
 *
 * It has one connection: transactions run one after another in the order they were asked for, so they must be short. A statement
 * that runs over its time ends the worker, which is opened again for the next one.
 *
 * @throws DatabaseUnusable when another process uses the folder, or when what is saved would not reach the disk, or when it does
 *   not answer for minutes
 */
export async function openEmbedded<T>({ dataDir, workerUrl, limits }: EmbeddedOptions): Promise<Database<T>> {
  const folder = path.resolve(dataDir);
  const engine = new WorkerEngine(workerUrl, { dataDir: folder });
  const lock = await lockFolder({
    folder,
    onLost: () => void engine.stop('Another server has taken the folder of the embedded database.'),
  });
  const { db, listen } = openEngineSql<T>(engine, { ...defaultLimits, ...limits });
  try {
    await engine.open();
    await untilAnswered(() => sql`select 1`.execute(db));
  } catch (error) {
    await db.destroy();
    await engine.close();
    lock.release();
    throw error;
  }
  return {
    db,
    listen,
    kind: 'embedded',
    ready: () => isDatabaseReady(db),
    copyTo: (to) => engine.copyTo(to),
    close: async () => {
      await db.destroy();
      await engine.close();
      lock.release();
    },
  };
}

/** The database of an engine inside this process. Its one connection receives the changes too, each with the answer to its commit. */
export function openEngineSql<T>(engine: Engine, limits: DatabaseLimits): { db: Kysely<T> } & Pick<Database<T>, 'listen'> {
  const listeners = new Set<ChangeListener>();
  const db = openSql<T>({
    config: { max: 1, idleTimeoutMillis: 0, stream: () => new EngineStream(engine, limits) },
    limits,
    onConnect: async (client) => {
      await listenToChanges(client, {
        onNotice: (payload) => listeners.forEach((each) => each.onNotice(payload)),
        onConnected: () => listeners.forEach((each) => each.onConnected()),
        // The next statement of anybody opens the connection again, and no other process can change anything meanwhile.
        onDisconnected: () => undefined,
      });
    },
  });
  return {
    db,
    listen: (listener) => {
      listeners.add(listener);
      listener.onConnected();
      return () => void listeners.delete(listener);
    },
  };
}
