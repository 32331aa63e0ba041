import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newHost, type Host } from './host-processes.ts';
import { freePort, serverUser } from '#tests/support/server/postgres.ts';
import { postgresBin } from '#tests/support/checks/tools.ts';

/** Three machines with PostgreSQL under Patroni, three with etcd, and HAProxy before them, all on loopback. */
export type HaStage = {
  /** `postgres://…` of the application's database, by way of HAProxy. */
  readonly url: string;
  /** By the number of a node, from 0. */
  readonly nodes: readonly HaNode[];
  readonly etcd: readonly EtcdMember[];
  /** The node that is the primary now, by Patroni's own word. */
  primary(): Promise<number | undefined>;
  /** Waits until one primary has two streaming replicas, one of them synchronous. @throws Error after two minutes, saying who lacks */
  whole(): Promise<number>;
  stop(): Promise<void>;
};

/** PostgreSQL and its Patroni on one machine. */
export type HaNode = Pick<Host, 'freeze' | 'thaw' | 'kill'> & { start(): void };
export type EtcdMember = Pick<Host, 'kill'> & { start(): void };

const deploy = path.resolve(import.meta.dirname, '../../../deploy/ha');
const PASSWORD = 'loopback-only';
const WHOLE_MOST = 120_000;
/** Debian's programs of the stage and their packages. */
const PROGRAMS = { '/usr/bin/etcd': 'etcd-server', '/usr/bin/patroni': 'patroni', '/usr/sbin/haproxy': 'haproxy' };

/**
 * Installs what is missing with apt-get, which needs root on Debian.
 *
 * @throws Error naming the packages where that is not possible
 */
function ensurePrograms(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([file, name]) => (fs.existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version'))
    throw new Error(`These tests need Debian's packages ${missing.join(', ')}.`);
  process.stdout.write(`Installing ${missing.join(', ')} (apt-get)\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  // Nothing is started by the packages: the stage starts its own.
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !fs.existsSync(policy);
  if (isOurs) fs.writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env, stdio: 'ignore' });
  } finally {
    if (isOurs) fs.rmSync(policy);
  }
}

/** A file of deploy/ha with its values, written for one program. */
function filled(name: string, values: Readonly<Record<string, string>>): string {
  const text = fs.readFileSync(path.join(deploy, name), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`deploy/ha/${name} asks for ${key}`);
    return value;
  });
}

/** Starts the stage with an empty database `assent`, and waits until it is whole; about twenty seconds. */
export async function startHaStage(): Promise<HaStage> {
  ensurePrograms();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-ha-'));
  fs.chmodSync(folder, 0o755);
  const identity = serverUser();
  const places = await Promise.all([1, 2, 3].map((nth) => placeOf(folder, nth)));
  const etcdClients = places.map(({ etcdClient }) => etcdClient).join(',');
  const etcdPeers = places.map(({ name, etcdPeer }) => `${name}=http://${etcdPeer}`).join(',');

  const etcd = places.map(({ name, home, etcdClient, etcdPeer }): EtcdMember => {
    const host = newHost();
    const text = filled('etcd.env', {
      NODE: name,
      DATA: path.join(home, 'etcd'),
      ETCD_CLIENT: etcdClient,
      ETCD_PEER: etcdPeer,
      ETCD_PEERS: etcdPeers,
    });
    const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'));
    const env = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
    return { kill: host.kill, start: () => void host.start({ command: '/usr/bin/etcd', args: [], env }) };
  });
  const hosts = places.map(({ home }) => newHost([path.join(home, 'data/postmaster.pid')]));
  const nodes = places.map(({ name, home, postgres, rest }, at): HaNode => {
    const host = hosts[at]!;
    const file = path.join(home, 'patroni.yml');
    const values = {
      NODE: name,
      REST: rest,
      ETCD_CLIENTS: etcdClients,
      POSTGRES: postgres,
      BIN: postgresBin(),
      DATA: path.join(home, 'data'),
      PGPASS: path.join(home, 'pgpass'),
      SOCKETS: home,
      NODES: '127.0.0.1/32',
      NETWORK: '127.0.0.1/32',
      REST_PASSWORD: PASSWORD,
      WATCHDOG: 'off',
      SUPERUSER_PASSWORD: PASSWORD,
      REPLICATOR_PASSWORD: PASSWORD,
      REWINDER_PASSWORD: PASSWORD,
    };
    fs.writeFileSync(file, filled('patroni.yml', values));
    if (identity !== undefined) for (const owned of [home, file]) fs.chownSync(owned, identity.uid, identity.gid);
    const start = () => void host.start({ command: '/usr/bin/patroni', args: [file], cwd: home, identity });
    return { start, kill: host.kill, freeze: host.freeze, thaw: host.thaw };
  });

  const database = `127.0.0.1:${await freePort()}`;
  const config = path.join(folder, 'haproxy.cfg');
  const servers = places.flatMap(({ postgres, rest }, at) => [
    [`POSTGRES_${at + 1}`, postgres],
    [`REST_PORT_${at + 1}`, rest.split(':')[1] ?? ''],
  ]);
  fs.writeFileSync(config, filled('haproxy.cfg', { DATABASE: database, ...Object.fromEntries(servers) }));
  const proxy = newHost();
  const stop = async (): Promise<void> => {
    await Promise.all([proxy.kill(), ...[...nodes, ...etcd].map((each) => each.kill())]);
    fs.rmSync(folder, { recursive: true, force: true });
  };

  const primary = async (): Promise<number | undefined> => {
    const answers = await Promise.all(places.map(({ rest }) => answerOf(`http://${rest}/primary`)));
    const at = answers.findIndex((answer) => answer?.status === 200);
    return at === -1 ? undefined : at;
  };
  const whole = async (): Promise<number> => {
    for (const until = Date.now() + WHOLE_MOST; ; await wait(250)) {
      const at = await primary();
      // PostgreSQL itself is asked: what Patroni says of the others can be a moment old.
      const replicas = at === undefined ? [] : await replicasOf(places[at]!.postgres);
      if (at !== undefined && replicas.length === 2 && replicas.filter((state) => state === 'sync').length === 1) return at;
      if (Date.now() < until) continue;
      const said = hosts.map((host) => host.said().slice(-1_500)).join('\n---\n');
      throw new Error(`Not whole after ${WHOLE_MOST} ms: primary ${at}, replicas ${replicas.join(', ')}.\n${said}`);
    }
  };
  try {
    for (const each of [...etcd, ...nodes]) each.start();
    proxy.start({ command: '/usr/sbin/haproxy', args: ['-db', '-f', config] });
    await whole();
    const url = (name: string): string => `postgres://postgres:${PASSWORD}@${database}/${name}`;
    await createDatabase(url('postgres'));
    return { url: url('assent'), nodes, etcd, primary, whole, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function placeOf(folder: string, nth: number) {
  const home = path.join(folder, `node${nth}`);
  fs.mkdirSync(home, { mode: 0o700 });
  const address = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
  const [postgres, rest, etcdClient, etcdPeer] = await Promise.all([address(), address(), address(), address()]);
  return { name: `node${nth}`, home, postgres, rest, etcdClient, etcdPeer };
}

async function createDatabase(connectionString: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('create database assent');
      return await client.end();
    } catch (error) {
      if (attempt > 60) throw error;
      await wait(250);
    }
  }
}

/** How each streaming replica of a node is taken: `sync`, `async` or `potential`. */
async function replicasOf(address: string): Promise<string[]> {
  const connectionString = `postgres://postgres:${PASSWORD}@${address}/postgres`;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ state: string }>(
      "select sync_state as state from pg_stat_replication where state = 'streaming'",
    );
    return rows.map(({ state }) => state);
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function answerOf(address: string): Promise<Response | undefined> {
  // A frozen machine accepts a connection and says nothing.
  return fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}
