import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, TABLE_NAMES } from '#domain/integrity/data-catalogue.ts';
import { factorPlace } from '#server/data/accounts/sealed-secrets.ts';
import { logExit } from '#server/work/packs/log-exit.ts';
import { writeExit } from '#server/work/packs/write-exit.ts';
import { aPatient, handOver, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-exit-'));
const whole = path.join(folder, 'whole');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const app = useTestApp();

/** The one-time secret of an authenticator app, as it is before it is sealed. */
const FACTOR = 'KANARIENVOGELFACTOR';
const tokens: string[] = [];
let organisationId = '';

beforeAll(async () => {
  const { database, deps } = app;
  const staff: Caller & { token: string } = await signIn(app);
  tokens.push(staff.token);
  const version = await signed(app, staff);
  await app.doJobs();
  const out = await sent(staff, { patientID: (await staff.call('patientCreate', aPatient())).data.patient.id });
  tokens.push((await handOver(app, staff, out)).token);
  await staff.call('recordDetails', { id: version.recordID });
  await app.ask({ method: 'POST', url: '/api/page/ask', payload: { contact: 'quetzal@example.org' } });
  const user = await database.db.selectFrom('users').select(['id', 'organisation_id']).executeTakeFirstOrThrow();
  organisationId = user.organisation_id;
  await database.db
    .insertInto('second_factors')
    .values({
      user_id: user.id,
      secret: deps.secrets.seal(FACTOR, factorPlace(user.id)),
      last_step: null,
      confirmed_at: null,
      created_at: new Date(app.clock.now()).toISOString(),
    })
    .execute();
});

const sourceOf = (of?: string) => {
  const { clock, settings, publicOrigin, secrets, database } = app.deps;
  return { db: database.db, organisationId: of, secrets, clock, settings, publicOrigin };
};

function checked(at: string) {
  const { status, stdout, stderr } = spawnSync('python3', [path.join(at, 'exit-check.py')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return { status, stdout };
}

/** A copy of the export in which something was changed. */
function spoilt(name: string, spoil: (at: string) => void): string {
  const copy = path.join(folder, name);
  fs.cpSync(whole, copy, { recursive: true });
  spoil(copy);
  return copy;
}

const filesBelow = (at: string) =>
  fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));

/** Every secret of the database as it is stored, and each that is known unsealed. */
async function secrets(): Promise<string[]> {
  const { db } = app.database;
  const found: string[] = [FACTOR, ...tokens];
  for (const table of TABLE_NAMES)
    for (const { name, columnClass } of columnsOf(table)) {
      if (columnClass !== 'secret') continue;
      const { rows } = await sql<{ value: string }>`select distinct ${sql.ref(name)}::text as value from ${sql.table(table)}
        where ${sql.ref(name)} is not null`.execute(db);
      found.push(...rows.map(({ value }) => value));
    }
  return found.filter((value) => value.length > 8);
}

function secretsIn(at: string, values: readonly string[]): string[] {
  const needles = values.map((value) => Buffer.from(value));
  return filesBelow(at).flatMap((file) => {
    const bytes = fs.readFileSync(file);
    return needles.some((needle) => bytes.includes(needle)) ? [path.relative(at, file)] : [];
  });
}

test('everything is exported in one moment, and Python without us proves every digest, row and reference', async () => {
  const written = await writeExit(whole, sourceOf());
  expect(written.faults).toEqual([]);
  const { status, stdout } = checked(whole);
  expect(stdout).toContain('all is as it was written');
  expect(status).toBe(0);
  for (const file of filesBelow(whole)) expect(fs.statSync(file).mode & 0o077, `${file} can be read by others`).toBe(0);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from patients`.execute(app.database.db);
  // Written by this product.
  const manifest = JSON.parse(fs.readFileSync(path.join(whole, 'manifest.json'), 'utf8')) as { tables: Record<string, number> };
  expect(manifest.tables['patients']).toBe(rows[0]?.n);
  expect(manifest.tables['documents']).toBeGreaterThan(0);
});

test('no secret is in it: no hash of a password, no token, no key, no sealed value', async () => {
  const values = await secrets();
  expect(values.length).toBeGreaterThan(10);
  expect(secretsIn(whole, values)).toEqual([]);
  // A sealed value that is no secret is written opened.
  expect(fs.readFileSync(path.join(whole, 'tables/page_asks.ndjson'), 'utf8')).toContain('quetzal@example.org');
});

test('a secret that is written is found', async () => {
  const [value = ''] = await secrets();
  const copy = spoilt('with-secret', (at) => fs.appendFileSync(path.join(at, 'csv/patients.csv'), value));
  expect(secretsIn(copy, [value])).toEqual(['csv/patients.csv']);
});

test.each([
  ['a byte of a document', (at: string) => changeByte(filesBelow(path.join(at, 'documents/documents'))[0] ?? '')],
  ['a document that is gone', (at: string) => fs.rmSync(filesBelow(path.join(at, 'documents'))[0] ?? '')],
  ['a file that was added', (at: string) => fs.writeFileSync(path.join(at, 'tables/more.ndjson'), '{}\n')],
  ['a row that is gone', (at: string) => dropLine(path.join(at, 'tables/cases.ndjson'))],
  ['a row that is gone, with a manifest that was made to fit', (at: string) => refit(at, 'tables/patients.ndjson', dropLine)],
  ['a secret column, with a manifest that was made to fit', (at: string) => refit(at, 'tables/users.ndjson', addSecret)],
] as const)('%s is found', (name, spoil) => {
  const { status, stdout } = checked(spoilt(name.replaceAll(' ', '-'), spoil));
  expect(status, stdout).toBe(1);
});

test('an export of one organisation has no row of another', async () => {
  const other = '00000000-0000-4000-8000-00000000a0a0';
  await sql`insert into organisations (id, name, created_at) values (${other}, 'Demo Other', now())`.execute(app.database.db);
  const at = path.join(folder, 'one');
  await writeExit(at, sourceOf(organisationId));
  expect(checked(at)).toMatchObject({ status: 0 });
  expect(secretsIn(at, [other])).toEqual([]);
  const empty = path.join(folder, 'other');
  await writeExit(empty, sourceOf(other));
  expect(checked(empty)).toMatchObject({ status: 0 });
  expect(fs.readFileSync(path.join(empty, 'tables/patients.ndjson'), 'utf8')).toBe('');
  expect(fs.readFileSync(path.join(empty, 'tables/users.ndjson'), 'utf8')).toBe('');
});

test('a folder that holds something is left as it is', async () => {
  await expect(writeExit(whole, sourceOf())).rejects.toThrow('is not empty');
  expect(checked(whole)).toMatchObject({ status: 0 });
});

test('the security log says that everything was exported; of an organisation that is not there nothing is logged', async () => {
  const { db } = app.database;
  const logged = () => db.selectFrom('security_log').select('id').where('type', '=', 'EXIT_EXPORTED').execute();
  expect(await logExit(app.deps, '00000000-0000-4000-8000-00000000ffff')).toBe(false);
  expect(await logged()).toEqual([]);
  expect(await logExit(app.deps, organisationId)).toBe(true);
  expect(await logged()).toHaveLength(1);
});

function changeByte(file: string): void {
  const bytes = fs.readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}

function dropLine(file: string): void {
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').split('\n').slice(1).join('\n'));
}

function addSecret(file: string): void {
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(/^\{/gm, '{"password_hash":"x",'));
}

/** Changes a file and has the manifest say so, as somebody does who hides a change. */
function refit(at: string, name: string, change: (file: string) => void): void {
  change(path.join(at, name));
  const bytes = fs.readFileSync(path.join(at, name));
  const sha256 = spawnSync('sha256sum', [path.join(at, name)], { encoding: 'utf8' }).stdout.slice(0, 64);
  const rows = bytes.toString().split('\n').length - 1;
  const file = path.join(at, 'manifest.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    files: { path: string }[];
    tables: Record<string, number>;
  };
  manifest.files = manifest.files.map((each) => (each.path === name ? { path: name, bytes: bytes.length, sha256, rows } : each));
  manifest.tables[path.basename(name, '.ndjson')] = rows;
  fs.writeFileSync(file, JSON.stringify(manifest));
}
