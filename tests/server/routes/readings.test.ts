import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type CallName } from '#contract/calls.ts';
import type { AccessRow } from '#server/data/audit/access-log.ts';
import { READ_RULES } from '#server/http/read-rules.ts';
import { aPatient, draft, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { requestOf } from '#tests/support/server/requests.ts';
import { storedFile } from '#tests/support/server/stored-file.ts';
import { pull, registerTablet } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

/** The lines that `act` leaves. */
async function linesOf(act: () => Promise<unknown>): Promise<AccessRow[]> {
  const { db } = app.database;
  const before = new Set((await db.selectFrom('access_log').select('id').execute()).map(({ id }) => id));
  await act();
  const all = await db.selectFrom('access_log').selectAll().orderBy('at').orderBy('seq').execute();
  return all.filter(({ id }) => !before.has(id));
}

/** A session of its own: the readings of another session are not remembered for it. */
const newReader = async (email = 'nurse@demo.nhs.uk') => signIn(app, email);

/** A referral, its file, a scan, an import and whom a form names have tests of their own; a preview needs its form, a copy a tablet. */
const APART: ReadonlySet<string> = new Set([
  'recordFormIdentity',
  'recordAttachment',
  'recordScanPage',
  'recordReferralGet',
  'patientImport',
  'recordPdf',
  'syncChanges',
]);

test('each call of the table leaves its line, with who, on what, and from where', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  const { consentID, recordID, patientID } = form;
  const ids = { consentID, recordID, request_id: consentID, caseID: recordID };
  const reader = await newReader('bch@demo.nhs.uk');
  const names = Object.keys(READ_RULES) as CallName[];
  const left = new Map<string, AccessRow[]>();
  for (const name of names) {
    if (APART.has(name)) continue;
    // Administrators alone make these, below.
    if (name.startsWith('retention') || name.startsWith('subjectAccess')) continue;
    const id = name.startsWith('patient') ? patientID : recordID;
    const request = requestOf(calls[name], { token: reader.token, ids: { ...ids, id }, fields: { kind: 'SIGNED' } });
    const lines = await linesOf(async () => expect([name, (await app.ask(request)).status]).toEqual([name, 200]));
    left.set(name, lines);
  }
  const told = Object.fromEntries([...left].map(([name, lines]) => [name, lines.map(({ act }) => act).join()]));
  expect(told).toEqual({
    patientGetDetails: 'OPENED',
    patientHistory: 'OPENED',
    recordDetails: 'OPENED',
    recordTimeline: 'OPENED',
    messagesList: 'OPENED',
    recordPdfGetter: 'DOCUMENT',
    consentGetPrivateUrl: 'DOCUMENT',
    consentDownload: 'DOCUMENT',
    patientGetBundle: '',
    patientSearch: 'LIST',
    patientGet: 'LIST',
    patientListed: 'LIST',
    recordGet: 'LIST',
    recordNeeds: 'LIST',
    consentGetAll: 'LIST',
    consentGetConsents: 'LIST',
  });
  for (const line of [...left.values()].flat()) {
    expect(line).toMatchObject({ actor: 'Demo Lead', address: '127.0.0.1', device_id: null });
    expect(line.patient_id).toBe(line.act === 'LIST' ? null : patientID);
  }
});

test('a list is one line with the number of its rows, and never the words that were searched for', async () => {
  const reader = await newReader();
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const lines = await linesOf(() => reader.call('patientGet', { search: patient.lastName, status: 'ACTIVE', limit: 100 }));
  expect(lines.map(({ detail }) => detail)).toEqual(['1 line, page 1, by a search, status ACTIVE']);
  expect(JSON.stringify(lines)).not.toContain(patient.lastName);
  const [all] = await linesOf(() => reader.call('patientGet', { limit: 100 }));
  expect(Number(all!.detail.split(' ')[0])).toBeGreaterThan(20);
});

test('records that are due and legal holds name patients: each list leaves its line', async () => {
  const admin = await newReader('admin@demo.nhs.uk');
  const [due] = await linesOf(() => admin.call('retentionProposals', { status: 'KEPT' }));
  expect(due).toMatchObject({ act: 'LIST', call: 'retentionProposals', detail: '0 lines, page 1, status KEPT' });
  const [holds] = await linesOf(() => admin.call('retentionHolds', {}));
  expect(holds).toMatchObject({ act: 'LIST', call: 'retentionHolds', detail: '0 lines, page 1' });
  const [copies] = await linesOf(() => admin.call('subjectAccessGet', {}));
  expect(copies).toMatchObject({ act: 'LIST', call: 'subjectAccessGet', detail: expect.stringMatching(/^\d+ lines?, page 1/) });
});

test('what a screen asks again by itself is one reading for ten minutes; another session, record or call is another', async () => {
  const [one, two] = [await draft(staff), await draft(staff)];
  const reader = await newReader();
  const open = (by: Caller, id: string) => by.call('recordDetails', { id });
  const lines = await linesOf(() => Promise.all([1, 2, 3, 4, 5].map(async () => open(reader, one.recordID))));
  expect(lines).toHaveLength(1);
  expect(await linesOf(() => open(reader, two.recordID))).toHaveLength(1);
  expect(await linesOf(() => reader.call('recordTimeline', { id: one.recordID }))).toHaveLength(1);
  const other = await newReader();
  expect(await linesOf(() => open(other, one.recordID))).toHaveLength(1);
  app.clock.advance(10 * 60_000);
  expect(await linesOf(() => open(reader, one.recordID))).toHaveLength(1);
});

test('a document is logged when its address is given, and again when it is fetched, which names nobody', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  const lines = await linesOf(() => storedFile(app, staff, { consentID: form.consentID, kind: 'SIGNED' }));
  expect(lines.map(({ call, actor, patient_id, detail }) => [call, actor, patient_id, detail])).toEqual([
    ['consentGetPrivateUrl', 'Demo Clinician', form.patientID, 'SIGNED'],
    ['documentGet', null, form.patientID, 'SIGNED'],
  ]);
  // Each download is a line, however soon it follows another.
  const twice = await linesOf(async () => {
    for (let nth = 0; nth < 2; nth += 1)
      await callForFile(calls.consentDownload, { request_id: form.consentID }, app.wire(staff.token));
  });
  expect(twice).toHaveLength(2);
});

test('what a tablet copies for work without a network is a line for each record, with the tablet', async () => {
  const tablet = await registerTablet(await newReader('clinician@demo.nhs.uk'));
  const { data } = await draft(tablet);
  const lines = await linesOf(() => pull(tablet));
  expect(new Set(lines.map(({ act, device_id }) => `${act} ${device_id}`))).toEqual(new Set([`COPIED ${tablet.deviceId}`]));
  expect(lines.filter(({ patient_id }) => patient_id === data.patientID)).toHaveLength(1);
});

test('a refused reading leaves no line, and a reading that cannot be logged has no answer', async () => {
  const reader = await newReader();
  const { recordID } = await draft(staff);
  const second = await signIn(app, 'admin@second.nhs.uk');
  expect(await linesOf(() => second.refused('recordDetails', { id: recordID }))).toEqual([]);
  const { db } = app.database;
  const hide = async (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
  await hide('access_log', 'no_log');
  try {
    expect((await reader.refused('recordDetails', { id: recordID })).status).toBe(500);
  } finally {
    await hide('no_log', 'access_log');
  }
  // It is not remembered as logged.
  expect(await linesOf(() => reader.call('recordDetails', { id: recordID }))).toHaveLength(1);
});

test('what a call changes says who made it, on which tablet and from where; what the server does by itself says nothing', async () => {
  const tablet = await registerTablet(await newReader('clinician@demo.nhs.uk'));
  const form = await signed(app, tablet);
  await app.doJobs();
  const events = await app.database.db.selectFrom('timeline').selectAll().where('case_id', '=', form.recordID).execute();
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'clinician@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  const of = (type: string) => events.filter((each) => each.type === type);
  // A handover has a transaction of its own: its answer is a secret, and not stored under a key.
  for (const { user_id, device_id, address } of [...of('CASE_CREATED'), ...of('CONSENT_SENT'), ...of('HANDOVER_STARTED')]) {
    expect([user_id, device_id, address]).toEqual([id, tablet.deviceId, '127.0.0.1']);
  }
  expect(of('SEALED')).toMatchObject([{ user_id: null, device_id: null, address: null }]);
  const [change] = await app.database.db
    .selectFrom('patient_changes')
    .selectAll()
    .where('patient_id', '=', form.patientID)
    .execute();
  expect(change).toMatchObject({ address: '127.0.0.1', device_id: tablet.deviceId });
});
