import { expect, test } from 'vitest';
import { callerOf, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});

test('a token counts in the Authorization header alone', async () => {
  const { token } = staff;
  for (const request of [
    { url: `/api/user/me?token=${token}` },
    { url: '/api/user/me', headers: { cookie: `token=${token}` } },
    { url: '/api/user/me', headers: { authorization: token } },
    { url: '/api/user/me', headers: { authorization: `Basic ${token}` } },
    { url: '/api/user/me', headers: { 'x-token': token } },
  ])
    expect((await app.ask(request)).status).toBeOneOf([400, 401]);
});

test('another organisation’s library is not this one’s: its procedure goes on no consent here', async () => {
  const second = await signIn(app, 'clinician@second.nhs.uk');
  const theirs = (await second.call('procedureGet', { search: 'cataract' })).data.records[0]!.procedureID;
  expect((await staff.refused('procedureGetDetails', { id: theirs })).status).toBe(404);
  const { patientID } = (await draft(staff)).data;
  expect(
    (await staff.refused('consentCreate', { patientID, formType: 'FORM_1', procedures: [{ procedureID: theirs }] })).fields,
  ).toMatchObject([{ path: 'procedures.0.procedureID' }]);
});

test('a referrer sees only whom they entered themselves', async () => {
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  const made = await draft(staff);
  const { records } = (await referrer.call('patientGet', { limit: 100 })).data;
  expect(records.map(({ id }) => id)).not.toContain(made.data.patientID);
  expect((await referrer.refused('patientGetDetails', { id: made.data.patientID })).status).toBe(404);
  expect((await referrer.refused('recordDetails', { id: made.recordID })).status).toBe(404);
  const own = await draft(referrer);
  expect((await referrer.call('recordDetails', { id: own.recordID })).data.record.status).toBe('DRAFT');
  expect(
    (await referrer.refused('consentSend', { consentID: own.consentID, version: own.version, channel: 'DEVICE' })).code,
  ).toBe('FORBIDDEN');
});

test('only those who may sign are clinicians to choose from', async () => {
  const { data } = await callerOf(app, staff.token).call('userGetClinicians', {});
  expect(data.records.map(({ email }) => email).toSorted()).toEqual([
    'bch@demo.nhs.uk',
    'clinician@demo.nhs.uk',
    'eyes@demo.nhs.uk',
  ]);
});
