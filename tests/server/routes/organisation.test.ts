import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { logOf, profile } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
let theirs: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
  theirs = await signIn(opened, 'admin@second.nhs.uk');
});

const own = async (caller = admin) => (await caller.call('organisation', {})).data;
const details = { address: '1 Demo Lane\nDemotown', supportEmail: 'help@demo.nhs.uk', supportPhone: '01632 960001' };
const logged = async (type: string) =>
  app.database.db
    .selectFrom('security_log')
    .select(['actor', 'subject', 'detail'])
    .where('type', '=', type as 'LOGO_CHANGED')
    .orderBy('seq', 'desc')
    .executeTakeFirst();

test('an administrator changes the details, everybody reads them, and the change is in the log', async () => {
  const before = await own();
  expect(before).toMatchObject({ name: 'Demo General Hospital', address: '', supportEmail: null, logo: null, isFirst: true });
  const saved = await admin.call('organisationUpdate', { name: 'Demo Royal', ...details, version: before.version });
  expect(saved).toEqual({
    message: 'Organisation saved',
    data: { ...before, name: 'Demo Royal', ...details, version: before.version + 1 },
  });
  expect(await own(await signIn(app, 'nurse@demo.nhs.uk'))).toEqual(saved.data);
  expect(await logged('ORGANISATION_CHANGED')).toEqual({
    actor: 'Demo Administrator',
    subject: 'Demo Royal',
    detail: 'before Demo General Hospital, Address, Support email, Support phone',
  });
});

test('a stale version changes nothing and brings the present details', async () => {
  const { version, ...before } = await own();
  const stale = { name: 'Mine', ...details, version: version - 1 };
  expect(await admin.refused('organisationUpdate', stale)).toMatchObject({
    status: 409,
    code: 'VERSION_CONFLICT',
    data: { current: { ...before, version } },
  });
  expect(await own()).toMatchObject({ version });
});

test('two saves at once make one change', async () => {
  const { version } = await own();
  const save = (name: string) =>
    admin.call('organisationUpdate', { name, ...details, version }).then(
      () => 'saved',
      ({ code }: { code: string }) => code,
    );
  expect((await Promise.all([save('One Hospital'), save('Other Hospital')])).toSorted()).toEqual(['VERSION_CONFLICT', 'saved']);
});

test('the name of another organisation is refused in any case, and the own one is kept', async () => {
  const { version } = await own();
  const taken = { name: 'second demo HOSPITAL', ...details, version };
  expect((await admin.refused('organisationUpdate', taken)).fields).toEqual([
    { path: 'name', message: 'An organisation with this name already exists' },
  ]);
  await admin.call('organisationUpdate', { ...taken, name: 'Demo General Hospital' });
});

test('specialities and grades are added, renamed and ended, and each is in the log', async () => {
  const made = (await admin.call('specialityCreate', { name: 'Dermatology' })).data;
  expect(made).toMatchObject({ name: 'Dermatology', isEnded: false });
  expect(await admin.refused('specialityCreate', { name: 'DERMATOLOGY' })).toMatchObject({
    fields: [{ path: 'name', message: 'A speciality with this name already exists' }],
  });
  const { _id } = made;
  const ended = await admin.call('specialityUpdate', { _id, name: 'Skin', ended: true });
  expect(ended).toEqual({ message: 'List saved', data: { _id, name: 'Skin', isEnded: true } });
  expect(await logged('SPECIALITY_CHANGED')).toMatchObject({ subject: 'Skin', detail: 'before Dermatology, ended' });
  const offered = async () => (await admin.call('config', {})).specialities.map(({ name }) => name);
  expect(await offered()).not.toContain('Skin');
  expect((await admin.call('specialityList', {})).data).toContainEqual(ended.data);
  await admin.call('specialityUpdate', { _id, name: 'Skin', ended: false });
  expect(await offered()).toContain('Skin');
  const grade = (await admin.call('gradeCreate', { name: 'Wizard' })).data;
  expect((await admin.call('config', {})).grades).toContain('Wizard');
  await admin.call('gradeUpdate', { _id: grade._id, name: 'Wizard', ended: true });
  expect((await admin.call('config', {})).grades).not.toContain('Wizard');
  expect(await logged('GRADE_CHANGED')).toMatchObject({ subject: 'Wizard', detail: 'ended' });
  expect((await admin.refused('gradeUpdate', { _id: randomUUID(), name: 'Nobody' })).code).toBe('NOT_FOUND');
});

test('who has an ended grade and speciality keeps them; nobody else may choose them', async () => {
  const grade = (await admin.call('gradeCreate', { name: 'Fellow' })).data;
  const { _id: specialityID } = (await admin.call('specialityCreate', { name: 'Audiology' })).data;
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  const person = await signIn(app, email);
  const { organisation } = (await person.call('userMe', {})).user;
  const input = {
    ...(await profile(app)),
    organisation: organisation.map(({ _id }) => _id),
    grade: 'Fellow',
    speciality: 'Audiology',
    specialityID,
  };
  await person.call('userUpdate', input);
  // A speciality opens the records of its teams: the security log names both.
  expect((await logOf(app, email)).filter(({ type }) => type === 'PROFILE_CHANGED').map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^Speciality from .+ to Audiology$/),
  ]);
  await admin.call('gradeUpdate', { _id: grade._id, name: 'Clinical fellow' });
  expect((await person.call('userMe', {})).user).toMatchObject({ grade: 'Clinical fellow' });
  await admin.call('gradeUpdate', { _id: grade._id, name: 'Clinical fellow', ended: true });
  await admin.call('specialityUpdate', { _id: specialityID, name: 'Audiology', ended: true });
  await person.call('userUpdate', { ...input, grade: 'Clinical fellow', phoneNumber: '01632960009' });
  const other = await signIn(app, (await addPerson(app, { role: 'CLINICIAN' })).email);
  expect((await other.refused('userUpdate', input)).fields).toEqual([
    { path: 'specialityID', message: 'The Speciality must be one of those offered' },
  ]);
  const { speciality, specialityID: open } = await profile(app);
  for (const wrong of ['Clinical fellow', 'Nobody'])
    expect((await other.refused('userUpdate', { ...input, speciality, specialityID: open, grade: wrong })).fields).toEqual([
      { path: 'grade', message: 'The Grade must be one of those offered' },
    ]);
});

test('a second organisation changes its own details and plans, and none of the lists that all share', async () => {
  expect(await own(theirs)).toMatchObject({ isFirst: false });
  const refused = async (pending: Promise<{ code: string; message: string }>) =>
    expect(await pending).toMatchObject({
      code: 'FORBIDDEN',
      message: 'All organisations share this. Only administrators of the first organisation can change it.',
    });
  const [entry] = (await theirs.call('specialityList', {})).data;
  const _id = entry!._id;
  await refused(theirs.refused('specialityCreate', { name: 'Taken' }));
  await refused(theirs.refused('specialityUpdate', { _id, name: 'Taken' }));
  await refused(theirs.refused('gradeCreate', { name: 'Taken' }));
  await refused(theirs.refused('gradeUpdate', { _id, name: 'Taken' }));
  await refused(theirs.refused('organisationsList', {}));
  await refused(theirs.refused('organisationsCreate', { name: 'Taken', administratorEmail: 'first@taken.nhs.uk' }));
  await refused(theirs.refused('organisationsUpdate', { _id: (await own())._id, name: 'Taken' }));
  const { version, name } = await own(theirs);
  await theirs.call('organisationUpdate', { name, ...details, version });
  await theirs.call('subscriptionCreate', { name: 'Theirs', specialities: [], startDate: '2026-08-01' });
});

test('an access plan is made, changed and ended; those of others do not exist', async () => {
  const fields = { name: 'Eye clinic', specialities: ['Ophthalmology'], startDate: '2026-08-01', endDate: null };
  const made = await admin.call('subscriptionCreate', fields);
  expect(made).toMatchObject({ message: 'Access plan created', data: { ...fields, status: 'ACTIVE' } });
  const { _id } = made.data;
  expect((await admin.call('subscriptionActiveList', {})).data.map(({ name }) => name)).toContain('Eye clinic');
  const ended = { ...fields, name: 'Eye clinic 2026', endDate: '2026-08-05' };
  expect((await admin.call('subscriptionUpdate', { _id, ...ended })).data).toEqual({ _id, ...ended, status: 'ENDED' });
  expect((await admin.call('subscriptionActiveList', {})).data.map(({ name }) => name)).not.toContain('Eye clinic 2026');
  expect((await admin.call('subscriptionList', {})).data.map(({ name }) => name)).toContain('Eye clinic 2026');
  expect(await logged('PLAN_CHANGED')).toMatchObject({
    subject: 'Eye clinic 2026',
    detail: 'before Eye clinic, from 1 August 2026 to 5 August 2026',
  });
  for (const id of [_id, randomUUID()])
    expect((await theirs.refused('subscriptionUpdate', { _id: id, ...ended, name: 'Mine' })).code).toBe('NOT_FOUND');
  const faults = async (change: object) =>
    (await admin.refused('subscriptionCreate', { ...fields, name: 'Other', ...change })).fields;
  expect(await faults({ specialities: ['Witchcraft'] })).toEqual([
    { path: 'specialities.0', message: 'The Speciality must be one of those offered' },
  ]);
  expect(await faults({ name: 'eye CLINIC 2026' })).toEqual([
    { path: 'name', message: 'An access plan with this name already exists' },
  ]);
});

test('a renamed speciality has its new name in the access plans of all', async () => {
  const entry = (await admin.call('specialityCreate', { name: 'Cardiology' })).data;
  for (const caller of [admin, theirs])
    await caller.call('subscriptionCreate', { name: 'Hearts', specialities: ['Urology', 'Cardiology'], startDate: '2026-08-01' });
  await admin.call('specialityUpdate', { _id: entry._id, name: 'Heart medicine' });
  for (const caller of [admin, theirs])
    expect((await caller.call('subscriptionList', {})).data.find(({ name }) => name === 'Hearts')?.specialities).toEqual([
      'Urology',
      'Heart medicine',
    ]);
});
