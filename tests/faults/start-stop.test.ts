import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, rowsOf } from '#tests/support/checks/full.ts';
import { freePort } from '#tests/support/server/postgres.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Longest duration of a stop, ms. */
const STOP_MOST = 10_000;

type Life = { code: number | null; errors: string; said: string };
type Running = { port: number; stop(signal: NodeJS.Signals): void; ended: Promise<Life> };

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-start-'));
});
// However this run ends, no child process outlives it.
const children = new Set<ChildProcess>();
const killAll = () => children.forEach((child) => child.kill('SIGKILL'));
process.once('exit', killAll);
afterAll(() => {
  killAll();
  process.off('exit', killAll);
  fs.rmSync(folder, { recursive: true, force: true });
});

function start(env: Readonly<Record<string, string>>, port: number): Running {
  const child = spawn(process.execPath, ['build/main.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], SEED: 'empty', DATA_DIR: path.join(folder, 'data'), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let [errors, said] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => void (said += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => void (errors += piece.toString()));
  const ended = new Promise<Life>(
    (resolve) =>
      void child.once('close', (code) => {
        children.delete(child);
        resolve({ code, errors, said });
      }),
  );
  return { port, stop: (signal) => void child.kill(signal), ended };
}

async function started(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const running = start(env, await freePort());
  for (;;) {
    const life = await Promise.race([running.ended, wait(50)]);
    if (life !== undefined) throw new Error(`It did not start: ${life.errors}`);
    if (await isReady(running.port)) break;
  }
  return running;
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

test.each(rowsOf(['SIGTERM', 'SIGINT'] as const))(
  '%s finishes what is running, exits 0 within ten seconds, and the data open again',
  async (signal) => {
    const running = await started();
    const asked = Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${running.port}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@demo.nhs.uk', password: 'Nobody2026!' }),
      }).then(
        ({ status }) => status,
        () => 'closed',
      ),
    );
    await wait(30);
    const began = performance.now();
    running.stop(signal);
    const { code, errors } = await running.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(performance.now() - began).toBeLessThan(STOP_MOST);
    for (const answer of await Promise.all(asked)) expect([401, 429, 503, 'closed']).toContain(answer);
  },
);

const settings = (content: string): string => {
  const file = path.join(folder, `${content.length}-settings.json`);
  fs.writeFileSync(file, content);
  return file;
};

const unusable: [string, () => Record<string, string>, string][] = [
  ['a port that is no number', () => ({ PORT: 'eighty' }), 'PORT'],
  ['a port that does not exist', () => ({ PORT: '70000' }), 'PORT'],
  ['a port that every start would choose anew', () => ({ PORT: '0' }), 'PORT'],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), 'HOST 192.0.2.1 is no address of this machine'],
  ['a key for secrets that is too short', () => ({ SECRET_KEYS: 'c2hvcnQ=' }), 'SECRET_KEYS'],
  ['another kind of database', () => ({ DATABASE_URL: 'mysql://localhost/consent' }), 'DATABASE_URL'],
  ['a database that does not answer', () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/consent' }), 'DATABASE_URL'],
  ['an origin that is no address', () => ({ PUBLIC_ORIGIN: 'consent.example.org' }), 'PUBLIC_ORIGIN'],
  ['an origin with a path', () => ({ PUBLIC_ORIGIN: 'https://example.org/consent' }), 'PUBLIC_ORIGIN'],
  ['an unknown seed', () => ({ SEED: 'everything' }), 'SEED'],
  ['demo data in production', () => ({ SEED: 'demo', NODE_ENV: 'production' }), 'SEED'],
  ['a time-stamp authority that is no address', () => ({ TSA_URL: 'tsa' }), 'TSA_URL'],
  ['settings that are not there', () => ({ SETTINGS: '/nowhere/settings.json' }), 'there is no file'],
  ['settings that are no JSON', () => ({ SETTINGS: settings('{') }), 'is not JSON'],
  ['a setting that does not exist', () => ({ SETTINGS: settings('{"linkdays":3}') }), 'linkdays'],
  ['a time zone that does not exist', () => ({ SETTINGS: settings('{"timeZone":"Europe/Camelot"}') }), 'timeZone'],
  ['seal keys that are not there', () => ({ SEAL_P12: '/nowhere/seal.p12' }), 'SEAL_P12'],
];

test.each(rowsOf(unusable))('%s stops the start with one clear sentence', { tags: ['smoke'] }, async (_, env, word) => {
  const DATA_DIR = path.join(folder, 'unusable');
  const { code, errors, said } = await start({ DATA_DIR, ...env() }, await freePort()).ended;
  expect(errors.trimEnd().split('\n'), said).toHaveLength(1);
  expect(errors).toContain(word);
  expect(errors).toMatch(/^[A-Z].*\.?\n$/);
  expect(code).toBe(1);
  // Nothing is made before all of it can be used.
  expect(fs.existsSync(path.join(DATA_DIR, 'database'))).toBe(false);
});

test.runIf(isFull)('npm start takes the server with it when it is ended, whatever its shell does', async () => {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], SEED: 'empty', DATA_DIR: path.join(folder, 'of-npm'), PORT: String(port) };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore' });
  children.add(npm);
  await expect.poll(() => isReady(port), { timeout: 120_000 }).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => isReady(port), { timeout: STOP_MOST }).toBe(false);
});

test('a second server on the same data, or on the same port, is refused in one sentence, and the first goes on', async () => {
  // A copy of the demo data if available, as a first start takes its time.
  const data = path.join(folder, 'data');
  if (isFull && fs.existsSync(data)) fs.cpSync(data, path.join(folder, 'other'), { recursive: true });
  const first = await started();
  const others: readonly [() => Promise<Running>, string][] = [
    [async () => start({}, await freePort()), 'another'],
    [async () => start({ DATA_DIR: path.join(folder, 'other') }, first.port), 'PORT'],
  ];
  for (const [second, word] of rowsOf(others)) {
    const life = await (await second()).ended;
    expect(life.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(life.errors).toContain(word);
    expect(life.code).toBe(1);
  }
  expect(await isReady(first.port)).toBe(true);
  first.stop('SIGTERM');
  expect((await first.ended).code).toBe(0);
});
