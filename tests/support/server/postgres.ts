import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newHost } from '#tests/support/faults/host-processes.ts';
import { postgresBin } from '#tests/support/checks/tools.ts';

/** A PostgreSQL server of the test run, on a free port of this machine. */
export type PostgresServer = {
  /** `postgres://…` of a database on it; `postgres` exists from the start. */
  url(database: string): string;
  stop(): Promise<void>;
  /** Ends all its processes at once, as a power cut does; its data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, and waits until it answers. */
  restart(): Promise<void>;
  /** Whether it has ended, by itself or otherwise. */
  hasEnded(): boolean;
};

/**
 * Starts a new server in a temporary folder; about two seconds. It ends with this process at the latest.
 *
 * @param options - `fast`: without fsync, for runs that do not depend on crash safety; `user`: the superuser; `within`: the folder of its
 *   data, without one a temporary folder
 */
export async function startPostgres({
  fast = false,
  user = 'assent',
  within,
}: { fast?: boolean; user?: string; within?: string } = {}): Promise<PostgresServer> {
  const bin = postgresBin();
  const folder = fs.mkdtempSync(path.join(within ?? os.tmpdir(), 'assent-postgres-'));
  const data = path.join(folder, 'data');
  const who = serverUser();
  if (who) fs.chownSync(folder, who.uid, who.gid);
  const run = { ...who, cwd: folder, stdio: 'ignore' as const };
  execFileSync(path.join(bin, 'initdb'), ['-k', '-D', data, '-U', user, '--auth=trust', '-E', 'UTF8', '--locale=C'], run);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  if (fast) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const host = newHost();
  const launch = () =>
    host.start({
      command: path.join(bin, 'postgres'),
      args: ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
      cwd: folder,
      identity: who,
    });
  let server = launch();
  const clean = (): void => {
    server.kill('SIGQUIT');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clean);
  const url = (database: string): string => `postgres://${user}@127.0.0.1:${port}/${database}`;
  await untilItAnswers(url('postgres'));
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  return {
    url,
    stop: async () => {
      process.off('exit', clean);
      if (!hasEnded()) {
        const gone = new Promise<void>((resolve) => void server.once('exit', () => resolve()));
        server.kill('SIGINT');
        await gone;
      }
      fs.rmSync(folder, { recursive: true, force: true });
    },
    kill: host.kill,
    restart: async () => {
      server = launch();
      await untilItAnswers(url('postgres'));
    },
    hasEnded,
  };
}

/** PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found) throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt > 300) throw error;
      await wait(50);
    }
  }
}
