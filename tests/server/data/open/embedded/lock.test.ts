import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseUnusable } from '#server/data/open/errors.ts';
import { lockFolder, type FolderLock } from '#server/data/open/embedded/lock.ts';

let folder: string;
let held: FolderLock[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-lock-'));
  held = [];
});
afterEach(() => {
  held.forEach((lock) => lock.release());
  fs.rmSync(folder, { recursive: true, force: true });
});

const pidFile = (): string => path.join(folder, 'database.pid');
// The file is the lock's own JSON.
const holder = (): number => (JSON.parse(fs.readFileSync(pidFile(), 'utf8')) as { pid: number }).pid;
const onLost = (): void => {};

async function take(options: { sockets?: boolean; onLost?: () => void } = {}): Promise<FolderLock> {
  const lock = await lockFolder({ folder, onLost, beatMs: 20, ...options });
  held.push(lock);
  return lock;
}

/** As another machine, container or process would have left it. */
function leave(holder: { pid: number; host: string }): void {
  fs.writeFileSync(pidFile(), JSON.stringify({ ...holder, token: 'theirs' }));
}

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test.runIf(process.platform === 'linux')('a second server is refused at once, in a sentence that says what to do', async () => {
  await take();
  await expect(take()).rejects.toThrow(/^Another server \(process \d+ on .+\) is using .+ Stop it first, set DATA_DIR/);
  await expect(take()).rejects.toBeInstanceOf(DatabaseUnusable);
});

test('a released folder can be taken again', async () => {
  (await take()).release();
  expect(fs.existsSync(pidFile())).toBe(false);
  await take();
});

test.each([true, false])('a server that was killed does not keep the next one out (sockets: %s)', async (sockets) => {
  leave({ pid: deadPid(), host: os.hostname() });
  await take({ sockets });
  expect(holder()).toBe(process.pid);
});

test.each([true, false])(
  'a process number that now belongs to another program does not keep the next one out (sockets: %s)',
  async (sockets) => {
    leave({ pid: process.ppid, host: os.hostname() });
    await take({ sockets });
    expect(holder()).toBe(process.pid);
  },
);

test('without abstract sockets a holder that shows life is respected', async () => {
  leave({ pid: process.ppid, host: os.hostname() });
  const beating = setInterval(() => fs.utimesSync(pidFile(), new Date(), new Date()), 20);
  await expect(take({ sockets: false })).rejects.toBeInstanceOf(DatabaseUnusable);
  clearInterval(beating);
});

test('a holder on another machine that shares the folder is respected while it shows life', async () => {
  leave({ pid: 1, host: 'another-machine' });
  const beating = setInterval(() => fs.utimesSync(pidFile(), new Date(), new Date()), 20);
  await expect(take()).rejects.toThrow('process 1 on another-machine');
  clearInterval(beating);
  await take();
});

test('a holder learns that its folder was taken all the same', async () => {
  let lost = false;
  await take({ onLost: () => void (lost = true) });
  leave({ pid: 1, host: 'another-machine' });
  await wait(100);
  expect(lost).toBe(true);
});

test('a damaged file keeps nobody out', async () => {
  fs.writeFileSync(pidFile(), '{');
  await take();
  expect(holder()).toBe(process.pid);
});
