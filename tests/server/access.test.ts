import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { PERMISSIONS, SEEDED_ROLES } from '#domain/roles.ts';
import { openTestApp, type TestApp } from '#tests/support/app.ts';
import { callerOf, draft, handOver, signed, signIn, type Caller } from '#tests/support/builders.ts';
import { requestOf } from '#tests/support/requests.ts';

let app: TestApp;
let staff: Caller & { token: string };
beforeAll(async () => {
  app = await openTestApp();
  staff = await signIn(app, 'bch@demo.nhs.uk');
});
afterAll(() => app.close());

const table = Object.entries<Call>(calls);
const isOpen = ({ access }: Call) => access.includes('none') || access.includes('token');
const isStaff = (entry: Call) => !isOpen(entry) && entry.access.some((each) => each !== 'ticket');

test('without a token every call but the open ones is refused', async () => {
  for (const [name, entry] of table.filter(([, each]) => !isOpen(each)))
    for (const token of [undefined, 'not-a-token-at-all', `s_${'0'.repeat(43)}`, `t_${'0'.repeat(43)}`]) {
      const { status, body } = await app.ask(requestOf(entry, token === undefined ? {} : { token }));
      expect([name, status, body.error]).toEqual([name, 401, isStaff(entry) ? 'SIGN_IN' : 'TICKET_ENDED']);
    }
});

test('the open calls are these and no others', () => {
  expect(
    table
      .filter(([, each]) => isOpen(each))
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['config', 'consentDetailsByToken', 'documentGet', 'ping', 'userLogin', 'verifyByCode', 'verifyFile'].toSorted());
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

test('each seeded role is admitted to exactly the calls that its permissions name', async () => {
  const emails: Record<string, string> = {
    ADMIN: 'admin',
    BCH_CLINICIAN: 'bch',
    CLINICIAN: 'clinician',
    NURSE: 'nurse',
    HOSPITAL_USER: 'hospital',
    REFERRER: 'referrer',
    READ_ONLY: 'reader',
    AUDITOR: 'auditor',
  };
  const permissions: readonly string[] = PERMISSIONS;
  for (const { key, permissions: held } of SEEDED_ROLES) {
    const { token } = await signIn(app, `${emails[key]}@demo.nhs.uk`);
    for (const [name, entry] of table.filter(
      ([, each]) => isStaff(each) && each.access.some((access) => permissions.includes(access)),
    )) {
      const isAdmitted = entry.access.some((access) => (held as readonly string[]).includes(access));
      const { status } = await app.ask(requestOf(entry, { token }));
      expect([key, name, status === 403]).toEqual([key, name, !isAdmitted]);
    }
  }
});

test('another organisation’s ids answer like ids that do not exist, in every call, and nothing of it changes', async () => {
  const version = await signed(app, staff);
  const made = await draft(staff);
  const patient = await handOver(app, staff, await sentBy(staff));
  const { data: question } = await patient.call('recordQuestion', { consentID: patient.details.consent.consentID, text: 'Why?' });
  const procedure = version.procedures[0]!.procedureID;
  const ids: Record<string, string>[] = [
    {
      id: version.recordID,
      consentID: version.consentID,
      recordID: version.recordID,
      patientID: version.patientID,
      request_id: version.consentID,
    },
    {
      id: made.recordID,
      consentID: made.consentID,
      recordID: made.recordID,
      patientID: made.data.patientID,
      request_id: made.consentID,
    },
    { id: version.patientID },
    { id: question.id },
    { id: procedure },
  ];
  const before = await versionsOf();
  const second = await signIn(app, 'clinician@second.nhs.uk');
  for (const [name, entry] of table.filter(([, each]) => isStaff(each))) {
    // Every input schema of the table is an object schema.
    const { entries } = entry.input as unknown as { entries: object };
    const named = ['id', 'consentID', 'recordID', 'patientID', 'request_id'].filter((each) => each in entries);
    if (named.length === 0) continue;
    for (const each of ids) {
      // An id that a device makes is not another organisation's to know of: it is free here.
      if (name === 'patientCreate') continue;
      const { status, body } = await app.ask(requestOf(entry, { token: second.token, ids: each }));
      expect([name, status, body.error]).toEqual([name, 404, 'NOT_FOUND']);
      const strange = await app.ask(requestOf(entry, { token: second.token }));
      expect({ ...strange.body, requestId: '' }, name).toEqual({ ...body, requestId: '' });
    }
  }
  const organisation = (await staff.call('userMe', {})).user.organisation[0]!._id;
  expect((await second.refused('dashboardInfo', { organisation })).code).toBe('NOT_FOUND');
  expect(await versionsOf()).toEqual(before);
  for (const list of [
    await second.call('patientGet', { limit: 100 }),
    await second.call('recordGet', { limit: 100 }),
    await second.call('consentGetAll', { limit: 100 }),
  ])
    expect(list.data).toMatchObject({ records: [], total: 0 });
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

async function sentBy(by: Caller) {
  const { consentID, version } = await draft(by);
  return (await by.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

async function versionsOf() {
  const { sql } = app.database;
  return Promise.all([
    sql.selectFrom('consents').select(['id', 'version', 'status']).orderBy('id').execute(),
    sql.selectFrom('patients').select(['id', 'version', 'status']).orderBy('id').execute(),
    sql.selectFrom('cases').select(['id', 'version', 'deleted_at']).orderBy('id').execute(),
    sql
      .selectFrom('timeline')
      .select((has) => has.fn.countAll().as('events'))
      .execute(),
  ]);
}
