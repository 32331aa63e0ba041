import 'fake-indexeddb/auto';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { serialize } from 'node:v8';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { test } from 'vitest';
import { openHeadsFile } from '#server/outside/heads-file.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { createConsent, createPatient, saveDraft, updatePatient, withdrawConsent } from '#tests/store/app-calls.ts';
import { consentDesk } from '#tests/server/work/imports/consent-desk.ts';
import {
  draft,
  handOver,
  inked,
  procedureId,
  sent,
  signed,
  templateId,
  testNhsNumber,
  typed,
} from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv } from '#tests/support/people/consent-files.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { databaseUrl } from '#tests/support/server/database.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { serverLightsOf, tabletLightsOf, tabletNeedsOf } from '#tests/support/tablet/shown-lights.ts';
import { storedDatabases } from '#tests/support/tablet/stored-database.ts';

// RECORD_KEPT=2026-12-24-1200 npx vitest run --project server tests/server/record-filled.test.ts: fills a hospital and a tablet with cases
// in every state, as this build stores them, for the tests of all later builds. The name is the moment of the build.
const build = process.env['RECORD_KEPT'];
const BORN = '1950-03-14';
const TODAY = '2026-08-06';
const LISTED = { date: TODAY, theatre: 'Theatre 1', listType: 'THEATRE' as const };

type Tablet = Awaited<ReturnType<typeof joinedTablet>>;
type Case = { readonly recordID: string; readonly consentID: string; readonly patientID: string };

test.runIf(build !== undefined)('a hospital and a tablet are filled and stored', { timeout: 500_000 }, async () => {
  const app = await openTestApp();
  try {
    const tablet = await joinedTablet(app, 'cataract');
    const { store, staff } = tablet;
    const cases = await filled(app, tablet);
    const { user } = await staff.call('userMe', {});
    await tablet.pull();
    const heads = openHeadsFile(app.deps.dataDir, app.deps.chainKey);
    await recordHeadsOnce(app.deps, heads);
    const online = { onServer: await serverLightsOf(staff, TODAY), onTablet: await tabletLightsOf(store, TODAY) };
    const needs = await tabletNeedsOf(store);
    await queued(app, tablet, cases);
    const waiting = await store.db.ops.count();
    const shown = {
      ...online,
      needs,
      waiting,
      withQueue: { onTablet: await tabletLightsOf(store, TODAY), needs: await tabletNeedsOf(store) },
    };
    store.db.close();
    store.device.close();
    const wanted = new Set([store.db.name, store.device.name]);
    const stored = {
      at: app.clock.now(),
      dump: await dumpOf(app),
      files: filesIn(app.deps.dataDir),
      deviceId: store.deviceId,
      device: store.device.name,
      owner: { userId: user._id, email: user.email, organisationId: user.organisation[0]!._id },
      databases: await storedDatabases((name) => wanted.has(name)),
    };
    const target = (kind: string) => path.join(import.meta.dirname, `../fixtures/filled-${build}.${kind}`);
    fs.writeFileSync(target('br'), brotliCompressSync(serialize(stored), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }));
    fs.writeFileSync(target('json'), `${JSON.stringify(shown, null, 2)}\n`);
  } finally {
    await app.close();
  }
});

/** Listed cases in every state, each named after it. */
async function filled(app: TestApp, { staff }: Tablet): Promise<Map<string, Case>> {
  const cases = new Map<string, Case>();
  const patient = async (state: string, change: object = {}) => {
    const person = { firstName: 'Amber', lastName: `Demo-Kept-${state}`, dateOfBirth: BORN, ...change };
    return (await staff.call('patientCreate', person)).data.patient;
  };
  const list = async (recordID: string, change: object = {}) => {
    const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
    await staff.call('recordUpdate', { recordID, version, listed: LISTED, ...change }, randomUUID());
  };
  const add = async (state: string, make: (patientID: string) => Promise<{ recordID: string; consentID: string }>) => {
    const { id: patientID } = await patient(state);
    const { recordID, consentID } = await make(patientID);
    await list(recordID);
    const made = { recordID, consentID, patientID };
    cases.set(state, made);
    return made;
  };
  const sealed = (state: string) => add(state, (patientID) => signed(app, staff, { patientID }));
  const answered = (state: string) => add(state, (patientID) => signedWithAnswers(app, staff, patientID));
  await answered('Sealed');
  const due = await answered('Due');
  const renamed = await answered('Renamed');
  // Documents are most of what is stored: the other signed forms wait for theirs.
  await app.doJobs();
  await sealed('Taken-Back-Offline');
  await sealed('Newer-Open');
  await add('Draft', (patientID) => draft(staff, { patientID }));
  await add('Sent', (patientID) => sent(staff, { patientID }));
  const half = await add('Half', (patientID) => sent(staff, { patientID }));
  const halfPatient = await handOver(app, staff, half);
  await halfPatient.call('recordIdentity', { consentID: half.consentID, confirmed: true });
  await halfPatient.call('recordSign', inked(halfPatient.details));
  const asked = await add('Question', (patientID) => sent(staff, { patientID }));
  const asker = await handOver(app, staff, asked);
  await asker.call('recordQuestion', { consentID: asked.consentID, text: 'May I eat before?' });
  const wrong = await add('Wrong-Details', (patientID) => sent(staff, { patientID }));
  await (await handOver(app, staff, wrong)).call('recordIdentity', { consentID: wrong.consentID, confirmed: false });
  const declined = await add('Declined', (patientID) => sent(staff, { patientID }));
  await (await handOver(app, staff, declined)).call('recordDecline', { consentID: declined.consentID, reason: 'No' });
  await answered('Unsealed');
  const withdrawn = await sealed('Withdrawn');
  await staff.call('recordWithdraw', { consentID: withdrawn.consentID, reason: 'I will wait' });
  const voided = await sealed('Voided');
  await staff.call('recordVoid', { consentID: voided.consentID, reason: 'Another side' });
  await ended(staff, { answered, sealed });
  await ofOtherRecords(app, staff, { patient, list, add });
  await staff.call('recordReopen', { id: cases.get('Newer-Open')!.recordID, reason: 'Another wording' });
  const { records } = (await staff.call('userGetClinicians', {})).data;
  const { user } = await staff.call('userMe', {});
  await list(due.recordID, { clinicianID: records.find(({ _id }) => _id !== user._id)!._id });
  const { version } = (await staff.call('patientGetDetails', { id: renamed.patientID })).data.patient;
  await staff.call('patientUpdate', { id: renamed.patientID, version, firstName: 'Ambrosia' });
  return cases;
}

/** As `signed`, with an answer about blood: without one a form is left open. */
async function signedWithAnswers(app: TestApp, staff: Tablet['staff'], patientID: string) {
  const version = await sent(staff, { patientID });
  const { consentID } = version;
  const reader = await handOver(app, staff, { consentID });
  const additionalChoices = reader.details.consent.additionalChoices.map((choice) =>
    choice.id === 'blood' ? { ...choice, answer: 'ACCEPT' as const } : choice,
  );
  const { contentDigest } = (await reader.call('recordAnswers', { consentID, additionalChoices })).data;
  const signer = await handOver(app, staff, { consentID });
  await signer.call('recordSign', inked(signer.details));
  await staff.call('recordSign', typed({ ...version, contentDigest }));
  return version;
}

type Ending = {
  readonly answered: (state: string) => Promise<Case>;
  readonly sealed: (state: string) => Promise<Case>;
};

/** Operations that were done, one of them taken back afterwards, and a case that does not go ahead; the tablet is to end another. */
async function ended(staff: Tablet['staff'], { answered, sealed }: Ending): Promise<void> {
  const done = await answered('Done');
  const takenBack = await sealed('Done-Taken-Back');
  const closed = await sealed('Closed');
  await answered('Done-Offline');
  for (const { recordID: id } of [done, takenBack]) await staff.call('recordDone', { id, on: TODAY }, randomUUID());
  await staff.call('recordWithdraw', { consentID: takenBack.consentID, reason: 'I was not asked' });
  await staff.call('recordClose', { id: closed.recordID, reason: 'HOSPITAL' }, randomUUID());
}

type Making = {
  readonly patient: (
    state: string,
    change?: object,
  ) => Promise<{ id: string; version: number; nhsNumber?: string | null | undefined; dateOfBirth: string }>;
  readonly list: (recordID: string) => Promise<void>;
  readonly add: (state: string, make: (patientID: string) => Promise<{ recordID: string; consentID: string }>) => Promise<Case>;
};

/** Patients alike, merged and deceased, and consents of another system. */
async function ofOtherRecords(app: TestApp, staff: Tablet['staff'], { patient, list, add }: Making): Promise<void> {
  await add('Alike', (patientID) => sent(staff, { patientID }));
  await patient('Alike');
  const merged = await add('Merged', (patientID) => sent(staff, { patientID }));
  const survivor = await patient('Survivor');
  await staff.call('patientUpdateStatus', { id: merged.patientID, version: 1, status: 'MERGED', mergedInto: survivor.id });
  const deceased = await add('Deceased', (patientID) => sent(staff, { patientID }));
  await staff.call('patientUpdateStatus', { id: deceased.patientID, version: 1, status: 'DECEASED' });
  const imported = await patient('Imported', { nhsNumber: testNhsNumber(701) });
  const desk = consentDesk(app, staff.token ?? '');
  const file = consentsCsv([aConsent({ ...imported, nhsNumber: imported.nhsNumber ?? '' })]);
  const { digest } = (await desk.preview(file)).data.file;
  const done = await desk.commit(file, { digest, key: randomUUID() });
  await list(done.data.recordData[0]?.recordID ?? '');
}

/** All that the tablet has not sent: a confirmation, an operation that was done, a withdrawal, a change of a patient, a draft, and a form that was signed on it. */
async function queued(app: TestApp, tablet: Tablet, cases: ReadonlyMap<string, Case>): Promise<void> {
  const { store, staff } = tablet;
  const { consentID } = cases.get('Due')!;
  await tablet.confirm(consentID);
  await enqueue(store, { call: 'recordDone', input: { id: cases.get('Done-Offline')!.recordID, on: TODAY } });
  await withdrawConsent(store, cases.get('Taken-Back-Offline')!.consentID, 'I will wait');
  await updatePatient(store, cases.get('Sent')!.patientID, { phoneNumber: '02079460004' });
  const patientID = await createPatient(store, { firstName: 'Amber', lastName: 'Demo-Kept-Draft-Offline', dateOfBirth: BORN });
  const drafted = await createConsent(store, { patientID, formType: 'FORM_1' });
  const procedureID = await procedureId(staff);
  await saveDraft(store, drafted.consentID, { templateID: await templateId(staff), procedures: [{ procedureID, side: 'LEFT' }] });
  const form = await tablet.send('FORM_1', { born: BORN });
  await tablet.sign(form, { role: 'PATIENT' });
  await tablet.signAsClinician(form);
}

async function dumpOf({ database }: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const url = databaseUrl(process.env['ASSENT_TEST_POSTGRES'] ?? '', rows[0]?.name ?? '');
  const parameters = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', '--no-comments', url];
  const dump = execFileSync('pg_dump', parameters, { maxBuffer: 2 ** 28 }).toString();
  // Commands of psql are no SQL.
  return dump.replaceAll(/^\\.*$/gm, '');
}

/** The keys of the server and its file of heads, without mails. */
function filesIn(folder: string): Record<string, Uint8Array> {
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    files
      .filter((name) => !name.startsWith('mail'))
      .map((name) => [name, new Uint8Array(fs.readFileSync(path.join(folder, name)))]),
  );
}
