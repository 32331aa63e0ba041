import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sha256Hex } from '#server/sha256.ts';
import { DatabaseUnusable } from '#server/data/open/errors.ts';

/** A folder that is ours until released. */
export type FolderLock = { release(): void };

type LockOptions = {
  readonly folder: string;
  /** Called once when another process has taken the folder all the same: stop writing. */
  readonly onLost: () => void;
  /** How often the holder shows that it lives, milliseconds. */
  readonly beatMs?: number;
  /** Linux's abstract sockets; only tests say no. */
  readonly sockets?: boolean;
};

type Holder = { readonly pid: number; readonly host: string; readonly token: string };

/** A holder that shows no life for so many beats is dead. */
const beatsToWait = 6;

/**
 * Takes a folder for this process alone: two processes on one embedded database lose each other's rows.
 *
 * On Linux an abstract socket decides, which the kernel gives back however the process ends. Where there is none, or the folder is
 * shared between machines or containers, the file `database.pid` decides: its holder touches it every second.
 *
 * @throws DatabaseUnusable when another process holds the folder
 */
export async function lockFolder({
  folder,
  onLost,
  beatMs = 1_000,
  sockets = process.platform === 'linux',
}: LockOptions): Promise<FolderLock> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'database.pid');
  const socket = sockets ? await openSocket(folder, file) : undefined;
  try {
    const before = readHolder(file);
    if (before && (await lives(before, file, beatMs))) throw refused(folder, before);
    const token = randomUUID();
    const mine: Holder = { pid: process.pid, host: os.hostname(), token };
    fs.writeFileSync(file, JSON.stringify(mine));
    // Of two that start at the same moment the later writer stays.
    await wait(socket ? 0 : beatMs / 10);
    if (readHolder(file)?.token !== token) throw refused(folder, readHolder(file));
    const beat = startHeartbeat(file, token, beatMs, onLost);
    return {
      release: () => {
        clearInterval(beat);
        if (readHolder(file)?.token === token) fs.rmSync(file, { force: true });
        socket?.close();
      },
    };
  } catch (error) {
    socket?.close();
    throw error;
  }
}

function openSocket(folder: string, file: string): Promise<net.Server> {
  const name = sha256Hex(fs.realpathSync(folder)).slice(0, 32);
  const server = net.createServer((visitor) => visitor.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? refused(folder, readHolder(file)) : error);
    });
    server.listen(`\0assent-${name}`, () => resolve(server));
  });
}

function refused(folder: string, holder: Holder | undefined): DatabaseUnusable {
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : '';
  return new DatabaseUnusable(
    `Another server${who} is using the embedded database in ${folder}. Stop it first, set DATA_DIR to another folder, or let several servers share a PostgreSQL with DATABASE_URL.`,
  );
}

function readHolder(file: string): Holder | undefined {
  try {
    // A file that is not ours to read as a holder is no holder; the fields are checked where they are used.
    const holder = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Holder> | null;
    if (typeof holder?.pid !== 'number' || typeof holder.host !== 'string' || typeof holder.token !== 'string') return undefined;
    return { pid: holder.pid, host: holder.host, token: holder.token };
  } catch {
    return undefined;
  }
}

/** A process number alone proves nothing: it may have been given to another program, or belong to another container. */
async function lives(holder: Holder, file: string, beatMs: number): Promise<boolean> {
  if (holder.host === os.hostname() && (holder.pid === process.pid || !isRunning(holder.pid))) return false;
  const lastTouched = touchedAt(file);
  for (let beat = 0; beat < beatsToWait; beat += 1) {
    await wait(beatMs);
    if (touchedAt(file) !== lastTouched) return true;
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function touchedAt(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function startHeartbeat(file: string, token: string, beatMs: number, onLost: () => void): NodeJS.Timeout {
  const beat = setInterval(() => {
    if (readHolder(file)?.token === token) {
      const now = new Date();
      fs.utimesSync(file, now, now);
    } else {
      clearInterval(beat);
      onLost();
    }
  }, beatMs);
  return beat.unref();
}
