import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { callerOf, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
let theirs: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
  theirs = await signIn(opened, 'admin@second.nhs.uk');
});

const own = async (caller = admin) => (await caller.call('organisation', {})).data;
const read = async (o?: string) => (await callerOf(app).call('organisationPublic', o === undefined ? {} : { o })).data;
async function save(change: Partial<Input<'organisationUpdate'>>, caller = admin) {
  const { name, address, supportEmail, supportPhone, version } = await own(caller);
  return caller.call('organisationUpdate', { name, address, supportEmail, supportPhone, version, ...change });
}

test('anybody reads telephone, contacts and notice, and no more', async () => {
  const { data } = await save({
    patientPhone: '01632 960200',
    privacyText: 'What we do with your data',
    accessibilityEmail: 'access@demo.nhs.uk',
    safetyContacts: ['safety@demo.nhs.uk'],
  });
  expect(await read(data._id)).toEqual({
    _id: data._id,
    name: 'Demo General Hospital',
    phone: '01632 960200',
    email: app.deps.settings.supportEmail,
    accessibilityEmail: 'access@demo.nhs.uk',
    privacyText: 'What we do with your data',
    privacyUrl: null,
  });
  // Without an id it is the first one, whatever their names are.
  expect(await read()).toEqual(await read(data._id));
  expect(await read((await own(theirs))._id)).toMatchObject({ name: 'Second Demo Hospital' });
  expect((await callerOf(app).refused('organisationPublic', { o: randomUUID() })).code).toBe('NOT_FOUND');
});

test('its own email stands in the place of one about accessibility, and the support telephone in that of patients', async () => {
  await save({ supportEmail: 'help@second.nhs.uk', supportPhone: '01632 960300', patientPhone: null }, theirs);
  expect(await read((await own(theirs))._id)).toMatchObject({
    phone: '01632 960300',
    email: 'help@second.nhs.uk',
    accessibilityEmail: 'help@second.nhs.uk',
  });
});

test('a build before, which sends none of the new details, changes none', async () => {
  const before = await own();
  const { data } = await save({ supportPhone: '01632 960400' });
  expect(data).toEqual({ ...before, supportPhone: '01632 960400', version: before.version + 1 });
});

test('a notice in two ways is refused at its field, also where one of them was there before', async () => {
  const privacyUrl = 'https://www.demo.nhs.uk/privacy';
  const { version, name, address, supportEmail, supportPhone } = await own();
  const refused = await admin.refused('organisationUpdate', { version, name, address, supportEmail, supportPhone, privacyUrl });
  expect(refused.fields).toEqual([{ path: 'privacyUrl', message: 'Enter either the Privacy notice or its address, not both' }]);
  await save({ privacyText: null, privacyUrl });
  expect(await read()).toMatchObject({ privacyText: null, privacyUrl });
});

test('the security log says which details changed', async () => {
  await save({ patientPhone: '01632 960500', safetyContacts: ['other@demo.nhs.uk'] });
  const row = await app.database.db
    .selectFrom('security_log')
    .select('detail')
    .where('type', '=', 'ORGANISATION_CHANGED')
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  expect(row?.detail).toBe('Telephone for patients, Emails for safety problems');
});

test('what is missing before messages may go is told to staff', async () => {
  expect((await own()).setup).toEqual({ missing: [], hadSent: false });
  await save({ privacyUrl: null, patientPhone: null, supportPhone: null });
  expect((await own()).setup).toEqual({ missing: ['PHONE', 'NOTICE'], hadSent: false });
});
