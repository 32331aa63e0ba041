import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls, type Input } from '#contract/calls.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { tellUnseenHarm } from '#server/work/safety/tell-safety.ts';
import { sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
let nurse: Caller;
let theirs: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
  nurse = await signIn(opened, 'nurse@demo.nhs.uk');
  theirs = await signIn(opened, 'admin@second.nhs.uk');
});

const WORDS = 'The list said ready, and the form was for the other eye.';
const report = (change: Partial<Input<'safetyReport'>> = {}): Input<'safetyReport'> => ({
  id: randomUUID(),
  kind: 'WRONG_LIGHT',
  harm: 'MIGHT',
  words: WORDS,
  context: { route: '/listed', requestIds: [randomUUID()], isOnline: true, unsent: 2 },
  ...change,
});
const subjectsTo = async (address: string) => {
  await app.doJobs();
  return (await mailsTo(app, address)).map(({ subject }) => subject).filter((subject) => /safety/i.test(subject));
};

test('anybody reports, those who manage the organisation are mailed that there is one, and none of its words', async () => {
  const input = report();
  const { data } = await nurse.call('safetyReport', input);
  expect(data).toEqual({ id: input.id, number: 'S-0001' });
  await app.doJobs();
  const mail = (await mailsTo(app, 'admin@demo.nhs.uk')).find(({ subject }) => subject.includes('S-0001'));
  expect(mail?.subject).toBe('Assent: a safety problem was reported, S-0001');
  for (const secret of [WORDS, 'eye', 'nurse', 'Nurse', '/listed', 'WRONG_LIGHT', 'Wrong light'])
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(secret);
  const [listed] = (await admin.call('safetyList', {})).data;
  expect(listed).toMatchObject({
    number: 'S-0001',
    by: 'Demo Nurse',
    words: WORDS,
    harm: 'MIGHT',
    state: 'NEW',
    recordID: null,
    context: { route: '/listed', unsent: 2, settings: { breakGlass: false, lapseAfterDays: app.deps.settings.lapseAfterDays } },
  });
});

test('the same report again, as a queue sends it, is the same one', async () => {
  const input = report();
  const first = await nurse.call('safetyReport', input);
  expect((await nurse.call('safetyReport', input)).data).toEqual(first.data);
  expect((await admin.call('safetyList', {})).data.filter(({ id }) => id === input.id)).toHaveLength(1);
});

test('numbers go on without a gap in each organisation, also for reports at once', async () => {
  const before = (await admin.call('safetyList', {})).data.length;
  const made = await Promise.all(Array.from({ length: 5 }, () => nurse.call('safetyReport', report())));
  expect(made.map(({ data }) => data.number).toSorted()).toEqual(
    Array.from({ length: 5 }, (_, at) => `S-${String(before + 1 + at).padStart(4, '0')}`),
  );
  expect((await theirs.call('safetyReport', report())).data.number).toBe('S-0001');
  expect((await theirs.call('safetyList', {})).data).toHaveLength(1);
});

test.each([
  ['too short', { words: 'Wrong eye' }, 'words'],
  ['ten characters that show nothing', { words: '\u200B'.repeat(12) }, 'words'],
  ['no kind', { kind: 'NONE' }, 'kind'],
  ['no word of harm', { harm: '' }, 'harm'],
  ['a request that has no id', { context: { ...report().context, requestIds: ['x'] } }, 'context.requestIds.0'],
])('%s is refused at its field', (_, change, path) => {
  const { issues = [] } = v.safeParse(calls.safetyReport.input, { ...report(), ...change }, { abortPipeEarly: true });
  expect(faultsOf(issues).map((each) => each.path)).toEqual([path]);
});

test('nothing is closed without an answer', () => {
  const faults = (fields: object) =>
    faultsOf(v.safeParse(calls.safetyClose.input, { id: randomUUID(), ...fields }).issues ?? []).map(({ path }) => path);
  expect(faults({ state: 'CLOSED' })).toEqual(['answer']);
  expect(faults({ state: 'CLOSED', answer: ' ' })).toEqual(['answer']);
  expect(faults({ state: 'SEEN' })).toEqual([]);
  expect(faults({ state: 'CLOSED', answer: 'Mended' })).toEqual([]);
});

test('a case is named where its reporter sees it, and nobody else’s', async () => {
  const clinician = await signIn(app, 'clinician@demo.nhs.uk');
  const { recordID } = await sent(clinician);
  await clinician.call('safetyReport', report({ recordID }));
  expect((await admin.call('safetyList', {})).data[0]?.recordID).toBe(recordID);
  // Theirs is taken, and names none: what was lost has no case.
  const strangers = await signIn(app, 'admin@second.nhs.uk');
  for (const other of [recordID, randomUUID()]) {
    const { id } = (await theirs.call('safetyReport', report({ recordID: other }))).data;
    expect((await strangers.call('safetyList', {})).data.find((each) => each.id === id)?.recordID).toBeNull();
  }
});

test('the answer reaches the reporter, and who has not reported reads none', async () => {
  const { id } = (await nurse.call('safetyReport', report())).data;
  expect((await admin.call('safetyClose', { id, state: 'SEEN' })).data).toMatchObject({
    state: 'SEEN',
    settledBy: 'Demo Administrator',
  });
  await admin.call('safetyClose', { id, state: 'CLOSED', hazard: 'H-12', answer: 'The rule is mended.' });
  // A look afterwards opens nothing again.
  expect((await admin.call('safetyClose', { id, state: 'SEEN' })).data.state).toBe('CLOSED');
  const own = (await nurse.call('safetyOwn', {})).data;
  expect(own.find((each) => each.id === id)).toEqual({
    id,
    number: expect.any(String),
    at: expect.any(String),
    kind: 'WRONG_LIGHT',
    state: 'CLOSED',
    answer: 'The rule is mended.',
  });
  const clinician = await signIn(app, 'clinician@demo.nhs.uk');
  expect((await clinician.call('safetyOwn', {})).data.map((each) => each.id)).not.toContain(id);
  expect((await theirs.refused('safetyClose', { id, state: 'SEEN' })).code).toBe('NOT_FOUND');
});

test('what was answered stays: a second answer is refused, the same one once more is the first', async () => {
  const { id } = (await nurse.call('safetyReport', report())).data;
  const answer = { id, state: 'CLOSED', hazard: 'H-12', answer: 'The rule is mended.' } as const;
  const first = (await admin.call('safetyClose', answer)).data;
  app.clock.advance(MINUTE);
  const other = await addPerson(app, { role: 'ADMIN' });
  const second = await signIn(app, other.email);
  for (const change of [{ answer: 'Nothing was wrong.' }, { hazard: 'H-13' }]) {
    const refused = await second.refused('safetyClose', { ...answer, ...change });
    expect([refused.status, refused.message]).toEqual([
      409,
      'This report was closed with an answer. Reload the page to read it.',
    ]);
  }
  // Neither the settler nor the time of a look, or of the same answer, is that of the first.
  expect((await second.call('safetyClose', answer)).data).toEqual(first);
  expect((await second.call('safetyClose', { id, state: 'SEEN' })).data).toEqual(first);
  expect((await admin.call('safetyList', {})).data.find((each) => each.id === id)).toEqual(first);
});

test('contacts are mailed in the place of those who manage, and harm that nobody has seen for an hour once more', async () => {
  const { name, address, supportEmail, supportPhone, version } = (await admin.call('organisation', {})).data;
  const safetyContacts = ['safety@demo.nhs.uk', 'night@demo.nhs.uk'];
  await admin.call('organisationUpdate', { name, address, supportEmail, supportPhone, version, safetyContacts });
  const before = (await subjectsTo('admin@demo.nhs.uk')).length;
  const [seen, unseen, harmless] = [report({ harm: 'YES' }), report({ harm: 'YES' }), report({ harm: 'NO' })];
  const numbers: string[] = [];
  for (const each of [seen, unseen, harmless]) numbers.push((await nurse.call('safetyReport', each)).data.number);
  expect(await subjectsTo('admin@demo.nhs.uk')).toHaveLength(before);
  for (const contact of safetyContacts) expect(await subjectsTo(contact)).toHaveLength(3);
  await admin.call('safetyClose', { id: seen.id, state: 'SEEN' });
  app.clock.advance(HOUR - MINUTE);
  await tellUnseenHarm(app.deps);
  expect(await subjectsTo('safety@demo.nhs.uk')).toHaveLength(3);
  app.clock.advance(2 * MINUTE);
  await Promise.all([tellUnseenHarm(app.deps), tellUnseenHarm(app.deps)]);
  await tellUnseenHarm(app.deps);
  // An address without an account that reads reports is sent to no page.
  for (const contact of safetyContacts)
    for (const { text, link } of (await mailsTo(app, contact)).filter(({ subject }) => /safety/i.test(subject))) {
      expect(link).toBeUndefined();
      expect(text).toContain('Ask somebody who manages your organisation there');
      expect(text).not.toContain('Sign in');
    }
  for (const contact of safetyContacts)
    expect((await subjectsTo(contact)).slice(3)).toEqual([`Assent: nobody has seen safety report ${numbers[1]}`]);
});

test('a contact who manages the organisation is sent to the page of reports, however their address is written', async () => {
  // The hour that passed above ended their sessions.
  admin = await signIn(app, 'admin@demo.nhs.uk');
  nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const { name, address, supportEmail, supportPhone, version } = (await admin.call('organisation', {})).data;
  const safetyContacts = ['Admin@demo.nhs.uk', 'safety@demo.nhs.uk'];
  await admin.call('organisationUpdate', { name, address, supportEmail, supportPhone, version, safetyContacts });
  const { number } = (await nurse.call('safetyReport', report())).data;
  await app.doJobs();
  const mailTo = async (contact: string) =>
    (await mailsTo(app, contact)).find(({ subject }) => subject.endsWith(`reported, ${number}`))!;
  const [manager, other] = [await mailTo('admin@demo.nhs.uk'), await mailTo('safety@demo.nhs.uk')];
  expect(manager.link).toMatch(/\/status$/);
  expect(manager.text).toContain('Sign in to Assent to read it.');
  expect(other.link).toBeUndefined();
  expect(other.text).toContain(`they find ${number} on the page “Status”`);
});
