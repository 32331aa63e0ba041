import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { json } from '#server/data/json.ts';
import { aPatient, callerOf, draft, handOver, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { inputOf, NOBODYS_ID, requestOf } from '#tests/support/server/requests.ts';
import { pull, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let surgeon: Caller & { token: string };
const app = useTestApp(async (opened) => {
  opened.deps.settings.breakGlass = true;
  surgeon = await signIn(opened);
});

/** A word in each part of a record that no list holds. */
const CANARY = /canary|07700900456/i;
const REASON = 'Emergency admission, on call tonight';
const FORM = { mattersToMe: 'A canary in the ward' };
const NAMING = ['id', 'consentID', 'recordID', 'patientID', 'request_id', 'caseID', 'otherId', 'mergedInto', 'patient', 'key'];
const table = Object.entries<Call>(calls);
const entriesOf = ({ input }: Call) => Object.keys((input as unknown as { entries: Record<string, unknown> }).entries);
const isOfStaff = ({ access }: Call) => !access.every((each) => ['none', 'ticket', 'token', 'registering'].includes(each));

/** A signed form, one that is out with a question, and a draft, of one patient; and every way to name them. */
async function aRecord() {
  const { patient } = (
    await surgeon.call(
      'patientCreate',
      aPatient({ emailAddress: 'canary@example.org', phoneNumber: '07700900456', address: '1 Canary Lane' }),
    )
  ).data;
  const of = { patientID: patient.id, ...FORM };
  const forms = [await signed(app, surgeon, of), await sent(surgeon, of), await draft(surgeon, of)];
  await app.doJobs();
  const holder = await handOver(app, surgeon, { consentID: forms[1]?.consentID ?? '' });
  const { data: question } = await holder.call('recordQuestion', {
    consentID: forms[1]?.consentID ?? '',
    text: 'Is that a canary?',
  });
  const bch = await signIn(app, 'bch@demo.nhs.uk');
  await bch.call('patientBreakGlass', { id: patient.id, reason: REASON });
  const to = { userId: (await surgeon.call('userMe', {})).user._id };
  const { recordID: referred } = (await bch.call('recordRefer', { patientID: patient.id, to, question: 'Does a canary sing?' }))
    .data;
  const { version } = (await surgeon.call('recordDetails', { id: forms[0]?.recordID ?? '' })).data.record;
  const date = localDate(app.clock.now() + DAY, 'Europe/London');
  const listed = { date, theatre: 'Theatre 1', listType: 'THEATRE' } as const;
  await surgeon.call('recordUpdate', { recordID: forms[0]?.recordID ?? '', version, listed });
  const sets = forms.map(({ recordID, consentID }) => ({
    id: recordID,
    consentID,
    recordID,
    patientID: patient.id,
    request_id: consentID,
    caseID: recordID,
  }));
  const others = [
    { id: patient.id, mergedInto: patient.id, otherId: patient.id },
    { id: question.id },
    { id: referred, recordID: referred },
  ];
  return { patient, sets: [...sets, ...others] as Record<string, string>[] };
}

/** People of another team, one who may do everything, and those whose view is another one. */
async function outsiders() {
  const { db } = app.database;
  const model = await db.selectFrom('roles').selectAll().where('key', '=', 'ADMIN').limit(1).executeTakeFirstOrThrow();
  const like = 'eyes@demo.nhs.uk';
  const { organisation_id } = await db.selectFrom('users').selectAll().where('email', '=', like).executeTakeFirstOrThrow();
  const everything = { key: 'EVERYTHING', name: 'Everything', permissions: json([...PERMISSIONS]), is_seeded: false };
  await db
    .insertInto('roles')
    .values({ ...model, ...everything, id: randomUUID(), organisation_id })
    .onConflict((on) => on.doNothing())
    .execute();
  const people = [];
  for (const role of ['EVERYTHING', 'READ_ONLY', 'REFERRER', 'AUDITOR'])
    people.push({ role, ...(await signIn(app, (await addPerson(app, { role, like })).email)) });
  return people;
}

async function stateOf(patientID: string) {
  const { db } = app.database;
  const cases = await db.selectFrom('cases').selectAll().where('patient_id', '=', patientID).orderBy('id').execute();
  const ids = cases.map(({ id }) => id);
  return {
    cases,
    patient: await db.selectFrom('patients').selectAll().where('id', '=', patientID).execute(),
    consents: await db.selectFrom('consents').selectAll().where('case_id', 'in', ids).orderBy('id').execute(),
    events: await db.selectFrom('timeline').select(['id', 'type']).where('case_id', 'in', ids).orderBy('id').execute(),
  };
}

type Outsider = Awaited<ReturnType<typeof outsiders>>[number];
type About = Awaited<ReturnType<typeof aRecord>>;

/** More in an answer than the contract says that it holds; undefined where there is none. Lines of the own team say what is planned. */
function beyond({ holds }: Call, { status, text }: { status: number; text: string }, lastName: string): string | undefined {
  const held = status < 400 ? holds.answer : holds.refusals;
  return held === 'nothing' && (CANARY.test(text) || text.includes(lastName)) ? 'holds patient data, not nothing' : undefined;
}

type Asking = { readonly fields?: Readonly<Record<string, unknown>> };

/** Makes every call of the contract about a record as this person. @returns each answer */
async function askEach({ token }: { token: string }, { patient, sets }: About, { fields = {} }: Asking = {}) {
  const asked = table.filter(
    ([name, entry]) =>
      isOfStaff(entry) &&
      name !== 'patientBreakGlass' &&
      (entry.method === 'GET' || entriesOf(entry).some((each) => NAMING.includes(each))),
  );
  const answers = [];
  for (const [name, entry] of asked) {
    const fitting = sets.filter((ids) => Object.keys(ids).some((each) => entriesOf(entry).includes(each)));
    for (const ids of fitting.length === 0 ? [{}] : fitting) {
      const about = { patient: patient.recordID, search: patient.lastName, ...fields };
      const request = requestOf(entry, { token, ids, fields: about });
      const { status, text } = await app.ask({ ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } });
      answers.push({ name, entry, status, text });
    }
  }
  return answers;
}

/** Makes every call as each of these people. @returns those whose answers held a word of the record, or more than the contract says */
async function askAll(people: readonly Outsider[], about: About): Promise<{ leaks: string[]; answered: number }> {
  const leaks: string[] = [];
  let answered = 0;
  for (const { role, token } of people)
    for (const { name, entry, status, text } of await askEach({ token }, about)) {
      if (status === 200) answered += 1;
      if (CANARY.test(text) && !isDecided(role, name)) leaks.push(`${role} ${name} ${status}`);
      const more = beyond(entry, { status, text }, about.patient.lastName);
      if (more !== undefined) leaks.push(`${role} ${name} ${status} ${more}`);
    }
  return { leaks: [...new Set(leaks)], answered };
}

// Auditors read timelines, which say what was asked, and see no form: none of them is asked for a reason.
const isDecided = (role: string, name: string) => role === 'AUDITOR' && name === 'recordTimeline';

test('before a reason no call shows a person of another team more of a record than lists do, nor changes it', async () => {
  const about = await aRecord();
  const { patient, sets } = about;
  const people = await outsiders();
  const before = await stateOf(patient.id);
  const { leaks, answered } = await askAll(people, about);
  expect(leaks).toEqual([]);
  expect(await stateOf(patient.id)).toEqual(before);
  expect(answered).toBeGreaterThan(people.length * 20);

  // With a reason the words are there: they could have been found.
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  await eyes.call('patientBreakGlass', { id: patient.id, reason: REASON });
  expect(JSON.stringify(await eyes.call('recordDetails', { id: sets[0]?.['recordID'] ?? '' }))).toMatch(CANARY);
  expect(JSON.stringify(await eyes.call('patientGetDetails', { id: patient.id }))).toMatch(CANARY);
}, 300_000);

/** The version of whatever a call changes, as it is now: a tablet knows it from lists. */
async function versionOf(ids: Readonly<Record<string, string>>, path: string): Promise<number> {
  const { db } = app.database;
  const isOfCase = ['record/update', 'record/done', 'record/close'].includes(path);
  const of = path.startsWith('patient/') ? 'patients' : isOfCase ? 'cases' : 'consents';
  const id = ids[of === 'consents' ? 'consentID' : 'id'] ?? NOBODYS_ID;
  return (await db.selectFrom(of).select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1;
}

test('nor does any call that a tablet kept: a new form alone is taken, and makes nobody one of the team', async () => {
  const about = await aRecord();
  const { patient, sets } = about;
  const people = await Promise.all((await outsiders()).map(registerTablet));
  const queued = table.filter(([, entry]) => entry.offline === 'queue' && isOfStaff(entry));
  const named = [...sets, { id: patient.id, patientID: patient.id }];
  const before = await stateOf(patient.id);
  const leaks: string[] = [];
  const taken = new Set<string>();
  for (const { role, token, deviceId, call } of people) {
    const me = (await call('userMe', {})).user._id;
    for (const [name, entry] of queued)
      for (const ids of named.filter((each) => Object.keys(each).some((field) => entriesOf(entry).includes(field))))
        for (const isAlone of [true, false]) {
          // A case of their own each time; else the record of the other team.
          const isNew = name === 'consentCreate' || name === 'patientCreate';
          const own = { ...ids, ...(isNew && { id: randomUUID(), consentID: randomUUID(), recordID: randomUUID() }) };
          const fields = { version: await versionOf(own, entry.path), clinicianID: me, channel: 'DEVICE' };
          const op = {
            key: randomUUID(),
            call: `${entry.method} ${entry.path}`,
            input: inputOf(entry, { ids: own, fields }),
            capturedAt: '2026-08-06T14:04:50.000Z',
          };
          const sender = { token, deviceId };
          const [result] = isAlone ? [await sendAlone(app, sender, op)] : await sendEnvelope(app, sender, [op]);
          // The same key as if it had not been kept.
          const again = await sendAlone(app, { token }, { key: op.key, call: op.call, input: op.input });
          for (const { status, body } of [result, again]) {
            if (status === 200) taken.add(name);
            if (CANARY.test(JSON.stringify(body)))
              leaks.push(`${role} ${name} ${status} ${isAlone ? 'alone' : 'in an envelope'}`);
          }
        }
    if (
      CANARY.test(JSON.stringify(role === 'REFERRER' || role === 'AUDITOR' ? '' : await pull({ ...callerOf(app, token), token })))
    )
      leaks.push(`${role} pull`);
  }
  expect([...new Set(leaks)]).toEqual([]);
  // A report of a safety problem says nothing of a record, and names nobody as its team.
  expect([...taken].toSorted()).toEqual(['consentCreate', 'patientCreate', 'safetyReport']);
  const now = await stateOf(patient.id);
  expect(now.patient).toEqual(before.patient);
  for (const part of ['cases', 'consents', 'events'] as const) {
    // Beside their own new ones each is as it was.
    const ids = new Set(before[part].map(({ id }) => id));
    expect(now[part].filter(({ id }) => ids.has(id))).toEqual(before[part]);
  }
  expect((await askAll(people, about)).leaks).toEqual([]);
}, 300_000);

test('one of the team is shown no more of a record than the contract says that answer and refusal hold', async () => {
  const found = new Set<string>();
  for (const fields of [{ version: 900 }, {}]) {
    const about = await aRecord();
    for (const { name, entry, status, text } of await askEach(surgeon, about, { fields })) {
      expect([name, status, beyond(entry, { status, text }, about.patient.lastName)]).toEqual([name, status, undefined]);
      if (CANARY.test(text)) found.add(`${name} ${status}`);
    }
  }
  // Both kinds were there to be found.
  expect([...found]).toEqual(expect.arrayContaining(['recordDetails 200', 'patientUpdate 409', 'consentUpdate 409']));
  expect(found.size).toBeGreaterThan(12);
}, 300_000);
