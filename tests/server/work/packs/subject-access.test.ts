import fs from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { makePack } from '#server/work/packs/make-pack.ts';
import { deleteEndedPacks } from '#server/work/packs/delete-ended.ts';
import { aPatient, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, allSign, draft2 } from '#tests/support/forms/form-2.ts';
import { allLines, downloaded, packRows, packText, releasedPack } from '#tests/support/packs/open-pack.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Staff = Caller & { token: string };
let staff: Staff;
let first: Staff;
let second: Staff;
const app = useTestApp(async (opened) => {
  const person = await addPerson(opened, { role: 'ADMIN' });
  opened.clock.advance(8 * DAY);
  staff = await signIn(opened);
  first = await signIn(opened, 'admin@demo.nhs.uk');
  second = await signIn(opened, person.email);
});

const one = async (change: Parameters<typeof aPatient>[0] = {}) =>
  (await staff.call('patientCreate', aPatient(change))).data.patient;
const create = async (patientID: string, forWhom: 'PATIENT' | 'PARENT' = 'PATIENT') =>
  (await first.call('subjectAccessCreate', { patientID, reason: 'Asked for by letter', for: forWhom })).data;
const packOf = async (id: string) => {
  const found = (await first.call('subjectAccessGet', { limit: 100 })).data.records.find((each) => each.id === id);
  if (found === undefined) throw new Error('There is no such pack');
  return found;
};

/** A patient with a sealed form, on which a colleague has left words. */
async function withForm() {
  const patient = await one();
  const form = await signed(app, staff, { patientID: patient.id });
  await app.doJobs();
  await staff.call('patientUpdate', { id: patient.id, version: 1, restricted: true, reason: 'Quetzal beats him' });
  return { patient, form };
}

test('a pack is gathered, reviewed by one, released by another, and holds every document, the bundle, the index and roles for names', async () => {
  const { patient, form } = await withForm();
  await staff.call('recordDetails', { id: form.recordID });
  const { id, state } = await create(patient.id);
  expect(state).toBe('PREPARING');
  expect((await first.refused('subjectAccessRelease', { id })).code).toBe('PACK_NOT_REVIEWED');
  await app.doJobs();
  const drafted = await packOf(id);
  expect(drafted).toMatchObject({ state: 'DRAFT', mayRelease: false });
  expect(drafted.openLines).toBe(drafted.lines);
  const lines = await allLines(first, id);
  expect(lines.map(({ words }) => words).join('\n')).toContain('Quetzal beats him');
  expect((await second.refused('subjectAccessRelease', { id })).code).toBe('PACK_NOT_REVIEWED');
  await expect(downloaded(app, second, { id, part: 1 })).rejects.toThrow('PACK_NOT_REVIEWED');
  const about = lines.filter(({ words }) => words.includes('Quetzal')).map((line) => line.id);
  const others = lines.map((line) => line.id).filter((each) => !about.includes(each));
  await first.call('subjectAccessDecide', { id, lines: about, decision: 'WITHHOLD', reason: 'It would harm somebody' });
  if (others.length > 0)
    await first.call('subjectAccessDecide', { id, lines: others, decision: 'KEEP', reason: 'About the patient' });
  expect((await first.refused('subjectAccessRelease', { id })).code).toBe('ANOTHER_PERSON');
  expect((await second.call('subjectAccessRelease', { id })).data.state).toBe('RELEASED');
  expect((await second.refused('subjectAccessRelease', { id })).code).toBe('MOVE_REFUSED');
  expect((await first.refused('subjectAccessDecide', { id, lines: about, decision: 'KEEP', reason: 'Again' })).code).toBe(
    'MOVE_REFUSED',
  );
  await app.doJobs();
  expect(await packOf(id)).toMatchObject({ state: 'READY', parts: [{ number: 1 }] });

  const files = unzipSync(await downloaded(app, second, { id, part: 1 }));
  expect(
    Buffer.from(files['index.pdf'] ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(Object.keys(files).filter((name) => name.startsWith('documents/documents/'))).toHaveLength(1);
  const stored = await app.database.db.selectFrom('documents').select('bytes').where('consent_id', '=', form.consentID).execute();
  const [document = new Uint8Array()] = Object.entries(files).flatMap(([name, bytes]) =>
    name.startsWith('documents/documents/') ? [bytes] : [],
  );
  expect(stored.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual([Buffer.from(document).toString('hex')]);
  const bundle = JSON.parse(Buffer.from(files['record.fhir.json'] ?? []).toString('utf8')) as { entry: object[] };
  expect(bundle.entry.length).toBeGreaterThan(3);
  const words = packText(files);
  expect(words).not.toContain('Quetzal');
  expect(packRows(files, 'access_log').length).toBeGreaterThan(0);
  expect(packRows(files, 'access_log').every((row) => typeof row['role'] === 'string' && !('actor' in row))).toBe(true);
  // The role is a word of the account’s name in the demo hospital.
  expect(Buffer.from(files['readings.csv'] ?? []).toString()).not.toContain('Demo Clinician');
  expect(packRows(files, 'cases')[0]).toMatchObject({ clinician_id: expect.stringMatching(/linician/) });
  const log = await app.database.db
    .selectFrom('security_log')
    .select(['type', 'subject'])
    .where('subject', '=', `patient ${patient.recordID}`)
    .execute();
  expect(log.map(({ type }) => type)).toEqual(['PACK_ASKED', 'PACK_DECIDED', 'PACK_DECIDED', 'PACK_RELEASED', 'RECORD_EXPORTED']);
});

test('what comes to a record after its review waits for people once more, and what they decided stays', async () => {
  const { patient } = await withForm();
  const { id } = await create(patient.id);
  await app.doJobs();
  const lines = (await allLines(first, id)).map((line) => line.id);
  await first.call('subjectAccessDecide', { id, lines, decision: 'KEEP', reason: 'Looked at' });
  await second.call('subjectAccessRelease', { id });
  const { version } = (await staff.call('patientGetDetails', { id: patient.id })).data.patient;
  await staff.call('patientUpdate', { id: patient.id, version, restricted: false, reason: 'Kanarienvogel says so' });
  await app.doJobs();
  // The history of the details has it, and the timeline of the case.
  const open = (await allLines(first, id)).filter(({ decision }) => decision === null);
  expect(open.map(({ words }) => words)).toEqual(['Reason: Kanarienvogel says so', 'Reason: Kanarienvogel says so']);
  expect(await packOf(id)).toMatchObject({ state: 'DRAFT', openLines: 2, lines: lines.length + 2, released: null });
});

test('of a young person who keeps a form from parents nothing of it goes to a parent, and all of it to themself', async () => {
  const { consentID, recordID } = await draft2(staff, { ...allSign(), child: aChild({ tellParents: 'NO' }) });
  const patientID = (await staff.call('recordDetails', { id: recordID })).data.record.patient.id;
  const kept = await releasedPack(app, { first, second }, { patientID });
  expect(packText(kept.files)).toContain(consentID);
  const { id } = await create(patientID, 'PARENT');
  await app.doJobs();
  expect((await allLines(first, id)).map(({ kind }) => kind)).toContain('YOUNG');
  const withheld = await releasedPack(
    app,
    { first, second },
    { patientID, forWhom: 'PARENT', withhold: (kind) => kind === 'YOUNG' },
  );
  expect(packText(withheld.files)).not.toContain(consentID);
  expect(packText(withheld.files)).not.toContain(recordID);
});

test('other people on a form are left out where that is decided, with the files that print them', async () => {
  const { recordID } = await draft2(staff, allSign());
  const patientID = (await staff.call('recordDetails', { id: recordID })).data.record.patient.id;
  const [adult] = allSign().parents ?? [];
  const kept = await releasedPack(app, { first, second }, { patientID });
  expect(packText(kept.files)).toContain(adult?.emailAddress ?? adult?.name);
  const withheld = await releasedPack(
    app,
    { first, second },
    { patientID, withhold: (kind) => kind === 'PEOPLE' || kind === 'CONTACT' },
  );
  for (const table of ['consents', 'recipients', 'signatures', 'links'])
    expect(JSON.stringify(packRows(withheld.files, table))).not.toContain(adult?.name);
});

test('a large pack is several ZIPs, each whole by itself', async () => {
  const { patient } = await withForm();
  const { id } = await create(patient.id);
  await app.doJobs();
  const lines = (await allLines(first, id)).map((line) => line.id);
  await first.call('subjectAccessDecide', { id, lines, decision: 'KEEP', reason: 'Looked at' });
  await second.call('subjectAccessRelease', { id });
  const { organisation_id: organisationId } = await app.database.db
    .selectFrom('subject_packs')
    .select('organisation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await makePack({ organisationId, id }, app.deps, 20_000);
  const { parts } = await packOf(id);
  expect(parts.length).toBeGreaterThan(1);
  const names = new Set<string>();
  for (const { number, bytes } of parts) {
    const part = await downloaded(app, second, { id, part: number });
    expect(part.length).toBe(bytes);
    for (const name of Object.keys(unzipSync(part))) names.add(name);
  }
  expect([...names]).toEqual(expect.arrayContaining(['index.pdf', 'record.fhir.json', 'data/patients.json']));
});

test('parts lie sealed on the disk, an altered one gives nothing out, and after 30 days nothing opens them', async () => {
  const { patient } = await withForm();
  const { id } = await releasedPack(app, { first, second }, { patientID: patient.id });
  const folder = path.join(app.deps.dataDir, 'packs');
  const { file } = await app.database.db
    .selectFrom('subject_pack_parts')
    .select('file')
    .where('pack_id', '=', id)
    .executeTakeFirstOrThrow();
  const sealed = fs.readFileSync(path.join(folder, file));
  expect(sealed.includes(Buffer.from(patient.lastName))).toBe(false);
  expect(sealed.subarray(0, 2).toString()).not.toBe('PK');
  expect(fs.statSync(path.join(folder, file)).mode & 0o077).toBe(0);
  app.clock.advance(31 * DAY);
  [staff, first] = [await signIn(app), await signIn(app, 'admin@demo.nhs.uk')];
  await deleteEndedPacks(app.deps);
  expect(await packOf(id)).toMatchObject({ state: 'ENDED', parts: [] });
  await expect(downloaded(app, first, { id, part: 1 })).rejects.toThrow('MOVE_REFUSED');
  const row = await app.database.db
    .selectFrom('subject_packs')
    .select('sealed_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.sealed_key).toBeNull();
  expect((await allLines(first, id)).every(({ words }) => words === '')).toBe(true);
  fs.utimesSync(path.join(folder, file), new Date(0), new Date(0));
  await deleteEndedPacks(app.deps);
  expect(fs.existsSync(path.join(folder, file))).toBe(false);
});

test('copies of a patient of another organisation are answered as those of nobody', async () => {
  const elsewhere = await signIn(app, 'admin@second.nhs.uk');
  const patient = await one();
  expect((await elsewhere.refused('subjectAccessGet', { patientID: patient.id })).code).toBe('NOT_FOUND');
  expect((await elsewhere.call('subjectAccessGet', {})).data.total).toBe(0);
});

test('only whoever has the right sees packs, and a clinician has not', async () => {
  const patient = await one();
  expect((await staff.refused('subjectAccessCreate', { patientID: patient.id, reason: 'For me', for: 'PATIENT' })).code).toBe(
    'FORBIDDEN',
  );
  expect((await staff.refused('subjectAccessGet', {})).code).toBe('FORBIDDEN');
});
