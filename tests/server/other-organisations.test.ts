import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import { draft, handOver, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { A_TEMPLATE, NOBODYS_ID, requestOf } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { columnOf } from './matrix.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});

const table = Object.entries<Call>(calls);

test('another organisation’s ids answer like ids that do not exist, in every call, and nothing of it changes', async () => {
  const { own, sets } = await idsOfDemo();
  const second = await allPowerful();
  const before = await stateOf(own);
  const expected = columnOf('OTH');
  for (const [name, entry] of table.filter(([each]) => expected[each] === 'N')) {
    const named = Object.keys(entriesOf(entry));
    const asked = (ids: Record<string, string>) =>
      app.ask(keyed(requestOf(entry, { token: second.token, ids, fields: { role: 'CLINICIAN' } })));
    const strange = await asked({ organisation: NOBODYS_ID });
    expect([name, strange.status, strange.body.error]).toEqual([name, 404, 'NOT_FOUND']);
    const fitting = sets.filter((ids) => Object.keys(ids).some((each) => named.includes(each)));
    expect(fitting, name).not.toEqual([]);
    for (const ids of fitting) {
      const { status, body } = await asked(ids);
      expect([name, status, { ...body, requestId: '' }]).toEqual([name, 404, { ...strange.body, requestId: '' }]);
    }
  }
  expect(await stateOf(own)).toEqual(before);
  for (const list of [
    await second.call('patientGet', { limit: 100 }),
    await second.call('recordGet', { limit: 100 }),
    await second.call('consentGetAll', { limit: 100 }),
    await second.call('deviceGet', { limit: 100 }),
  ])
    expect(list.data).toMatchObject({ records: [], total: 0 });
  const ofDemo = JSON.stringify([
    await second.call('userAuthoriseList', { limit: 100 }),
    await second.call('roleGet', { limit: 100 }),
    await second.call('securityGet', { limit: 100 }),
    await second.call('userGetClinicians', {}),
    await second.call('subscriptionActiveList', {}),
  ]);
  expect(ofDemo).not.toContain(own);
  expect(ofDemo).not.toContain('@demo.nhs.uk');
});

test('a call of which the table says that it names nothing of others has no such field', () => {
  const expected = columnOf('OTH');
  const naming = table.filter(
    ([name, entry]) =>
      expected[name] === '-' &&
      // Of tickets the ticket itself says which version they reach; open calls know of no organisation.
      !['o', 'T'].includes(columnOf('OUT')[name] ?? '') &&
      ['id', 'consentID', 'recordID', 'patientID', 'request_id', 'caseID', 'procedureID', 'email', 'organisation'].some(
        (each) => each in entriesOf(entry),
      ),
  );
  expect(naming.map(([name]) => name).toSorted()).toEqual([
    'patientCreate',
    'safetyReport',
    'subjectAccessGet',
    'userChangePassword',
    'userUpdate',
  ]);
});

test('the same ids and keys in two organisations are two forms: each is signed, answered and sealed by itself', async () => {
  const second = await allPowerful();
  const [consentID, key] = [randomUUID(), randomUUID()];
  const forms = [];
  for (const caller of [second, staff]) {
    const form = await sent(caller, { consentID });
    const patient = await handOver(app, caller, form);
    const { data } = await patient.call('recordQuestion', { consentID, text: 'Will it hurt?' }, key);
    await caller.call('recordAnswer', { id: data.id, answer: 'A little' });
    forms.push({ caller, form, question: data.id });
  }
  expect(forms[0]!.question).not.toBe(forms[1]!.question);
  for (const { caller, form } of forms) await signAll(app, caller, form);
  await app.doJobs();
  for (const { caller, form } of forms) {
    const { consents } = (await caller.call('recordDetails', { id: form.recordID })).data;
    expect(consents.map(({ sealState, questions }) => [sealState, questions.length])).toEqual([['SEALED', 1]]);
  }
});

/** With a key, without which a GET deletes nothing. */
function keyed(request: InjectOptions): InjectOptions {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}

/** Somebody of the second hospital who may do everything there. */
async function allPowerful(): Promise<Caller & { token: string }> {
  const admin = await signIn(app, 'admin@second.nhs.uk');
  const role = (await admin.call('roleCreate', { name: `Everything ${randomUUID().slice(0, 8)}`, permissions: [...PERMISSIONS] }))
    .data;
  const { email } = await addPerson(app, { like: 'admin@second.nhs.uk' });
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  return signIn(app, email);
}

/** Ids of everything that the demo hospital has, in the fields that name them. */
async function idsOfDemo(): Promise<{ own: string; sets: Record<string, string>[] }> {
  const { db } = app.database;
  const own = (await staff.call('userMe', {})).user.organisation[0]!._id;
  const [version, made] = [await signed(app, staff), await draft(staff)];
  const patient = await handOver(app, staff, { consentID: (await sent(staff)).consentID });
  const { data: question } = await patient.call('recordQuestion', { consentID: patient.details.consent.consentID, text: 'Why?' });
  const device = randomUUID();
  const at = new Date(app.clock.now()).toISOString();
  await db
    .insertInto('devices')
    .values({
      organisation_id: own,
      id: device,
      name: 'Theirs',
      search: 'theirs',
      first_used_at: at,
      last_used_at: at,
      last_user_id: null,
      revoked_at: null,
    })
    .execute();
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const role = (await admin.call('roleCreate', { name: 'Nobody’s', permissions: [] })).data._id;
  const template = (await staff.call('templatesCreate', { name: 'Nobody’s', formType: 'FORM_3', data: [...A_TEMPLATE] })).data;
  const plan = (await admin.call('subscriptionCreate', { name: 'Nobody’s', specialities: [], startDate: '2026-08-01' })).data;
  const of = (recordID: string, consentID: string, patientID: string) => ({
    id: recordID,
    consentID,
    recordID,
    patientID,
    request_id: consentID,
    caseID: recordID,
  });
  return {
    own,
    sets: [
      of(version.recordID, version.consentID, version.patientID),
      of(made.recordID, made.consentID, made.data.patientID),
      { id: version.patientID },
      { id: question.id },
      { id: version.procedures[0]!.procedureID, procedureID: version.procedures[0]!.procedureID },
      { id: device },
      { id: role },
      { _id: template._id },
      { _id: plan._id },
      { email: 'nurse@demo.nhs.uk' },
      { organisation: own },
    ],
  };
}

async function stateOf(organisationId: string): Promise<unknown> {
  const { db } = app.database;
  const rows = (
    name:
      | 'consents'
      | 'patients'
      | 'cases'
      | 'procedures'
      | 'users'
      | 'roles'
      | 'devices'
      | 'templates'
      | 'subscriptions'
      | 'user_subscriptions',
  ) => db.selectFrom(name).selectAll().where('organisation_id', '=', organisationId).execute();
  const events = (name: 'timeline' | 'security_log' | 'mails') =>
    db
      .selectFrom(name)
      .select((has) => has.fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .execute();
  const sorted = (found: readonly unknown[]) => found.map((row) => JSON.stringify(row)).toSorted();
  return {
    consents: sorted(await rows('consents')),
    patients: sorted(await rows('patients')),
    procedures: sorted(await rows('procedures')),
    cases: sorted(await rows('cases')),
    users: sorted(await rows('users')),
    roles: sorted(await rows('roles')),
    devices: sorted(await rows('devices')),
    templates: sorted(await rows('templates')),
    plans: sorted(await rows('subscriptions')),
    given: sorted(await rows('user_subscriptions')),
    events: await Promise.all([events('timeline'), events('security_log'), events('mails')]),
  };
}

function entriesOf(entry: Call): Record<string, unknown> {
  // Every input schema of the table is an object schema.
  return (entry.input as unknown as { entries: Record<string, unknown> }).entries;
}
