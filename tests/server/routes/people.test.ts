import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { callerOf, DEMO_PASSWORD, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

const listed = async (filter: Input<'userAuthoriseList'>) =>
  (await admin.call('userAuthoriseList', { limit: 100, ...filter })).data.records;

test('the list shows those who wait first, finds by name and address, and by state and role', async () => {
  await addPerson(app, { status: 'PENDING_APPROVAL', firstName: 'Żaneta', lastName: 'Łoś', wish: 'AUDITOR' });
  await addPerson(app, { role: 'READ_ONLY', firstName: 'Hundred%', lastName: 'Percent' });
  const all = await listed({});
  const states = all.map(({ status }) => status);
  expect(states.lastIndexOf('PENDING_APPROVAL')).toBeLessThan(states.findIndex((each) => each !== 'PENDING_APPROVAL'));
  expect(all.every(({ organisation }) => organisation[0]?.name === 'Demo General Hospital')).toBe(true);
  const names = async (filter: Input<'userAuthoriseList'>) => (await listed(filter)).map(({ lastName }) => lastName);
  expect(await names({ search: 'zaneta LOS' })).toEqual(['Łoś']);
  expect(await names({ search: 'eyes@demo' })).toEqual(['Eyes']);
  expect(await names({ search: '%' })).toEqual(['Percent']);
  expect(await names({ search: '_' })).toEqual([]);
  expect(await names({ search: 'second.nhs.uk' })).toEqual([]);
  expect(await names({ role: 'auditor' })).toEqual(['Łoś', 'Auditor']);
  expect(await names({ role: 'AUDITOR', status: 'ACTIVE' })).toEqual(['Auditor']);
  expect(await names({ status: 'suspended', search: 'demo' })).toContain('Suspended');
  const page = (await admin.call('userAuthoriseList', { page: 2, limit: 3, search: 'demo' })).data;
  expect(page).toMatchObject({ page: 2, limit: 3, pages: Math.ceil(page.total / 3) });
  expect(page.records).toEqual((await listed({ search: 'demo' })).slice(3, 6));
  expect((await admin.call('userAuthoriseList', { page: 2, limit: 3 })).data.records).toEqual(all.slice(3, 6));
  const wrong = await app.ask({
    url: '/api/user/authoriseList?status=SLEEPING',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.fields[0].message).toContain('PENDING_APPROVAL, ACTIVE, SUSPENDED, EXPIRED, REJECTED, ALL');
});

test('somebody whose date has passed is shown as EXPIRED, is out, and may be suspended or let in again', async () => {
  const { email } = await addPerson(app, { role: 'NURSE', expiryDate: '2026-08-05' });
  expect(await listed({ search: email })).toMatchObject([{ status: 'EXPIRED', permissions: [] }]);
  expect(await listed({ search: email, status: 'EXPIRED' })).toHaveLength(1);
  expect(await listed({ search: email, status: 'ACTIVE' })).toEqual([]);
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('NOT_ACTIVATED');
  expect(
    (await admin.call('userAuthorise', { email, roleID: await roleId(admin, 'NURSE'), expiryDate: '2027-08-06' })).data.status,
  ).toBe('ACTIVE');
  expect(await listed({ search: email })).toMatchObject([{ lastMail: { kind: 'APPROVED' } }]);
  await signIn(app, email);
});

test('an answer about people holds nothing that signs anybody in', async () => {
  const { text } = await app.ask({
    url: '/api/user/authoriseList?limit=100',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(text).not.toMatch(/argon2|hash|secret|token/i);
});
