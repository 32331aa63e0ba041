import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { OF_ANOTHER_TEAM } from '#domain/audit/access-log.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { profile } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { importDesk } from '#tests/server/work/imports/desk.ts';
import { rowsOf, sheetDesk } from '#tests/server/work/theatre/sheet-desk.ts';

type Staff = Caller & { token: string };
let surgeon: Staff;
let eyes: Staff;
const app = useTestApp(async (opened) => {
  opened.deps.settings.breakGlass = true;
  surgeon = await signIn(opened);
  eyes = await signIn(opened, 'eyes@demo.nhs.uk');
});

const REASON = 'Emergency admission, on call tonight';
const CONTACT = { emailAddress: 'canary@example.org', phoneNumber: '07700900456', address: '1 Canary Lane' };
/** The refusal of a call whose input no page would send. */
const raw = async ({ token }: Staff, method: 'POST' | 'PUT', path: string, payload: object) =>
  (await app.ask({ method, url: `/api/${path}`, headers: { authorization: `Bearer ${token}` }, payload })).body;
const newPatient = async (lastName: string) =>
  (await surgeon.call('patientCreate', aPatient({ firstName: 'Amber', lastName, ...CONTACT }))).data.patient;

async function csvOfPatients(by: Staff, search: string): Promise<string> {
  const file = await callForFile(calls.exportPatients, { search, format: 'CSV' }, app.wire(by.token));
  return Buffer.from(await file.arrayBuffer()).toString('utf8');
}

test('lists, searches, likely duplicates and exports hold nobody’s contact details where a reason is asked', async () => {
  const patient = await newPatient('Demo-Contact');
  const { firstName, lastName, dateOfBirth } = patient;
  for (const by of [surgeon, eyes]) {
    const shown = [
      await by.call('patientSearch', { search: lastName }),
      await by.call('patientGet', { search: lastName }),
      await csvOfPatients(by, lastName),
    ];
    for (const each of shown) {
      expect(JSON.stringify(each)).toContain(lastName);
      expect(JSON.stringify(each)).not.toMatch(/canary|07700900456/i);
    }
    // Empty fields say that nothing was recorded: the answer says that they were left out.
    expect((await by.call('patientGet', { search: lastName })).data.records).toMatchObject([{ contactHidden: true }]);
  }
  const twin = await eyes.call('patientCreate', aPatient({ firstName, lastName, dateOfBirth }));
  expect(twin.data.possibleDuplicates).toHaveLength(1);
  expect(JSON.stringify(twin.data.possibleDuplicates)).not.toMatch(/canary|07700900456/i);
  const importer = await signIn(app, 'bch@demo.nhs.uk');
  const read = await importDesk(app, importer.token).preview(`Surname,Forename,DOB\n${lastName},${firstName},${dateOfBirth}\n`);
  expect(read.data.map(({ possibleDuplicates, isContactHidden }) => [possibleDuplicates.length > 0, isContactHidden])).toEqual([
    [true, true],
  ]);
  expect(JSON.stringify(read.data)).not.toMatch(/canary|07700900456/i);
  // A record that is opened holds them.
  expect((await surgeon.call('patientGetDetails', { id: patient.id })).data.patient).toMatchObject(CONTACT);
});

test('a file of all patients holds contact details for those alone who may change them', async () => {
  app.deps.settings.breakGlass = false;
  await newPatient('Demo-Exported');
  const reader = await signIn(app, (await addPerson(app, { role: 'READ_ONLY' })).email);
  const [mine, theirs] = [await csvOfPatients(surgeon, 'Demo-Exported'), await csvOfPatients(reader, 'Demo-Exported')];
  app.deps.settings.breakGlass = true;
  expect(mine).toContain(CONTACT.phoneNumber);
  expect(theirs).not.toMatch(/canary|07700900456/i);
  const [headings, row] = papaparse.parse<string[]>(theirs.replace('\uFEFF', '').trimEnd()).data;
  expect(headings).toContain('phoneNumber');
  expect(row).toContain('Demo-Exported');
});

test('a list says of another team’s case whose it is and how far, and neither the operation nor why', async () => {
  const { id } = await newPatient('Demo-Lines');
  const form = await sent(surgeon, { patientID: id });
  const bch = await signIn(app, 'bch@demo.nhs.uk');
  await bch.call('patientBreakGlass', { id, reason: REASON });
  const to = { userId: (await surgeon.call('userMe', {})).user._id };
  await bch.call('recordRefer', { patientID: id, to, question: 'Does it hurt her?' });
  const csvOf = async (by: Staff, of: 'records' | 'consents') => {
    const asked = { search: 'Demo-Lines', format: 'CSV' } as const;
    const file =
      of === 'records'
        ? await callForFile(calls.exportRecords, asked, app.wire(by.token))
        : await callForFile(calls.exportConsents, { ...asked, myConsents: false }, app.wire(by.token));
    return Buffer.from(await file.arrayBuffer()).toString('utf8');
  };
  const linesOf = async (by: Staff) =>
    [
      (await by.call('recordGet', { search: 'Demo-Lines' })).data.records,
      (await by.call('consentGetAll', { search: 'Demo-Lines' })).data.records,
      await csvOf(by, 'records'),
      await csvOf(by, 'consents'),
      (await by.call('recordGet', { search: 'Demo-Lines', referral: 'ALL' })).data.records,
    ].map((list) => JSON.stringify(list));
  const operation = form.procedures[0]?.procedureName ?? '';
  const told = [operation, operation, operation, operation, 'Does it hurt her?'];
  const lists = (lines: readonly string[]) => lines.map((line, at) => line.includes(told[at] ?? ''));
  expect(lists(await linesOf(surgeon))).toEqual([true, true, true, true, true]);
  const before = await linesOf(eyes);
  expect(before[0]).toContain(form.recordID);
  expect(before.map((line) => line.includes(OF_ANOTHER_TEAM))).toEqual([true, true, true, true, true]);
  for (const each of told) expect(before.join(' ')).not.toContain(each);
  await eyes.call('patientBreakGlass', { id, reason: REASON });
  expect(lists(await linesOf(eyes))).toEqual([true, true, true, true, true]);
});

test('a sheet holds the forms of the own team, and of others the line of the list', async () => {
  const patient = await newPatient('Demo-Sheet');
  const form = await sent(surgeon, { patientID: patient.id });
  const desk = (by: Staff) => sheetDesk(app, () => by);
  await desk(surgeon).list(form.recordID, 9);
  const rowOf = async (by: Staff) => (await rowsOf(await desk(by).sheet(9))).find((row) => String(row[1]).includes('Demo-Sheet'));
  const [own, other] = [await rowOf(surgeon), await rowOf(eyes)];
  expect(String(own?.[0])).not.toBe('');
  expect(other?.[0] ?? '').toBe('');
  expect(other?.[1]).toBe(own?.[1]);
  const pack = async (by: Staff) => textOf(await desk(by).sheet(9, 'PDF'));
  const [mine, theirs] = [await pack(surgeon), await pack(eyes)];
  expect(mine).not.toContain('Another team’s form');
  expect(theirs).toContain('Another team’s form');
  // The form itself is printed behind the list.
  expect(theirs.length).toBeLessThan(mine.length / 2);
  await eyes.call('patientBreakGlass', { id: patient.id, reason: REASON });
  expect(String((await rowOf(eyes))?.[0])).not.toBe('');
});

test('nobody becomes one of a team without a reason: not by a referral, a merge, a listing or another speciality', async () => {
  const { data, recordID } = await draft(surgeon);
  const id = data.patientID;
  const { version } = (await surgeon.call('recordDetails', { id: recordID })).data.record;
  const { patient: own } = (await eyes.call('patientCreate', aPatient())).data;
  const me = (await eyes.call('userMe', {})).user;
  const ways = [
    () => eyes.refused('recordUpdate', { recordID, version, clinicianID: me._id }),
    () => eyes.refused('patientUpdateStatus', { id: own.id, version: own.version, status: 'MERGED', mergedInto: id }),
    () =>
      eyes.refused('recordUpdate', {
        recordID,
        version,
        listed: { date: localDate(app.clock.now() + DAY, 'Europe/London'), theatre: null, listType: 'THEATRE' },
      }),
  ];
  for (const ask of ways) {
    const { code, data: said } = await ask();
    expect([code, said]).toEqual(['REASON_NEEDED', { patientID: id }]);
  }
  const person = await addPerson(app, { role: 'CLINICIAN', like: 'eyes@demo.nhs.uk' });
  const joining = await signIn(app, person.email);
  const change = await profile(app);
  expect((await joining.refused('userUpdate', change)).fields).toEqual([
    { path: 'reason', message: expect.stringMatching(/Say why$/) },
  ]);
  expect((await raw(joining, 'PUT', 'user/update', { ...change, reason: '\u200B'.repeat(12) })).fields?.[0]?.path).toBe('reason');
  await joining.call('userUpdate', { ...change, reason: REASON });
  const line = await app.database.db
    .selectFrom('security_log')
    .select('detail')
    .where('type', '=', 'PROFILE_CHANGED')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(line.detail).toMatch(new RegExp(`to Urology: ${REASON}$`));
  // The same speciality needs none.
  await joining.call('userUpdate', change);
});

test('a reason has ten characters that show something', async () => {
  const { id } = await newPatient('Demo-Ten');
  for (const reason of ['too short', '\u200B'.repeat(10), `${'\u2060'.repeat(20)}nine char`, '          '])
    expect((await raw(eyes, 'POST', 'patient/breakGlass', { id, reason })).fields).toEqual([
      { path: 'reason', message: 'Give a reason of at least 10 characters' },
    ]);
  await eyes.call('patientBreakGlass', { id, reason: 'ten chars!!' });
});
