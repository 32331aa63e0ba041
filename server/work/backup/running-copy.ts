import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import type { Db } from '#server/data/db.ts';
import type { Database } from '#server/data/open/connection.ts';
import type { LastBackup } from '#contract/status.ts';
import { noteBackup } from '#server/data/backup/last-backup.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { BackupRefused } from '#server/outside/backup/manifest.ts';
import type { Log } from '#server/outside/log.ts';

// The embedded database belongs to one process. While the server runs, a backup asks it, over a socket that only the server's own account
// and root can open, for a copy of the files; the copy is there as long as the connection is.

/** Where the running server listens and puts the copy, in the folder of the embedded database, which only its owner can read. */
const SOCKET = 'backup.sock';
const COPY = 'copy';
/** Longest name of a socket that Linux and macOS take, bytes. */
const SOCKET_NAME_MOST = 103;

/** A server that gives copies of its embedded database to backups. */
export type CopyServer = { stop(): Promise<void> };

const NoteRequest = v.object({ noted: v.object({ at: v.pipe(v.string(), v.isoTimestamp()), bytes: v.number() }) });
/** An export of everything that is made from the copy: it is in the security log before anything is written. */
const ExitRequest = v.object({ exit: v.object({ organisationID: v.nullable(v.pipe(v.string(), v.uuid())) }) });
const Answered = v.union([
  v.object({ copy: v.string() }),
  v.object({ refused: v.string() }),
  v.object({ isNoted: v.boolean() }),
  v.object({ isLogged: v.boolean() }),
]);

/** `folder` is that of the embedded database; `logExit` logs an export of one organisation, or of all, and is false for one that is not there. */
type CopySource = { folder: string; log: Log; logExit: (organisationId: string | undefined) => Promise<boolean> };

/** Listens for backups and exports of the embedded database; does nothing for PostgreSQL. */
export async function serveCopies(
  { db, copyTo }: Pick<Database<Tables>, 'db' | 'copyTo'>,
  { folder, log, logExit }: CopySource,
): Promise<CopyServer> {
  const socketPath = join(folder, SOCKET);
  if (copyTo === undefined) return { stop: async () => undefined };
  const copy = join(folder, COPY);
  rmSync(copy, { recursive: true, force: true });
  rmSync(socketPath, { force: true });
  if (Buffer.byteLength(socketPath) > SOCKET_NAME_MOST || process.platform === 'win32') {
    log.warn('backups are possible only while the server is stopped: the name of DATA_DIR is too long for a socket');
    return { stop: async () => undefined };
  }
  const open = new Set<Socket>();
  const serve = async (socket: Socket): Promise<void> => {
    const isTaken = open.size > 0;
    const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    if (isTaken) return void socket.end(lineOf({ refused: 'Another backup is being made. Try again later.' }));
    open.add(socket);
    createInterface({ input: socket }).on('line', (line) => {
      void noteFor(db, { socket, line });
      void logFor(logExit, { socket, line });
    });
    try {
      mkdirSync(copy, { mode: 0o700 });
      await copyTo(copy);
      socket.write(lineOf({ copy }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error('a backup got no copy of the database', { error: reason });
      socket.end(lineOf({ refused: `The server could not copy its database: ${reason}` }));
    }
    await gone;
    rmSync(copy, { recursive: true, force: true });
    open.delete(socket);
  };
  const server = createServer((socket) => void serve(socket));
  server.listen(socketPath);
  await once(server, 'listening');
  chmodSync(socketPath, 0o600);
  return {
    stop: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      open.forEach((socket) => socket.destroy());
      await closed;
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

async function noteFor(db: Db, { socket, line }: { socket: Socket; line: string }): Promise<void> {
  const request = v.safeParse(NoteRequest, parse(line));
  if (!request.success) return;
  const isNoted = await noteBackup(db, request.output.noted).then(
    () => true,
    () => false,
  );
  socket.write(lineOf({ isNoted }));
}

async function logFor(logExit: CopySource['logExit'], { socket, line }: { socket: Socket; line: string }): Promise<void> {
  const request = v.safeParse(ExitRequest, parse(line));
  if (!request.success) return;
  const isLogged = await logExit(request.output.exit.organisationID ?? undefined).catch(() => false);
  socket.write(lineOf({ isLogged }));
}

function lineOf(answer: v.InferInput<typeof Answered>): string {
  return `${JSON.stringify(answer)}\n`;
}

/** A copy of a running server's embedded database; `folder` is opened as any other, and goes when the copy is released. */
export type RunningCopy = {
  readonly folder: string;
  /** Tells the server of the backup. @returns whether it is stored */
  note(backup: LastBackup): Promise<boolean>;
  /** Has the server log an export of an organisation, or of all. @returns whether it is logged */
  logExit(organisationId: string | undefined): Promise<boolean>;
  release(): void;
};

/**
 * Asks the server that has the embedded database open for a copy of it.
 *
 * @param folder - of the embedded database
 * @returns undefined when no server runs on it
 * @throws BackupRefused with the server's reason
 */
export async function runningCopy(folder: string): Promise<RunningCopy | undefined> {
  const socket = createConnection(join(folder, SOCKET));
  try {
    await once(socket, 'connect');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new BackupRefused(
      `The running server cannot be asked for a copy of its database (${String(code)}). Run this as the account of the server, or as root.`,
      { cause: error },
    );
  }
  socket.on('error', () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value } = await lines.next();
    const read = v.safeParse(Answered, parse(String(value)));
    if (!read.success) throw new BackupRefused('The server stopped before its database was copied. Try again.');
    if ('refused' in read.output) throw new BackupRefused(read.output.refused);
    return read.output;
  };
  const first = await answer();
  if (!('copy' in first)) throw new BackupRefused('The server answered something else than a copy. Is it of this version?');
  return {
    folder: first.copy,
    note: async (backup) => {
      socket.write(`${JSON.stringify({ noted: backup })}\n`);
      const said = await answer().catch(() => undefined);
      return said !== undefined && 'isNoted' in said && said.isNoted;
    },
    logExit: async (organisationId) => {
      socket.write(`${JSON.stringify({ exit: { organisationID: organisationId ?? null } })}\n`);
      const said = await answer().catch(() => undefined);
      return said !== undefined && 'isLogged' in said && said.isLogged;
    },
    release: () => void socket.end(),
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
