import { expect, test } from 'vitest';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let registering: Caller;
const app = useTestApp(async (opened) => {
  registering = await signIn(opened, (await addPerson(opened, { status: 'PENDING_PROFILE' })).email);
  const { db } = opened.database;
  for (const name of ['Żółw 100% Clinic', 'St Demo’s Hospital'])
    await db
      .insertInto('organisations')
      .values({ id: opened.deps.newId(), name, created_at: '2026-08-01T00:00:00.000Z' })
      .execute();
});

const found = async (q: string) => (await registering.call('configSearchOrganisation', { q })).data.map(({ name }) => name);

test('who registers finds an organisation by two letters of its name, in any case and with any marks', async () => {
  expect(await found('se')).toEqual(['Second Demo Hospital']);
  expect(await found('DEMO')).toEqual(['Demo General Hospital', 'Second Demo Hospital', 'St Demo’s Hospital']);
  expect(await found('zolw')).toEqual(['Żółw 100% Clinic']);
  expect(await found("demo's")).toEqual(['St Demo’s Hospital']);
  expect(await found('0%')).toEqual(['Żółw 100% Clinic']);
  expect(await found('%%')).toEqual([]);
});

test('one letter is no search', async () => {
  const { status, body } = await app.ask({
    url: '/api/config/search-organisation?q=%20d%20',
    headers: { authorization: `Bearer ${registering.token}` },
  });
  expect([status, body.fields]).toEqual([400, [{ path: 'q', message: 'The search must be at least 2 characters' }]]);
});

test('the organisation of nobody is on no list', async () => {
  expect(await found('No organisation yet')).toEqual([]);
  const { data } = await registering.call('hospitals', {});
  expect(data.map(({ name }) => name)).toEqual([
    'Demo General Hospital',
    'Second Demo Hospital',
    'St Demo’s Hospital',
    'Żółw 100% Clinic',
  ]);
});

test('the access plans to give are those that run today, of one’s own organisation', async () => {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const own = (await admin.call('subscriptionActiveList', {})).data;
  expect(own.map(({ name, specialities, status }) => ({ name, specialities, status }))).toEqual([
    { name: 'Demo plan, surgery', specialities: ['General surgery', 'Orthopaedics'], status: 'ACTIVE' },
    { name: 'Standard access', specialities: [], status: 'ACTIVE' },
  ]);
  const theirs = (await (await signIn(app, 'admin@second.nhs.uk')).call('subscriptionActiveList', {})).data;
  expect(theirs.map(({ _id }) => _id).filter((id) => own.some(({ _id }) => _id === id))).toEqual([]);
});

test('who has only plans that have ended may read, and nothing else', async () => {
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  const { db } = app.database;
  const plan = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.organisation_id', 's.organisation_id')
    .select(['s.id', 's.organisation_id'])
    .where('u.id', '=', id)
    .where('s.name', '=', 'Demo plan, ended trial')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_subscriptions')
    .values({ organisation_id: plan.organisation_id, user_id: id, subscription_id: plan.id })
    .execute();
  const person = await signIn(app, email);
  expect((await person.call('userMe', {})).user).toMatchObject({
    permissions: ['patients.read', 'consents.read', 'dashboard.read'],
    subscriptions: [{ name: 'Demo plan, ended trial', status: 'ENDED' }],
  });
  await person.call('patientGet', {});
  expect((await person.refused('patientCreate', { firstName: '', lastName: 'Demo', dateOfBirth: '1950-03-14' })).code).toBe(
    'FORBIDDEN',
  );
});
