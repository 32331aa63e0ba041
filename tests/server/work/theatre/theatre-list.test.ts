import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { THEATRE_CASES_MOST, THEATRE_DAYS_MOST } from '#contract/theatre.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { multiply } from '#tests/support/server/many-rows.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
const list = async (recordID: string, listed: Input<'recordUpdate'>['listed']) => {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed });
};
const read = async (input: Partial<Input<'patientListed'>> = {}, by: Caller = staff) =>
  by.call('patientListed', { startDate: dayIn(0), endDate: dayIn(7), ...input });

test('a list stands in the order of day, theatre and name, with patient, procedure, side, surgeon and light', async () => {
  const made = [];
  for (const [lastName, theatre, days] of [
    ['Beech', 'Theatre 2', 1],
    ['Ash', 'Theatre 2', 1],
    ['Cedar', null, 1],
    ['Elm', 'Theatre 1', 1],
    ['Fir', 'Theatre 9', 0],
  ] as const) {
    const { patient } = (await staff.call('patientCreate', aPatient({ lastName, emailAddress: 'canary@example.org' }))).data;
    const { recordID } = await draft(staff, { patientID: patient.id });
    await list(recordID, { date: dayIn(days), theatre, listType: 'THEATRE' });
    made.push({ recordID, lastName });
  }
  const answer = await read();
  expect(answer.data.map(({ patient }) => patient.lastName)).toEqual(['Fir', 'Elm', 'Ash', 'Beech', 'Cedar']);
  expect(Date.parse(answer.asOf)).toBe(app.clock.now());
  expect(answer.data[1]).toMatchObject({
    recordID: made[3]!.recordID,
    caseNumber: (await staff.call('recordDetails', { id: made[3]!.recordID })).data.record.caseNumber,
    theatre: 'Theatre 1',
    procedure: expect.stringContaining('ataract'),
    clinician: { name: 'Demo Clinician' },
    signedAt: null,
    light: 'RED',
    reason: 'No consent yet',
    onDay: { light: 'RED' },
    refusals: [],
  });
  expect(answer.data[0]?.onDay).toBeNull();
  expect(JSON.stringify(answer)).not.toContain('canary');
});

test('the list and the clinician are filters, and days outside do not count', async () => {
  const { recordID } = await draft(staff);
  await list(recordID, { date: dayIn(20), theatre: null, listType: 'CLINIC' });
  const days = { startDate: dayIn(20), endDate: dayIn(20) };
  const idsOf = async (input: Partial<Input<'patientListed'>>) => (await read(input)).data.map((each) => each.recordID);
  expect(await idsOf(days)).toEqual([recordID]);
  expect(await idsOf({ ...days, listType: 'CLINIC' })).toEqual([recordID]);
  expect(await idsOf({ ...days, listType: 'THEATRE' })).toEqual([]);
  expect(await idsOf({ startDate: dayIn(21), endDate: dayIn(22) })).toEqual([]);
  const me = (await staff.call('userMe', {})).user._id;
  expect(await idsOf({ ...days, clinician: me })).toEqual([recordID]);
  expect(await idsOf({ ...days, clinician: crypto.randomUUID() })).toEqual([]);
  const other = await signIn(app, 'bch@demo.nhs.uk');
  const operator = (await other.call('userMe', {})).user._id;
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, clinicianID: operator });
  expect(await idsOf({ ...days, clinician: operator })).toEqual([recordID]);
  expect(await idsOf({ ...days, clinician: me })).toEqual([]);
});

test('refusals, a missing interpreter and the age of a signature are told', async () => {
  const { patient } = (
    await staff.call(
      'patientCreate',
      aPatient({ communication: { language: 'pl', interpreterNeeded: true, format: 'STANDARD' } }),
    )
  ).data;
  const form = await draft(staff, { patientID: patient.id, refusals: ['Whole blood'] });
  await list(form.recordID, { date: dayIn(30), theatre: 'Theatre 3', listType: 'THEATRE' });
  const days = { startDate: dayIn(30), endDate: dayIn(30) };
  expect((await read(days)).data[0]).toMatchObject({
    refusals: ['Whole blood'],
    interpreter: { needed: true, language: 'Polish', named: false },
  });
  const done = await signed(app, staff);
  await app.doJobs();
  await list(done.recordID, { date: dayIn(90), theatre: 'Theatre 3', listType: 'THEATRE' });
  const later = { startDate: dayIn(90), endDate: dayIn(90) };
  const [row] = (await read(later)).data;
  expect(row).toMatchObject({
    light: 'GREEN',
    reason: 'Signed and sealed',
    onDay: { light: 'AMBER', reason: 'Signed 90 days ago: confirm on the day' },
  });
  expect(row?.signedAt).not.toBeNull();
});

test('a form that is out, and one withdrawn', async () => {
  const out = await sent(staff);
  const gone = await signed(app, staff);
  for (const { recordID } of [out, gone]) await list(recordID, { date: dayIn(40), theatre: 'Theatre 1', listType: 'THEATRE' });
  await staff.call('recordWithdraw', { consentID: gone.consentID, reason: 'Changed her mind' });
  const rows = (await read({ startDate: dayIn(40), endDate: dayIn(40) })).data;
  expect(rows.find(({ recordID }) => recordID === out.recordID)).toMatchObject({
    light: 'AMBER',
    reason: 'Nobody has signed yet',
  });
  expect(rows.find(({ recordID }) => recordID === gone.recordID)).toMatchObject({
    light: 'RED',
    reason: 'The consent is withdrawn',
  });
});

test('days out of order, too many days and too many cases are refused in words; another hospital sees nothing', async () => {
  const refused = async (input: Partial<Input<'patientListed'>>) =>
    staff.refused('patientListed', { startDate: dayIn(0), endDate: dayIn(0), ...input });
  expect(await refused({ endDate: dayIn(-1) })).toMatchObject({
    code: 'INVALID',
    fields: [{ path: 'endDate', message: 'The end date must not be before the start date' }],
  });
  expect((await refused({ endDate: dayIn(THEATRE_DAYS_MOST) })).code).toBe('INVALID');
  expect((await read({ endDate: dayIn(THEATRE_DAYS_MOST - 1) })).data.length).toBeGreaterThan(0);
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  expect((await read({ endDate: dayIn(90) }, stranger)).data).toEqual([]);
  const { recordID } = await draft(staff);
  await list(recordID, { date: dayIn(50), theatre: null, listType: 'WAITING' });
  await multiply(app.database.db, recordID, THEATRE_CASES_MOST, false);
  expect((await refused({ startDate: dayIn(50), endDate: dayIn(50) })).fields?.[0]?.message).toBe(
    'More than 500 cases are listed. Choose fewer days, or one list.',
  );
});

test('what was recorded of another patient by mistake is on no list', async () => {
  const { recordID, consentID } = await draft(staff, { refusals: ['Blood of others'] });
  await list(recordID, { date: dayIn(70), theatre: null, listType: 'THEATRE' });
  const days = { startDate: dayIn(70), endDate: dayIn(70) };
  expect((await read(days)).data).toMatchObject([
    { procedure: expect.stringContaining('ataract'), refusals: ['Blood of others'] },
  ]);
  const admin = await signIn(app, 'bch@demo.nhs.uk');
  await admin.call('recordVoid', { consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  for (const by of [staff, admin])
    expect((await read(days, by)).data).toMatchObject([{ recordID, procedure: '', side: null, procedures: [], refusals: [] }]);
  // A version of this patient that was voided for another reason is still told.
  const own = await draft(staff, { refusals: ['Blood of others'] });
  await list(own.recordID, { date: dayIn(71), theatre: null, listType: 'THEATRE' });
  await admin.call('recordVoid', { consentID: own.consentID, reason: 'Cancelled', kind: 'OTHER' });
  const others = (await read({ startDate: dayIn(71), endDate: dayIn(71) })).data;
  expect(others).toMatchObject([{ procedure: expect.stringContaining('ataract'), refusals: ['Blood of others'] }]);
});

test('a signed form that names another than the record is green on no list, and red where it may be another person’s', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ lastName: 'Oldname', nhsNumber: null }))).data;
  const { recordID } = await signed(app, staff, { patientID: patient.id });
  await list(recordID, { date: dayIn(2), theatre: null, listType: 'THEATRE' });
  let { version } = patient;
  const change = async (fields: object) => {
    version = (await staff.call('patientUpdate', { id: patient.id, version, ...fields })).data.version;
    const row = (await read()).data.find((each) => each.recordID === recordID);
    const { record } = (await staff.call('recordDetails', { id: recordID })).data;
    const listed = { date: dayIn(2), theatre: `Theatre ${version}`, listType: 'THEATRE' } as const;
    const { listing } = await staff.call('recordUpdate', { recordID, version: record.version, listed });
    return { list: [row?.light, row?.reason], onDay: row?.onDay?.light, tablet: listing };
  };
  const otherName = 'The signed form names another name or birth date';
  expect(await change({ lastName: 'OLD NAME' })).not.toMatchObject({ list: [expect.anything(), otherName] });
  expect(await change({ lastName: 'Newname' })).toMatchObject({
    list: ['AMBER', otherName],
    onDay: 'AMBER',
    tablet: { light: 'AMBER', reason: otherName },
  });
  const other = 'The signed form may be another person’s';
  expect(await change({ dateOfBirth: '1951-04-15' })).toMatchObject({
    list: ['RED', other],
    onDay: 'RED',
    tablet: { light: 'RED', reason: other },
  });
});
