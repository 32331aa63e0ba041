import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { timelineOf } from '#server/data/cases/timeline.ts';
import { securityChainOf } from '#server/data/accounts/security-log.ts';
import { chainHead } from '#server/data/integrity/chain-heads.ts';
import { fileKey, openHeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { fileAtOnce } from '#server/work/integrity/file-at-once.ts';
import { fileEnds } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { aPatient, sent, signAll, signIn } from '#tests/support/forms/builders.ts';
import { catalogue, keepRows, putBack, takeGuardsAway } from '#tests/support/integrity/altered-rows.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-at-once-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const app = useTestApp();
const fileIn = (name: string) => openHeadsFile(path.join(folder, name), app.deps.chainKey);

/** A case that is signed, with the organisation that it belongs to. */
async function signedCase() {
  const staff = await signIn(app);
  const version = await sent(staff);
  await signAll(app, staff, version);
  await app.doJobs();
  const { organisation_id: organisationId } = await app.database.db
    .selectFrom('cases')
    .select('organisation_id')
    .where('id', '=', version.recordID)
    .executeTakeFirstOrThrow();
  return { staff, version, timeline: timelineOf(organisationId, version.recordID), log: securityChainOf(organisationId) };
}

test('without a file none is begun, and the call is answered', async () => {
  fileAtOnce(app.deps, fileIn('none'));
  const { staff, version } = await signedCase();
  await staff.call('recordWithdraw', { consentID: version.consentID, reason: 'Changed their mind' });
  expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
});

test('a withdrawal, a void and a hold are in the file before their answers', async () => {
  const file = fileIn('whole');
  await recordHeadsOnce(app.deps, file);
  fileAtOnce(app.deps, file);
  const { staff, version, timeline, log } = await signedCase();
  const filed = async (chain: typeof timeline) => (await file.read())?.heads.get(fileKey(chain))?.length;
  const present = async (chain: typeof timeline) => (await chainHead(app.database.db, app.deps.chainKey, chain))?.length;
  expect(await filed(timeline)).toBeUndefined();
  await staff.call('recordWithdraw', { consentID: version.consentID, reason: 'Changed their mind' });
  expect(await filed(timeline)).toBe(await present(timeline));

  const sentOther = await sent(staff);
  await staff.call('recordVoid', { consentID: sentOther.consentID, reason: 'Wrong patient' });
  const voided = { ...timeline, id: sentOther.recordID };
  expect(await filed(voided)).toBe(await present(voided));

  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('retentionHold', { patient: patient.recordID ?? '', reason: 'A claim was made' });
  expect(await filed(log)).toBe(await present(log));
  expect((await file.read())?.isWhole).toBe(true);
});

test('lines that are added at once follow one another, and a missing disk is told', async () => {
  const file = fileIn('many');
  const head = (length: number) => ({
    ...securityChainOf('00000000-0000-0000-0000-000000000001'),
    length,
    head: 'x'.repeat(3000),
  });
  await Promise.all(Array.from({ length: 40 }, (_, at) => file.append(`2026-08-06T14:05:${at + 10}.000Z`, [head(at)])));
  const filed = await file.read();
  expect(filed?.isWhole).toBe(true);
  expect([...(filed?.heads.values() ?? [])].map(({ length }) => length)).toEqual([39]);
  fileAtOnce(app.deps, { append: () => Promise.reject(new Error('No space')) });
  const { staff, version } = await signedCase();
  expect((await staff.call('recordWithdraw', { consentID: version.consentID, reason: 'Changed their mind' })).data).toBeDefined();
  expect(app.log.join('')).toContain('could not be filed at once');
});

test('a case that is put back as a whole to before its withdrawal is a finding at once', async () => {
  const file = fileIn('rolled');
  await recordHeadsOnce(app.deps, file);
  fileAtOnce(app.deps, file);
  const { db } = app.database;
  const { staff, version } = await signedCase();
  await fileEnds(app.deps, file, new Set());
  const tables = await catalogue(db);
  await keepRows(db, tables, 'before');
  await staff.call('recordWithdraw', { consentID: version.consentID, reason: 'Changed their mind' });
  await takeGuardsAway(db);
  for (const table of tables) await putBack(db, table, 'before');
  const { findings } = await checkAll(app.deps, { filed: await file.read() });
  expect(findings).toContainEqual(expect.objectContaining({ fault: 'TIMELINE_CUT', subject: `case ${version.recordID}` }));
}, 60_000);
