import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate, longDate } from '#domain/values/plain-date.ts';
import { DELETION_WAIT } from '#domain/organisation/retention.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { checkAndFile } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { deleteApproved } from '#server/work/retention/delete-approved.ts';
import { proposeDue } from '#server/work/retention/propose-due.ts';
import { aPatient, draft, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { verdictOf } from '#tests/support/server/stored-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const YEAR = 365.25 * DAY;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-retention-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

type Staff = Caller & { token: string };
let staff: Staff;
let admin: Staff;
let second: Staff;
let file: HeadsFile;
let secondAddress = '';
const app = useTestApp(async (opened) => {
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
  secondAddress = (await addPerson(opened, { role: 'ADMIN', lastName: 'Second' })).email;
});

// Years pass in these tests, and sessions end.
beforeEach(signAllIn);
async function signAllIn(): Promise<void> {
  staff = await signIn(app);
  admin = await signIn(app, 'admin@demo.nhs.uk');
  second = await signIn(app, secondAddress);
}

async function pass(years: number): Promise<void> {
  app.clock.advance(Math.ceil(years * YEAR));
  await signAllIn();
}

const search = async () => {
  while (await proposeDue(app.deps));
};
const rules = async (change: { isOn?: boolean; adultYears?: number; childAge?: number } = {}) => {
  const { version, asked: _, ...before } = (await admin.call('retentionGet', {})).data;
  await admin.call('retentionUpdate', { ...before, isOn: true, ...change, version });
};
const proposalOf = async (id: string) =>
  (await admin.call('retentionProposals', { limit: 100 })).data.records.find((each) => each.id === id);
const one = async (change: Parameters<typeof aPatient>[0] = {}) =>
  (await staff.call('patientCreate', aPatient(change))).data.patient;

/** Approves a deletion, and lets the wait pass. @returns the certificate */
async function deleteNow(at: { id: string; version: number }) {
  await second.call('retentionApprove', at);
  app.clock.advance(DELETION_WAIT);
  while (await deleteApproved(app.deps));
  await signAllIn();
  return (await admin.call('retentionCertificates', {})).data.records[0]!;
}

/** A record that was proposed, nine years after its form was signed and sealed. */
async function due() {
  const form = await signed(app, staff);
  await app.doJobs();
  const { patient_id: id } = await app.database.db
    .selectFrom('cases')
    .select('patient_id')
    .where('id', '=', form.recordID)
    .executeTakeFirstOrThrow();
  await checkAndFile(app.deps, file);
  await rules();
  await pass(9);
  await search();
  const proposal = await proposalOf(id);
  return { ...form, id, version: proposal!.version, proposal: proposal! };
}

test('nothing is proposed before an administrator switches it on, and nothing is deleted by a search', async () => {
  const { id } = await one();
  await pass(30);
  await search();
  expect((await admin.call('retentionGet', {})).data).toEqual({
    isOn: false,
    adultYears: 8,
    deathYears: 8,
    childAge: 25,
    asked: null,
    version: 1,
  });
  expect((await admin.call('retentionProposals', {})).data.total).toBe(0);
  await rules();
  await search();
  expect(await proposalOf(id)).toMatchObject({ why: 'ADULT', state: 'PROPOSED', confirmed: null });
  expect((await staff.call('patientGetDetails', { id })).data.patient.id).toBe(id);
});

test('an adult is due eight years after the last activity, a child at 25, or 26 if last seen at 17, the dead after the last change', async () => {
  const born = (years: number) => new Date(app.clock.now() - years * YEAR).toISOString().slice(0, 10);
  const [adult, child, grown, dead] = await Promise.all([
    one({ dateOfBirth: born(40) }),
    one({ dateOfBirth: born(5) }),
    one({ dateOfBirth: born(17.5) }),
    one({ dateOfBirth: born(70) }),
  ]);
  const { version } = (await staff.call('patientGetDetails', { id: dead.id })).data.patient;
  await staff.call('patientUpdateStatus', { id: dead.id, version, status: 'DECEASED' });
  await rules();
  const reasons = async () => Promise.all([adult, child, grown, dead].map(async ({ id }) => (await proposalOf(id))?.why ?? null));
  await pass(7.9);
  await search();
  expect(await reasons()).toEqual([null, null, null, null]);
  await pass(0.2);
  await search();
  expect(await reasons()).toEqual(['ADULT', null, null, 'DEATH']);
  // 26.1 years old.
  await pass(0.5);
  await search();
  expect(await reasons()).toEqual(['ADULT', null, 'CHILD', 'DEATH']);
  await pass(11.3);
  await search();
  expect(await reasons()).toEqual(['ADULT', null, 'CHILD', 'DEATH']);
  await pass(0.3);
  await search();
  expect(await reasons()).toEqual(['ADULT', 'CHILD', 'CHILD', 'DEATH']);
});

test('one confirms, another approves, and nobody does both, in the call and in the database', async () => {
  const { id, version } = await due();
  expect((await second.refused('retentionApprove', { id, version })).code).toBe('NOT_CONFIRMED');
  const confirmed = (await admin.call('retentionConfirm', { id, version })).data;
  expect(confirmed).toMatchObject({ state: 'CONFIRMED', isConfirmedByMe: true });
  const at = { id, version: confirmed.version };
  expect((await admin.refused('retentionApprove', at)).code).toBe('ANOTHER_PERSON');
  await expect(
    sql`update retention_proposals set state = 'APPROVED', approved_by = confirmed_by where patient_id = ${id}`.execute(
      app.database.db,
    ),
  ).rejects.toThrow('approved_by_another');
  expect((await second.refused('retentionApprove', { id, version })).code).toBe('VERSION_CONFLICT');
  expect(await deleteNow(at)).toMatchObject({ why: 'ADULT', approved: { name: expect.stringContaining('Second') } });
  expect((await second.refused('retentionApprove', at)).code).toBe('NOT_FOUND');
});

test('the refusal of an older proposal is a reading: where a reason is asked it holds the version alone without one', async () => {
  const { id, version } = await due();
  await admin.call('retentionConfirm', { id, version });
  const held = async () => Object.keys((await second.refused('retentionApprove', { id, version })).data as object);
  expect(await held()).toEqual(['state', 'current']);
  app.deps.settings.breakGlass = true;
  expect(await held()).toEqual(['state', 'version']);
  app.deps.settings.breakGlass = false;
});

test('a deletion takes every row of the record, leaves a certificate without personal data, and all chains verify', async () => {
  const form = await due();
  const { id } = form;
  const pdf = await staff.download(form.consentID);
  const { sealedAt } = await verdictOf(app, pdf);
  const other = await signed(app, staff);
  await app.doJobs();
  await staff.call('patientGetDetails', { id });
  const { version } = (await admin.call('retentionConfirm', { id, version: form.version })).data;
  const context = { route: '/consent', requestIds: [], isOnline: true, unsent: 0 };
  const problem = { id: randomUUID(), kind: 'WRONG_FORM', harm: 'NO', words: 'The form was for the other eye', context } as const;
  await staff.call('safetyReport', { ...problem, recordID: form.recordID });
  const cursor = (await staff.call('syncChanges', {})).cursor;
  const certificate = await deleteNow({ id, version });

  const left = await tablesNaming([id, form.recordID, form.consentID]);
  // Left are the log of readings, ids for tablets, the certificate, and marks that a proposal and a hold are gone.
  expect(left).toEqual(['access_log', 'deleted_entities', 'deletion_certificates', 'row_marks']);
  const reports = await app.database.db
    .selectFrom('safety_reports')
    .select(['words', 'case_id'])
    .where('id', '=', problem.id)
    .execute();
  expect(reports).toEqual([{ words: problem.words, case_id: null }]);
  expect((await staff.refused('patientGetDetails', { id })).code).toBe('NOT_FOUND');
  expect((await staff.refused('recordDetails', { id: form.recordID })).code).toBe('NOT_FOUND');
  expect(JSON.stringify(await staff.call('patientSearch', { search: form.proposal.lastName }))).not.toContain(id);

  const dayOf = (at: string) => longDate(localDate(Date.parse(at), 'Europe/London'));
  expect(await verdictOf(app, pdf)).toMatchObject({
    state: 'UNKNOWN',
    reason: 'DELETED',
    status: null,
    explanation: `Sealed here on ${dayOf(sealedAt!)}, and unchanged. Our record of it was deleted on ${dayOf(certificate.at)}: nobody can say here whether it still holds.`,
  });
  const words = JSON.stringify(certificate);
  for (const secret of [form.proposal.lastName, form.proposal.dateOfBirth, form.proposal.recordID!])
    expect(words).not.toContain(secret);
  expect(certificate.kinds).toEqual(
    expect.arrayContaining(
      ['patients', 'cases', 'consents', 'documents', 'signatures', 'timeline', 'patient_changes'].map((kind) =>
        expect.objectContaining({ kind }),
      ),
    ),
  );
  expect((await admin.call('retentionCertificates', {})).data.records[0]).toEqual(certificate);
  expect((await admin.call('securityGet', { type: 'RECORD_DELETED' })).data.records[0]).toMatchObject({
    subject: `certificate ${certificate.id}`,
  });

  const told = (await staff.call('syncChanges', { since: cursor })).changes.filter((each) => each.data === null);
  expect(told.map((each) => [each.entity, each.id]).toSorted()).toEqual(
    [
      ['consent', form.consentID],
      ['listed', form.recordID],
      ['patient', id],
    ].toSorted(),
  );
  expect((await staff.call('recordDetails', { id: other.recordID })).data.record.status).toBe('SIGNED');
  expect((await checkAll(app.deps, { filed: await file.read() })).findings).toEqual([]);
});

test('a certificate that was changed, or that the log does not name, is found and excuses no missing case', async () => {
  const form = await due();
  const { version } = (await admin.call('retentionConfirm', { id: form.id, version: form.version })).data;
  const { id } = await deleteNow({ id: form.id, version });
  const { db } = app.database;
  const faults = async () => (await checkAll(app.deps, { filed: await file.read() })).findings.map(({ fault }) => fault);
  await expect(sql`delete from deletion_certificates`.execute(db)).rejects.toThrow('append-only');
  await sql`alter table deletion_certificates disable trigger deletion_certificates_append_only`.execute(db);
  await sql`update deletion_certificates set content = jsonb_set(content, '{why}', '"DEATH"') where id = ${id}`.execute(db);
  expect(await faults()).toEqual(expect.arrayContaining(['GUARD_OFF', 'CERTIFICATE_CHANGED', 'CASE_GONE', 'HISTORY_CUT']));
  await sql`update deletion_certificates set content = jsonb_set(content, '{why}', '"ADULT"') where id = ${id}`.execute(db);
  await sql`alter table deletion_certificates enable always trigger deletion_certificates_append_only`.execute(db);
  expect(await faults()).toEqual([]);
});

test('a held record is not proposed, not confirmed, not approved and not deleted by the database, until the hold is lifted', async () => {
  const { id, version, proposal } = await due();
  const confirmed = (await admin.call('retentionConfirm', { id, version })).data;
  const hold = (await admin.call('retentionHold', { patient: proposal.recordID!, reason: 'A claim' })).data;
  expect(hold).toMatchObject({ patientID: id, reason: 'A claim', lifted: null });
  expect((await admin.refused('retentionHold', { patient: proposal.recordID!, reason: 'Again' })).fields?.[0]?.path).toBe(
    'patient',
  );
  expect((await second.refused('retentionApprove', { id, version: confirmed.version })).code).toBe('NOT_FOUND');
  await search();
  app.clock.advance(DAY);
  await signAllIn();
  await search();
  expect(await proposalOf(id)).toBeUndefined();
  await expect(sql`delete from legal_holds where id = ${hold.id}`.execute(app.database.db)).rejects.toThrow('legal hold');
  await admin.call('retentionLift', { id: hold.id, reason: 'The claim ended' });
  expect((await second.call('retentionLift', { id: hold.id, reason: 'The claim ended' })).data.lifted).toMatchObject({
    reason: 'The claim ended',
  });
  expect((await admin.refused('retentionLift', { id: hold.id, reason: 'x' })).code).toBe('HOLD_LIFTED');
  app.clock.advance(DAY);
  await signAllIn();
  await search();
  expect(await proposalOf(id)).toMatchObject({ state: 'PROPOSED' });
});

test('what is done with a record after its proposal keeps it, and a kept record waits a year', async () => {
  const { id, version } = await due();
  const confirmed = (await admin.call('retentionConfirm', { id, version })).data;
  await draft(staff, { patientID: id });
  expect((await second.refused('retentionApprove', { id, version: confirmed.version })).code).toBe('NOT_DUE');
  const kept = (await second.call('retentionKeep', { id, version: confirmed.version, reason: 'Came back' })).data;
  expect(kept).toMatchObject({ state: 'KEPT', confirmed: null, kept: { reason: 'Came back' } });
  await pass(0.9);
  await search();
  expect(await proposalOf(id)).toMatchObject({ state: 'KEPT' });
});

test('a search takes back what is not due any more', async () => {
  const { id, version } = await due();
  await admin.call('retentionConfirm', { id, version });
  await draft(staff, { patientID: id });
  await pass(0.01);
  await search();
  expect(await proposalOf(id)).toBeUndefined();
});

test('the logs of a record without a certificate stay append-only, whoever asks for their deletion', async () => {
  const { recordID } = await draft(staff);
  const { db } = app.database;
  await expect(sql`delete from timeline where case_id = ${recordID}`.execute(db)).rejects.toThrow('append-only');
  const { organisation_id } = await db.selectFrom('cases').selectAll().where('id', '=', recordID).executeTakeFirstOrThrow();
  await expect(sql`select delete_certified(${organisation_id}, ${recordID})`.execute(db)).rejects.toThrow('no such certificate');
});

test('a certificate deletes the record that two people decided on and what is merged into it, and no other that it names', async () => {
  const { id, version } = await due();
  const other = await one();
  await admin.call('retentionConfirm', { id, version });
  const { db } = app.database;
  const forged = db.transaction().execute(async (trx) => {
    await sql`update retention_proposals set state = 'APPROVED', approved_by = ${other.id} where patient_id = ${id}`.execute(trx);
    const { organisation_id: organisation } = await trx
      .selectFrom('patients')
      .select('organisation_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const named = [id, other.id];
    await sql`insert into deletion_certificates (organisation_id, id, at, patients, chains, content, sha256)
      values (${organisation}, ${other.id}, now(), ${named}::uuid[], ${named}::uuid[], '{}', '')`.execute(trx);
    await sql`select delete_certified(${organisation}, ${other.id})`.execute(trx);
  });
  await expect(forged).rejects.toThrow('no second person has approved this');
});

test('every guard of a log calls the function by which the version before knows it', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select distinct f.proname as name from pg_trigger g join pg_proc f on f.oid = g.tgfoid
    where g.tgname like '%append_only' or g.tgname like '%never_emptied'`.execute(app.database.db);
  expect(rows).toEqual([{ name: 'refuse_change' }]);
});

/** The tables in which a text stands anywhere in a row. */
async function tablesNaming(texts: readonly string[]): Promise<string[]> {
  const { db } = app.database;
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(name)} as t
      where to_jsonb(t)::text like any(${texts.map((text) => `%${text}%`)}::text[])`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
}
