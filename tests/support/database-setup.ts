import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, type PostgresServer } from './postgres.ts';

// Vitest's globalSetup for whatever uses openTestDatabase: once for a run, before its workers start.

let folder: string | undefined;
let server: PostgresServer | undefined;

/** Gives the run a folder for prepared databases, and with TEST_DATABASE=postgres a server; workers learn of both by environment. */
export async function setup(): Promise<void> {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-tests-'));
  process.env['ASSENT_TEST_RUN'] = folder;
  if (process.env['TEST_DATABASE'] !== 'postgres') return;
  server = await startPostgres();
  process.env['ASSENT_TEST_POSTGRES'] = server.url('postgres');
}

/** Stops the server and forgets the folder. */
export async function teardown(): Promise<void> {
  await server?.stop();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
}
