import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './postgres.ts';

/** The built server as a process of its own, on a free port, with data of its own. */
export type ServerProcess = {
  /** `http://localhost:…`: browsers treat it as a secure context. */
  readonly origin: string;
  readonly dataDir: string;
  /** Ends it at once, as a power cut does; its data stay. */
  kill(): Promise<void>;
  /** Ends it as an operator does, after what is running; its data stay. */
  end(): Promise<void>;
  /** Starts it again on the same data and port, with this build. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
  /** Whether it has ended, by itself or otherwise. */
  hasEnded(): boolean;
};

type Options = {
  /** `demo` starts with a copy of the demo hospital, made once for each build; `empty` without data. */
  readonly data?: 'demo' | 'empty';
  readonly env?: Readonly<Record<string, string>>;
  /** the content of its file of settings */
  readonly settings?: object | undefined;
  /** the checkout of an earlier version that starts first, with its own build and without settings */
  readonly before?: string | undefined;
};

/** The ends of a test process. */
const ENDS = ['exit', 'SIGTERM'] as const;

const root = path.resolve(import.meta.dirname, '../../..');
const build = path.join(root, 'build');

/** Starts the server that `npm run build` made, and waits until it is ready. */
export async function startServer({ data = 'demo', env = {}, settings, before }: Options = {}): Promise<ServerProcess> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-journey-'));
  const dataDir = path.join(folder, 'data');
  if (data === 'demo') fs.cpSync(await demoData(), dataDir, { recursive: true });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settingsFile = path.join(folder, 'settings.json');
  // A machine that runs several tests at once is overloaded: no call is refused for it.
  fs.writeFileSync(settingsFile, JSON.stringify({ overloadDelayMs: 0, ...settings }));
  const own = { SETTINGS: settingsFile };
  const place = { PORT: String(port), DATA_DIR: dataDir };
  const start = () => run({ ...place, ...own, ...env });
  let running = await (before === undefined ? start() : run({ ...place, ...env }, before));
  // A server shared by a whole process is stopped by no test: its data are deleted with the process.
  const forget = () => fs.rmSync(folder, { recursive: true, force: true });
  for (const end of ENDS) process.once(end, forget);
  return {
    origin,
    dataDir,
    kill: () => ended(running, 'SIGKILL'),
    end: () => ended(running, 'SIGTERM'),
    restart: async () => {
      running = await start();
    },
    hasEnded: () => running.exitCode !== null || running.signalCode !== null,
    stop: async () => {
      await ended(running, 'SIGTERM');
      for (const end of ENDS) process.off(end, forget);
      forget();
    },
  };
}

/**
 * Makes the demo hospital's data for this build, unless they exist. A first start takes seconds; each server gets a copy.
 *
 * @returns the folder that contains them
 */
export async function demoData(): Promise<string> {
  const kept = path.join(root, 'node_modules/.cache/demo-data');
  const made = path.join(kept, stampOfBuild());
  if (fs.existsSync(made)) return made;
  forgetOld(kept);
  const unfinished = `${made}.${process.pid}`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const port = await freePort();
  const first = await run({ PORT: String(port), DATA_DIR: unfinished, SEED: 'demo' });
  await sealed(`http://localhost:${port}`);
  await ended(first, 'SIGTERM');
  try {
    fs.renameSync(unfinished, made);
  } catch {
    // Another run was quicker: its copy is valid as well.
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return made;
}

/** Deletes the data of earlier builds. */
function forgetOld(folder: string): void {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  for (const place of names.map((name) => path.join(folder, name)))
    if (Date.now() - fs.statSync(place).mtimeMs > 86_400_000) fs.rmSync(place, { recursive: true, force: true });
}

function stampOfBuild(): string {
  const hash = createHash('sha256');
  const files = fs.readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  for (const file of files.toSorted()) hash.update(file).update(fs.readFileSync(path.join(build, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Waits until every signed demo case has its document, so that no copy has to seal it again, and empties the lists for surgery. */
async function sealed(origin: string): Promise<void> {
  const json = async (place: string, init: RequestInit = {}): Promise<unknown> =>
    (await fetch(`${origin}/api/${place}`, init)).json();
  const signIn = { email: 'admin@demo.nhs.uk', password: 'Demo2026!' };
  const headers = { 'content-type': 'application/json' };
  // The API's own shapes are checked elsewhere; only a few fields are read.
  const { token } = (await json('user/login', { method: 'POST', headers, body: JSON.stringify(signIn) })) as { token: string };
  const signedIn = { ...headers, authorization: `Bearer ${token}` };
  for (;;) {
    const list = await json('record/get?limit=100', { headers: { authorization: `Bearer ${token}` } });
    if (!JSON.stringify(list).includes('"sealState":"SEALING"')) break;
    await wait(250);
  }
  // Each journey lists its own cases.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const listed = (await json(`patient/listed?startDate=${day(-3)}&endDate=${day(3)}`, {
    headers: { authorization: `Bearer ${token}` },
  })) as { data: { recordID: string }[] };
  for (const { recordID } of listed.data) {
    const details = await json(`record/details?id=${recordID}`, { headers: { authorization: `Bearer ${token}` } });
    const { version } = (details as { data: { record: { version: number } } }).data.record;
    const body = JSON.stringify({ recordID, version, listed: null });
    await json('record/update', { method: 'PUT', headers: signedIn, body });
  }
}

async function run(env: Readonly<Record<string, string>>, cwd = root): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['build/main.js'], {
    cwd,
    env: { PATH: process.env['PATH'], TZ: 'UTC', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000));
  server.stdout.on('data', hear);
  server.stderr.on('data', hear);
  // Vitest may end without cleaning up, and ends its workers by a signal: no server outlives the run.
  const killLast = () => server.kill('SIGKILL');
  for (const end of ENDS) process.once(end, killLast);
  server.once('exit', () => ENDS.forEach((end) => process.off(end, killLast)));
  while (!(await isReady(`http://localhost:${env['PORT']}/ready`))) {
    if (server.exitCode !== null) throw new Error(`The server did not start. It said: ${said}`);
    await wait(50);
  }
  return server;
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function ended(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => void server.once('exit', resolve));
  server.kill(signal);
  await gone;
}
