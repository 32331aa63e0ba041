import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** Two servers of one site on one PostgreSQL, with the demo hospital. */
export type Site = {
  readonly postgres: PostgresServer;
  /** `postgres://…` of their database. */
  readonly url: string;
  readonly servers: readonly [ServerProcess, ServerProcess];
  stop(): Promise<void>;
};

type SiteOptions = {
  /** of both servers */
  readonly env?: Readonly<Record<string, string>>;
  /** the folder of PostgreSQL's data; without one a temporary folder */
  readonly within?: string;
  /** the checkout of an earlier version that both start with, until they are restarted */
  readonly before?: string | undefined;
};

export async function startSite({ env = {}, within, before }: SiteOptions = {}): Promise<Site> {
  // With fsync: what is killed here must not forget.
  const postgres = await startPostgres(within === undefined ? {} : { within });
  const url = postgres.url('postgres');
  const { servers, stop } = await startServersOn(url, { env, before });
  return {
    postgres,
    url,
    servers,
    stop: async () => {
      await stop();
      await postgres.stop();
    },
  };
}

/** Starts two servers on a database; the first one fills it. They share a data folder, for the keys of one site are the same. */
export async function startServersOn(
  url: string,
  { env = {}, before }: Omit<SiteOptions, 'within'> = {},
): Promise<Pick<Site, 'servers' | 'stop'>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-site-'));
  const own = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'data'), SEED: 'demo', ...env };
  const first = await startServer({ data: 'empty', env: own, before });
  const second = await startServer({ data: 'empty', env: own, before });
  return {
    servers: [first, second],
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
