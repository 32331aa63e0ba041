import { DAY } from '#domain/base/limits.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, procedureId, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

const app = useTestApp();
let staff: Caller & { token: string };
let colleague: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
  colleague = await signIn(app, 'bch@demo.nhs.uk');
});

type Form = { readonly recordID: string; readonly consentID: string };
type Side = 'LEFT' | 'RIGHT' | 'BOTH';

const OPEN = /^AMBER Two consents today: LEFT and RIGHT\. Check which is right$/;
const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
const details = async ({ recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;
const newPatient = async (lastName = 'Demo-Twice') => (await staff.call('patientCreate', aPatient({ lastName }))).data.patient.id;

async function list(form: Form, date: string | null, theatre = 'Theatre 1'): Promise<void> {
  const { version } = (await details(form)).record;
  const listed = date === null ? null : ({ date, theatre, listType: 'THEATRE' } as const);
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed });
}

/** A sealed form of a patient's hernia or cataract, listed for a day. */
async function sealed(patientID: string, side: Side, { day = dayIn(0), theatre = 'Theatre 1', search = 'cataract' } = {}) {
  const procedureID = await procedureId(staff, search);
  const form = await signed(app, staff, {
    patientID,
    procedures: [{ procedureID, side, site: search === 'cataract' ? 'eye' : '' }],
  });
  await app.doJobs();
  await list(form, day, theatre);
  return form;
}

async function lightOf({ recordID }: Form, day = dayIn(0)): Promise<string> {
  const { data } = await staff.call('patientListed', { startDate: day, endDate: day });
  const { light, reason } = data.find((each) => each.recordID === recordID)!;
  return `${light} ${reason}`;
}

async function meaning(form: Form) {
  const { record, consents } = await details(form);
  const { version } = consents.find(({ consentID }) => consentID === form.consentID)!;
  const others = (record.sameDay ?? []).flatMap(({ consentID }) => (consentID === form.consentID ? [] : [consentID]));
  return { consentID: form.consentID, version, others, reason: 'Two stages in one list' };
}

test('two sides of one operation: neither row is ready, each case names the other, and it ends where one is taken off', async () => {
  const patientID = await newPatient();
  const left = await sealed(patientID, 'LEFT');
  expect(await lightOf(left)).toBe('GREEN Signed and sealed');
  expect((await details(left)).record.sameDay).toBeUndefined();
  const right = await sealed(patientID, 'RIGHT', { theatre: 'Theatre 9' });
  for (const form of [left, right]) {
    expect(await lightOf(form)).toMatch(OPEN);
    expect((await details(form)).record.sameDay?.map(({ recordID }) => recordID).toSorted()).toEqual(
      [left.recordID, right.recordID].toSorted(),
    );
  }
  await list(right, dayIn(3));
  expect(await lightOf(left)).toBe('GREEN Signed and sealed');
  expect(await lightOf(right, dayIn(3))).toBe('GREEN Signed and sealed');
  await list(left, dayIn(3));
  expect(await lightOf(left, dayIn(3))).toMatch(/^AMBER Two consents on .*: LEFT and RIGHT\. Check which is right$/);
  await list(right, null);
  expect(await lightOf(left, dayIn(3))).toBe('GREEN Signed and sealed');
});

test('the same side twice counts, both sides beside one too, another operation or another patient does not', async () => {
  const patientID = await newPatient();
  const first = await sealed(patientID, 'LEFT');
  const other = await sealed(patientID, 'LEFT', { search: 'hernia' });
  const stranger = await sealed(await newPatient('Demo-Namesake'), 'RIGHT');
  for (const form of [first, other, stranger]) expect(await lightOf(form)).toMatch(/^GREEN/);
  await sealed(patientID, 'LEFT');
  expect(await lightOf(first)).toBe('AMBER Two consents today: LEFT eye and LEFT eye. Check which is right');
  await sealed(patientID, 'BOTH');
  expect(await lightOf(first)).toBe('AMBER Three consents today: BOTH SIDES, LEFT and LEFT. Check which is right');
  expect(await lightOf(other)).toMatch(/^GREEN/);
});

test('a form counts as soon as it is signed, and no more once it is withdrawn or recorded in error', async () => {
  const patientID = await newPatient();
  const left = await sealed(patientID, 'LEFT');
  const procedureID = await procedureId(staff);
  const right = await sent(staff, { patientID, procedures: [{ procedureID, side: 'RIGHT', site: 'eye' }] });
  await list(right, dayIn(0));
  expect(await lightOf(left)).toMatch(/^GREEN/);
  const before = (await pull(staff)).cursor;
  await signAll(app, staff, right);
  expect(await lightOf(left)).toMatch(OPEN);
  // The tablet of the other case learns of it, though nothing of that case was changed.
  const told = (await pull(staff, before)).changes.find(({ entity, id }) => entity === 'listed' && id === left.recordID);
  expect(told?.data).toMatchObject({ light: 'AMBER', sameDay: [{}, {}] });
  await staff.call('recordWithdraw', { consentID: right.consentID, reason: 'Changed her mind' });
  expect(await lightOf(left)).toMatch(/^GREEN/);
  const third = await sealed(patientID, 'RIGHT');
  expect(await lightOf(left)).toMatch(OPEN);
  await staff.call('recordVoid', { consentID: third.consentID, reason: 'Wrong side' });
  expect(await lightOf(left)).toMatch(/^GREEN/);
});

test('records that were merged are one patient', async () => {
  const [kept, double] = [await newPatient(), await newPatient('Demo-Twise')];
  const left = await sealed(kept, 'LEFT');
  await sealed(double, 'RIGHT');
  expect(await lightOf(left)).toMatch(/^GREEN/);
  const { patient } = (await staff.call('patientGetDetails', { id: double })).data;
  const before = (await pull(staff)).cursor;
  await staff.call('patientUpdateStatus', { id: double, version: patient.version, status: 'MERGED', mergedInto: kept });
  expect(await lightOf(left)).toMatch(OPEN);
  // Nothing of the record in use was changed, and yet its tablet learns of it; when the merge is undone as well.
  const { changes, cursor } = await pull(staff, before);
  const told = (among: typeof changes) => among.find(({ entity, id }) => entity === 'listed' && id === left.recordID)?.data;
  expect(told(changes)).toMatchObject({ light: 'AMBER', sameDay: [{}, {}] });
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const merged = (await staff.call('patientGetDetails', { id: double })).data.patient;
  await admin.call('patientUnmerge', { id: double, version: merged.version, reason: 'Two people' });
  expect(await lightOf(left)).toMatch(/^GREEN/);
  expect(told((await pull(staff, cursor)).changes)).toMatchObject({ light: 'GREEN' });
});

test('a clinician says with a reason that both are meant: both rows say so, until another version is in force', async () => {
  const patientID = await newPatient();
  const left = await sealed(patientID, 'LEFT');
  expect((await staff.refused('recordBothMeant', { ...(await meaning(left)), others: [left.consentID] })).code).toBe(
    'MOVE_REFUSED',
  );
  const right = await sealed(patientID, 'RIGHT');
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const body = await meaning(left);
  expect((await nurse.refused('recordBothMeant', body)).code).toBe('FORBIDDEN');
  expect((await staff.refused('recordBothMeant', { ...body, others: [left.consentID] })).code).toBe('VERSION_CONFLICT');
  const key = crypto.randomUUID();
  await staff.call('recordBothMeant', body, key);
  await staff.call('recordBothMeant', body, key);
  for (const form of [left, right])
    expect(await lightOf(form)).toMatch(/^GREEN Signed and sealed\. Two consents today, both meant: checked by Demo Clinician, /);
  expect((await colleague.refused('recordBothMeant', await meaning(right))).code).toBe('MOVE_REFUSED');
  const { timeline } = await details(left);
  expect(timeline.filter(({ type }) => type === 'BOTH_MEANT')).toMatchObject([
    { detail: { reason: body.reason, consents: expect.stringMatching(/LEFT eye; .*RIGHT eye|RIGHT eye; .*LEFT eye/) } },
  ]);
  const { chain } = (await staff.call('recordTimeline', { id: left.recordID })).data;
  expect([chain.ok, await faultsOf(left)]).toEqual([true, []]);
  const { consentID } = await staff.call('recordReconsent', { id: right.recordID, reason: 'A new finding' });
  const opened = (await details(right)).consents.find((each) => each.consentID === consentID)!;
  const complete = { clinicianStatement: { discussed: true, capacity: true } };
  const { version } = (await staff.call('consentUpdate', { consentID, version: opened.version, ...complete })).data;
  await signAll(app, staff, (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data);
  await app.doJobs();
  expect(await lightOf(left)).toMatch(OPEN);
});

test('a word that both are meant which was written into the row is a fault', async () => {
  const patientID = await newPatient();
  const left = await sealed(patientID, 'LEFT');
  const right = await sealed(patientID, 'RIGHT');
  await staff.call('recordBothMeant', await meaning(left));
  await sql`update consents set both_meant = (select both_meant from consents where id = ${left.consentID}) where id = ${right.consentID}`.execute(
    app.database.db,
  );
  expect([await faultsOf(left), await faultsOf(right)]).toEqual([[], ['BOTH_MEANT_CHANGED']]);
});

test('a confirmation given meanwhile turns nothing green', async () => {
  const patientID = await newPatient();
  const left = await sealed(patientID, 'LEFT');
  await sealed(patientID, 'RIGHT');
  await draft(staff, { patientID });
  const found = (await details(left)).consents.find(({ consentID }) => consentID === left.consentID)!;
  const { formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason } = found;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  await staff.call('recordConfirm', {
    consentID: left.consentID,
    statement: statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shownPatient!), interpreting }),
    typedName: 'Demo Clinician',
    answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    capturedAt: new Date(app.clock.now()).toISOString(),
    clockOffset: 0,
  });
  expect(await lightOf(left)).toMatch(OPEN);
});

async function faultsOf({ recordID }: Form) {
  return faultsOfCase(app, recordID);
}
