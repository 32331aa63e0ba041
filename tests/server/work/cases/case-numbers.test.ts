import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { readCursor, writeCursor } from '#server/work/sync/cursor.ts';
import { aPatient, draft, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
});

const numberOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.record.caseNumber ?? '';
const counted = (number: string) => Number(number.slice(2));

test('each case has a number of its own, also after one that was refused, and it stays', async () => {
  const one = await draft(staff);
  const number = await numberOf(one.recordID);
  expect(number).toMatch(/^C-\d{6}$/);
  await expect(staff.call('consentCreate', { patientID: randomUUID(), formType: 'FORM_1' })).rejects.toThrow(
    'This was not found',
  );
  const two = await draft(staff);
  expect(counted(await numberOf(two.recordID))).toBeGreaterThan(counted(number));
  const form = await signed(app, staff);
  const before = await numberOf(form.recordID);
  await staff.call('recordReconsent', { id: form.recordID, reason: 'The other eye' });
  expect(await numberOf(form.recordID)).toBe(before);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from cases group by organisation_id, number
    having count(*) > 1`.execute(app.database.db);
  expect(rows).toEqual([]);
});

test('many cases made at once are counted once each', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const made = await Promise.all(
    Array.from({ length: 12 }, async () =>
      staff.call('consentCreate', { patientID: patient.id, formType: 'FORM_1' }, randomUUID()),
    ),
  );
  const numbers = await Promise.all(made.map(async ({ recordID }) => numberOf(recordID)));
  expect(new Set(numbers).size).toBe(12);
});

test.each(['recordGet', 'consentGetConsents'] as const)('%s finds a case by its number, however it is typed', async (name) => {
  const [one, other] = [await draft(staff), await draft(staff)];
  const number = await numberOf(one.recordID);
  const find = async (search: string) => {
    const { data } = await staff.call(name, { search, limit: 100, ...(name === 'consentGetConsents' && { myConsents: false }) });
    return data.records.map(({ recordID, caseNumber }) => [recordID, caseNumber]);
  };
  for (const search of [number, number.toLowerCase(), number.replace('-', ''), `c${counted(number)}`])
    expect(await find(search)).toEqual([[one.recordID, number]]);
  const { patient } = (await staff.call('recordDetails', { id: one.recordID })).data.record;
  expect(await find(`${number} ${patient.lastName}`)).toEqual([[one.recordID, number]]);
  expect(await find(`${number} Nobodyofthisname`)).toEqual([]);
  expect(await find(`${number} ${await numberOf(other.recordID)}`)).toEqual([]);
});

test('a hospital number that looks like one of a case still finds its patient', async () => {
  const one = await draft(staff);
  const number = await numberOf(one.recordID);
  const { patient } = (await staff.call('patientCreate', aPatient({ hospitalNumber: number.replace('-', '') }))).data;
  const { recordID } = await staff.call('consentCreate', { patientID: patient.id, formType: 'FORM_1' }, randomUUID());
  const { data } = await staff.call('recordGet', { search: number, limit: 100 });
  expect(data.records.map((each) => each.recordID).toSorted()).toEqual([one.recordID, recordID].toSorted());
});

test('a referral is numbered, for its referrer too, and a hospital counts its own', async () => {
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  const { patient } = (await referrer.call('patientCreate', aPatient())).data;
  const to = { speciality: 'Ophthalmology' };
  const referred = await referrer.call('recordRefer', { patientID: patient.id, question: 'Please see', to });
  const ours = referred.data.caseNumber ?? '';
  expect(ours).toMatch(/^C-\d{6}$/);
  const other = await signIn(app, 'clinician@second.nhs.uk');
  const { recordID } = await draft(other);
  const theirs = (await other.call('recordDetails', { id: recordID })).data.record.caseNumber ?? '';
  expect(counted(theirs)).toBeLessThan(counted(ours));
});

test('a tablet gets the number with the case, and those of cases of before once, with its first pull after the update', async () => {
  const one = await draft(staff);
  const number = await numberOf(one.recordID);
  app.clock.advance(DAY);
  staff = await signIn(app);
  const { cursor, changes } = await pull(staff);
  const listing = changes.find(({ entity, id }) => entity === 'listed' && id === one.recordID)?.data;
  expect(listing).toMatchObject({ recordID: one.recordID, caseNumber: number });
  app.clock.advance(DAY);
  staff = await signIn(app);
  const idle = await pull(staff, cursor);
  expect(idle.changes.map(({ id }) => id)).not.toContain(one.recordID);
  const position = readCursor(cursor);
  const ofBefore = writeCursor({ ...position, epoch: position.epoch.split(' ')[0] ?? '' });
  const once = await pull(staff, ofBefore);
  expect(once.changes.map(({ id }) => id)).toContain(one.recordID);
  expect((await pull(staff, once.cursor)).changes.map(({ id }) => id)).not.toContain(one.recordID);
});
