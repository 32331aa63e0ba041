import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reachedAt, signAll, signIn, sent, type Caller, type Reached } from '#tests/support/forms/builders.ts';
import { freePort } from '#tests/support/server/postgres.ts';
import { runScript } from '#tests/support/server/run-script.ts';
import { sendingTablet } from '#tests/support/tablet/sending-tablet.ts';
import { expectSealedForms } from '#tests/support/tablet/signed-remains.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startWithRoles, type WithRoles } from '#tests/support/server/two-roles.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Longest wait until everything that was signed is sealed, ms. */
const SEAL_MOST = 60_000;

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-backup-'));
});
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function started(options: Parameters<typeof startServer>[0]): Promise<ServerProcess> {
  const server = await startServer(options);
  stops.push(() => server.stop());
  return server;
}

/** A consent that both have signed. @returns its ids, once the server has acknowledged both signatures */
async function signedNow(server: Reached, staff: Caller) {
  const version = await sent(staff);
  await signAll(server, staff, version);
  return version;
}

test(
  'a running server with the embedded database is backed up, and what was acknowledged is restored elsewhere',
  { tags: ['smoke'] },
  async () => {
    const server = await started({});
    const reached = reachedAt(server.origin);
    const staff = await signIn(reached);
    const version = await signedNow(reached, staff);
    const backup = path.join(folder, 'embedded');
    const during = runScript('backup', [backup], { DATA_DIR: server.dataDir });
    expect(await during).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('All of it was read again.') });
    for (const file of fs.readdirSync(backup, { recursive: true, encoding: 'utf8' }))
      expect(fs.statSync(path.join(backup, file)).mode & 0o077, `${file} can be read by others`).toBe(0);
    // The server's copy is deleted when the command ends.
    await expect.poll(() => fs.existsSync(path.join(server.dataDir, 'database', 'copy'))).toBe(false);
    await server.stop();

    const restored = path.join(folder, 'restored');
    const outcome = await runScript('restore', [backup], { DATA_DIR: restored });
    expect(outcome).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('every seal is as it was') });
    const elsewhere = await started({ data: 'empty', env: { DATA_DIR: restored } });
    await expectSealedForms(reachedAt(elsewhere.origin), [version], SEAL_MOST);
  },
);

test('a backup that is damaged, cut or unfinished is refused, and so is a target that holds something', async () => {
  const server = await started({});
  await server.kill();
  const good = path.join(folder, 'good');
  expect(await runScript('backup', [good], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 });
  const refused = async (words: RegExp, from: string, dataDir = path.join(folder, 'untouched')) => {
    const { code, printed, errors } = await runScript('restore', [from], { DATA_DIR: dataDir });
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
    expect(errors).toMatch(words);
  };
  const spoilt = (name: string, spoil: (copy: string) => void): string => {
    const copy = path.join(folder, name);
    fs.cpSync(good, copy, { recursive: true });
    spoil(copy);
    return copy;
  };
  await refused(
    /is not a backup, or one that was not finished/,
    spoilt('unfinished', (at) => fs.rmSync(`${at}/manifest.json`)),
  );
  await refused(
    /chain\/key is missing/,
    spoilt('without-key', (at) => fs.rmSync(`${at}/data/chain/key`)),
  );
  const cut = (at: string) => fs.truncateSync(`${at}/database.gz`, fs.statSync(`${at}/database.gz`).size - 1);
  await refused(/database\.gz is not what was written/, spoilt('cut', cut));
  await refused(/is not empty/, good, server.dataDir);
  expect(fs.existsSync(path.join(folder, 'untouched'))).toBe(false);
  const again = await runScript('backup', [good], { DATA_DIR: server.dataDir });
  expect(again).toMatchObject({ code: 1, printed: '', errors: expect.stringContaining('is not empty') });
});

test(
  'on PostgreSQL with the roles of deploy/roles.sql: backed up under load, destroyed, restored elsewhere; tablets bring back the rest',
  { timeout: 900_000 },
  async () => {
    const first = await hospital();
    const early = await refusedStart({ DATABASE_URL: first.app, MIGRATE: 'command' });
    expect(early).toContain('run "npm run database -- migrate" first');
    const asOwner = { DATABASE_URL: first.app, DATABASE_OWNER_URL: first.owner };
    expect(await runScript('database', ['migrate'], asOwner)).toMatchObject({ code: 0, errors: '' });
    expect((await runScript('database', ['migrate'], asOwner)).printed).toContain('nothing was changed');
    const env = { DATABASE_URL: first.app, MIGRATE: 'command', SEED: 'demo' };
    const server = await started({ data: 'empty', env });
    const reached = reachedAt(server.origin);
    await expectForbidden(first.app);

    // Consents are signed without a pause while the backup is made.
    const acknowledged: { version: Awaited<ReturnType<typeof signedNow>>; at: number }[] = [];
    const end = new AbortController();
    const load = Array.from({ length: 3 }, async () => {
      const staff = await signIn(reached);
      while (!end.signal.aborted) acknowledged.push({ version: await signedNow(reached, staff), at: Date.now() });
    });
    while (acknowledged.length < 3) await wait(50);
    const began = Date.now();
    const backup = path.join(folder, 'postgres');
    const made = await runScript('backup', [backup], { DATABASE_URL: first.app, DATA_DIR: server.dataDir });
    expect(made).toMatchObject({ code: 0, errors: '' });
    end.abort();
    await Promise.all(load);
    expect(acknowledged.filter(({ at }) => at > began).length).toBeGreaterThan(0);
    const tablet = await sendingTablet(reached, Date.now() - 60_000);
    await tablet.pull();
    const late = await tablet.signForm();
    await server.stop();
    await first.server.stop();

    const second = await hospital();
    const dataDir = path.join(folder, 'elsewhere');
    const target = { DATABASE_URL: second.app, DATABASE_OWNER_URL: second.owner, DATA_DIR: dataDir };
    // Tables alone are no data: an operator may have migrated the new database first.
    expect(await runScript('database', ['migrate'], target)).toMatchObject({ code: 0, errors: '' });
    const outcome = await runScript('restore', [backup], target);
    expect(outcome).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('every seal is as it was') });
    expect((await runScript('restore', [backup], target)).code).toBe(1);
    const elsewhere = await started({ data: 'empty', env: { DATABASE_URL: second.app, DATA_DIR: dataDir, MIGRATE: 'command' } });
    const there = reachedAt(elsewhere.origin);
    const before = acknowledged.filter(({ at }) => at <= began);
    expect(before.length).toBeGreaterThan(0);
    await expectSealedForms(
      there,
      before.map(({ version }) => version),
      SEAL_MOST,
    );
    await expectForbidden(second.app);

    const staff = await tablet.meet(there);
    expect((await staff.refused('recordDetails', { id: late.recordID })).status).toBe(404);
    await tablet.pull();
    await tablet.send();
    expect(await tablet.waiting()).toEqual([]);
    await expectSealedForms(there, [late], SEAL_MOST);
    tablet.close();
    const verified = await runScript('verify-integrity', [], { DATABASE_URL: second.app, DATA_DIR: dataDir });
    expect(verified).toMatchObject({ code: 0, errors: '' });
  },
);

/** A new PostgreSQL with the roles of production, which ends with this file. */
async function hospital(): Promise<WithRoles> {
  const started = await startWithRoles();
  stops.push(() => started.server.stop().catch(() => undefined));
  return started;
}

/** The role of the server changes no table and nothing that the logs hold. */
async function expectForbidden(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const logs = ['timeline', 'security_log', 'patient_changes'];
  const statements = [
    ...logs.flatMap((log) => [
      `update ${log} set at = now()`,
      `delete from ${log}`,
      `truncate ${log}`,
      `alter table ${log} disable trigger user`,
      `drop table ${log}`,
    ]),
    'create table extra (id int)',
    'alter table patients add column extra int',
    'drop index patients_nhs',
    'create role other',
    'set session_replication_role = replica',
  ];
  for (const statement of statements) await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  await client.end();
}

/** The error output of a server that refuses to start. */
async function refusedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const dataDir = fs.mkdtempSync(path.join(folder, 'refused-'));
  const server = spawn(process.execPath, ['build/main.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(await freePort()), ...env },
  });
  let said = '';
  server.stderr.on('data', (piece: Buffer) => void (said += piece.toString()));
  const code = await new Promise((resolve) => void server.once('close', resolve));
  expect(code).toBe(1);
  expect(said.trimEnd().split('\n')).toHaveLength(1);
  return said;
}
