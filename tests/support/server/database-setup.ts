import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres, type PostgresServer } from './postgres.ts';

// Vitest's globalSetup for tests that use openTestDatabase: once for a run of a project, before its workers start.

let folder: string | undefined;
let server: PostgresServer | undefined;

/** Gives the run a folder for prepared databases, and projects on PostgreSQL a server; workers get both by environment, all projects the same. */
export async function setup({ config }: TestProject): Promise<void> {
  if (process.env['ASSENT_TEST_RUN'] === undefined) {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-tests-'));
    process.env['ASSENT_TEST_RUN'] = folder;
  }
  if (config.env['TEST_DATABASE'] !== 'postgres' || process.env['ASSENT_TEST_POSTGRES'] !== undefined) return;
  // No test of the suite depends on crash safety; one that does starts a server of its own.
  server = await startPostgres({ fast: true });
  process.env['ASSENT_TEST_POSTGRES'] = server.url('postgres');
}

/** Stops the server and deletes the folder. */
export async function teardown(): Promise<void> {
  await server?.stop();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
}
