import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { BUILD } from '#domain/base/build.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { putOffJob, queueJob } from '#server/data/jobs/jobs.ts';
import { latestMigration } from '#server/data/migrations/index.ts';
import { recordResult } from '#server/data/backup/server-state.ts';
import { openHeadsFile } from '#server/outside/heads-file.ts';
import { tellOfFullDisk } from '#server/http/full-disk.ts';
import { openLog } from '#server/outside/log.ts';
import { checkAndFile } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let admin: Caller;
beforeEach(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
  await app.database.db.deleteFrom('jobs').execute();
});
const state = async (caller = admin) => (await caller.call('statusServer', {})).data;
const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();

async function job(kind: 'SEAL' | 'MAIL', age: number, error?: string, organisation = 'admin@demo.nhs.uk'): Promise<string> {
  const { db } = app.database;
  const { organisation_id } = await db
    .selectFrom('users')
    .select('organisation_id')
    .where('email', '=', organisation)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const payload = { consentID: randomUUID() };
  await db
    .transaction()
    .execute((trx) => queueJob(trx, { id, organisation_id, kind, payload, dedup: `test:${id}`, created_at: ago(age) }));
  if (error !== undefined) await putOffJob(db, { id, nextAt: ago(-HOUR), error });
  return id;
}

test('versions, seal, storage and clock are told as they are', async () => {
  const told = await state();
  expect(told).toMatchObject({
    version: BUILD,
    schema: latestMigration,
    seal: { isSelfSigned: true },
    integrity: null,
    backup: null,
  });
  expect(Date.parse(told.seal.endsAt)).toBe(app.deps.sealer.endsAt);
  expect(told.seal.endsAt > ago(0)).toBe(true);
  expect(told.database.bytes).toBeGreaterThan(1_000_000);
  expect(told.disk?.free).toBeGreaterThan(0);
  expect(told.disk?.total).toBeGreaterThanOrEqual(told.disk?.free ?? 0);
  // The clock of the tests is not that of the database.
  expect(Math.abs(told.clockSkew - (app.clock.now() - Date.now()))).toBeLessThan(HOUR);
});

test('the last check and the last backup are told, and a record of another shape counts as none', async () => {
  const heads = openHeadsFile(app.deps.dataDir, app.deps.chainKey);
  // As a server does at its start.
  await recordHeadsOnce(app.deps, heads);
  await checkAndFile(app.deps, heads);
  const backup = { at: ago(DAY), bytes: 4711 };
  await recordResult(app.database.db, 'lastBackup', backup);
  const told = await state();
  expect(told.backup).toEqual(backup);
  expect(told.integrity).toMatchObject({ findings: 0 });
  await recordResult(app.database.db, 'lastBackup', 'yesterday' as never);
  expect((await state()).backup).toBeNull();
});

test('the work of the own organisation that waits is told by kind, with why it failed in words', async () => {
  await job('SEAL', 3 * HOUR);
  await job('SEAL', 2 * HOUR, 'PdfNotDrawn');
  await job('SEAL', HOUR, 'Busy');
  await job('MAIL', HOUR, 'MailNotTaken ECONNREFUSED');
  await job('MAIL', HOUR, 'MailNotTaken EAUTH', 'admin@second.nhs.uk');
  const { jobs } = await state();
  expect(jobs).toEqual([
    { kind: 'MAIL', waiting: 1, oldest: expect.any(String), failing: 1, lastError: 'The mail server could not be reached.' },
    {
      kind: 'SEAL',
      waiting: 3,
      oldest: expect.any(String),
      failing: 2,
      lastError: 'The document could not be made: PdfNotDrawn.',
    },
  ]);
});

test('failed work of one kind is tried again at once; that of other kinds and other organisations waits on', async () => {
  const own = await job('SEAL', HOUR, 'Busy');
  const mail = await job('MAIL', HOUR, 'MailNotTaken EAUTH');
  const theirs = await job('SEAL', HOUR, 'Busy', 'admin@second.nhs.uk');
  expect((await admin.call('statusRetry', { kind: 'SEAL' })).message).toBe('It is being tried again');
  const due = await app.database.db.selectFrom('jobs').select('id').where('next_at', '<=', ago(0)).execute();
  expect(due.map(({ id }) => id)).toEqual([own]);
  expect([mail, theirs]).toHaveLength(2);
});

test('tablets with unsent work come first, then those that were silent longest, with the build they told; blocked ones do not', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const deviceId of ids) {
    admin = await signIn(app, 'admin@demo.nhs.uk');
    await admin.call('userDevice', { deviceId, unsent: deviceId === ids[2] ? 3 : 0 });
  }
  await admin.call('deviceRename', { id: ids[2]!, label: 'Ward 7, tablet 2' });
  await admin.call('deviceRevoke', { id: ids[1]!, isRevoked: true });
  const told = await state();
  expect(told.tablets.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[3]]);
  expect(told.tablets[0]).toMatchObject({ label: 'Ward 7, tablet 2', unsent: 3, build: BUILD });
  expect(told.tabletCount).toBe(3);
});

test('a disk that could not take what was saved shows no room, wherever it is', async () => {
  tellOfFullDisk(
    '53100',
    openLog(() => undefined),
  );
  expect((await state()).disk).toMatchObject({ free: 0 });
});
