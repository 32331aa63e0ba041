import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { FAILURES, failureMessage } from '#domain/base/messages.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { callerOf, draft, inked, sent, signAll, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { DEMO_DETAILS } from '#server/seed/demo-people.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp();
// The clock of the tests goes on by days: nobody stays signed in.
beforeEach(async () => {
  staff = await signIn(app);
});
const nobody = () => callerOf(app);
type Ids = Pick<MailedForm, 'consentID' | 'recordID'>;
const details = async ({ recordID }: Ids) => (await staff.call('recordDetails', { id: recordID })).data;
const versionOf = async (form: Ids) => (await details(form)).consents.find(({ consentID }) => consentID === form.consentID)!;
const linkOf = async (form: Ids) => (await versionOf(form)).links?.[0];
const eventsOf = async (form: Ids) => (await details(form)).timeline.map(({ type }) => type);
const answer = ({ token, dateOfBirth, lastName }: Pick<MailedForm, 'token' | 'dateOfBirth' | 'lastName'>) => ({
  id: token,
  patientDetails: { dateOfBirth, lastName },
});
const faultsOf = async ({ recordID }: Ids) => {
  return faultsOfCase(app, recordID);
};

test('a patient signs at home by a mailed link, and the sealed document says how', async () => {
  const form = await mailedForm(app, staff);
  const [mail] = await mailsTo(app, form.address);
  expect(mail?.subject).toBe('A form for you to read and answer');
  for (const word of ['Cataract', 'surgery', form.lastName, 'procedure'])
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`.toLowerCase()).not.toContain(word.toLowerCase());
  expect(await linkOf(form)).toMatchObject({ channel: 'EMAIL', state: 'MAILED', mail: 'SENT', triesLeft: 5, code: null });
  const bare = (await nobody().call('consentVerifyUser', { token: form.token })).data;
  expect(bare).toEqual({
    organisation: { _id: expect.any(String), name: 'Demo General Hospital' },
    patientInitial: 'T',
    needs: ['dateOfBirth', 'lastName'],
    support: DEMO_DETAILS.patient_phone,
    caseNumber: expect.stringMatching(/^C-\d{6}$/),
    until: '2026-08-19',
    purpose: 'SIGN',
  });
  expect((await linkOf(form))?.state).toBe('OPENED');
  const patient = await visit(app, form);
  expect((await linkOf(form))?.state).toBe('VERIFIED');
  expect((await patient.call('recordSign', inked(patient.details))).data).toMatchObject({ signerState: 'SIGNED' });
  await staff.call('recordSign', typed(await versionOf(form)));
  await app.doJobs();
  const text = onPdf(await staff.download(form.consentID), 'pdftotext', 'FILE', '-').replaceAll(/\s+/g, ' ');
  expect(text).toContain('By a link, away from the hospital');
  // The same link opens their page by now: its door asks for no answer.
  expect((await nobody().call('consentVerifyUser', { token: form.token })).data.purpose).toBe('PAGE');
  // The ticket outlives the signature for the document.
  expect((await patient.download(form.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await eventsOf(form)).filter((type) => type.startsWith('LINK_'))).toEqual([
    'LINK_SENT',
    'LINK_OPENED',
    'LINK_VERIFIED',
  ]);
  expect(await faultsOf(form)).toEqual([]);
});

test('a look at a link changes nothing and tells nothing of the form', async () => {
  const form = await mailedForm(app, staff);
  const stateNow = async () => {
    const { consents, timeline } = await details(form);
    return JSON.stringify([
      timeline,
      consents.map(({ status, recipients, links, updatedAt }) => [status, recipients, links, updatedAt]),
    ]);
  };
  const before = await stateNow();
  for (let nth = 0; nth < 3; nth += 1) {
    const { data } = await nobody().call('consentDetailsByToken', { token: form.token });
    expect(Object.keys(data).toSorted()).toEqual([
      'caseNumber',
      'needs',
      'organisation',
      'patientInitial',
      'purpose',
      'support',
      'until',
    ]);
  }
  expect(await stateNow()).toBe(before);
});

test('answers may differ in case, accents, spaces and hyphens, and in nothing else', async () => {
  const { patient } = (
    await staff.call('patientCreate', {
      firstName: 'Test',
      lastName: 'Demo-Ó’Brien Łuk',
      dateOfBirth: '1950-03-14',
      emailAddress: 'accents@example.org',
    })
  ).data;
  const { consentID, version } = await draft(staff, { patientID: patient.id });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  const token = await tokenIn(app, 'accents@example.org');
  const asked = (lastName: string, dateOfBirth = '1950-03-14') => answer({ token, lastName, dateOfBirth });
  expect((await nobody().refused('recordVerifyPatient', asked('O Brien'))).code).toBe('IDENTITY_MISMATCH');
  expect((await nobody().refused('recordVerifyPatient', asked('demo obrien luk', '1950-03-15'))).code).toBe('IDENTITY_MISMATCH');
  expect((await nobody().call('recordVerifyPatient', asked('DEMO OBRIEN luk'))).ticket).toMatch(/^t_/);
  // A right answer uses up none of the five.
  for (const triesLeft of [2, 1]) {
    const refused = await nobody().refused('recordVerifyPatient', asked('Nobody'));
    expect([refused.status, refused.data]).toEqual([422, { triesLeft }]);
  }
});

const asked = { method: 'POST', url: '/api/record/verifyPatient' } as const;

test('five wrong answers lock a link for everybody and tell the clinician once; other links are untouched', async () => {
  const form = await mailedForm(app, staff);
  const other = await mailedForm(app, staff);
  const wrong = { ...form, lastName: 'Nobody' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      nobody().refused('recordVerifyPatient', answer({ ...wrong, lastName: `Nobody ${String.fromCodePoint(65 + nth)}` })),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 422)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 423)).toHaveLength(4);
  for (let nth = 0; nth < 100; nth += 1) {
    const refused = await app.ask({
      method: 'POST',
      url: '/api/record/verifyPatient',
      remoteAddress: `198.51.100.${nth}`,
      payload: answer(form),
    });
    expect(refused.status).toBe(423);
  }
  expect(await linkOf(form)).toMatchObject({ state: 'LOCKED', triesLeft: 0 });
  expect((await eventsOf(form)).filter((type) => type === 'LINK_LOCKED')).toHaveLength(1);
  const told = (await mailsTo(app, 'clinician@demo.nhs.uk')).filter(({ subject }) => subject.includes('locked'));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).not.toContain(form.lastName);
  expect((await visit(app, other)).details.role).toBe('PATIENT');
  expect(await faultsOf(form)).toEqual([]);
});

test('a right answer never locks a link and uses up no try, in whatever order and however many come at once', async () => {
  for (const isAtOnce of [false, true])
    for (const wrong of isFull ? [0, 1, 2, 3, 4] : [0, 4]) {
      const form = await mailedForm(app, staff);
      const tries = [
        ...Array.from({ length: 6 }, () => form),
        ...Array.from({ length: wrong }, (_, nth) => ({ ...form, lastName: `Nobody ${String.fromCodePoint(65 + nth)}` })),
        form,
      ];
      const ask = (of: (typeof tries)[number]) => app.ask({ ...asked, payload: answer(of) });
      const statuses: number[] = [];
      if (isAtOnce) statuses.push(...(await Promise.all(tries.map(ask))).map(({ status }) => status));
      else for (const each of tries) statuses.push((await ask(each)).status);
      expect(statuses, `${wrong} wrong`).toEqual(tries.map((each) => (each === form ? 200 : 422)));
      expect(await linkOf(form)).toMatchObject({ state: 'VERIFIED', triesLeft: 5 - wrong });
    }
});

test('a link ends when it is sent again, when the form is changed, voided or handed over, and when staff end it', async () => {
  const ways: ((form: MailedForm) => Promise<unknown>)[] = [
    ({ consentID }) => staff.call('consentSendEmail', { consentID, role: 'PATIENT' }),
    ({ consentID }) => staff.call('recordRecall', { consentID, reason: 'A wrong side' }),
    ({ consentID }) => staff.call('recordVoid', { consentID, reason: 'Another patient', kind: 'WRONG_PATIENT' }),
    ({ consentID }) => staff.call('consentSendToSign', { consentID, role: 'PATIENT' }),
    ({ consentID }) => staff.call('recordEndLink', { consentID, signing_order: 1 }),
  ];
  for (const [nth, end] of ways.entries()) {
    const form = await mailedForm(app, staff);
    const patient = await visit(app, form);
    await end(form);
    const refused = await nobody().refused('recordVerifyPatient', answer(form));
    expect([refused.status, refused.message]).toEqual([410, FAILURES[nth === 2 ? 'RECORDED_IN_ERROR' : 'LINK_ENDED'].message]);
    const { code } = await patient.refused('recordSign', inked(patient.details));
    expect(code).toBe(nth === 2 ? 'LINK_ENDED' : 'TICKET_ENDED');
    expect(await eventsOf(form)).toContain('LINK_ENDED');
    expect(await faultsOf(form)).toEqual([]);
  }
});

test('whoever holds the link of a form that was made by mistake reads so, as whoever has shown who they are', async () => {
  const [form, other] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  const [patient, ended] = [await visit(app, form), await visit(app, other)];
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another patient', kind: 'WRONG_PATIENT' });
  await staff.call('recordReopen', { id: other.recordID, reason: 'Another side' });
  for (const refused of [
    await patient.refused('consentDetailsByToken', { token: patient.token }),
    await patient.refused('recordSign', inked(patient.details)),
    await patient.refused('recordWithdraw', { consentID: form.consentID }),
    await nobody().refused('consentDetailsByToken', { token: form.token }),
    await nobody().refused('consentVerifyUser', { token: form.token }),
    await nobody().refused('recordVerifyPatient', answer(form)),
  ])
    expect([refused.status, refused.message]).toEqual([410, 'This form was made by mistake. It does not count.']);
  const stranger = await nobody().refused('consentVerifyUser', { token: `l_${'m'.repeat(43)}` });
  expect([stranger.status, stranger.message]).toEqual([410, FAILURES.LINK_ENDED.message]);
  // One that a newer version ended is no mistake, also once that one is signed.
  const { consents } = await details(other);
  const { consentID, version } = consents.find((each) => each.consentID !== other.consentID)!;
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  const newer = await staff.call('consentSend', { consentID, version: edited.data.version, channel: 'DEVICE' });
  await signAll(app, staff, newer.data);
  expect((await versionOf(other)).status).toBe('VOIDED');
  expect((await ended.refused('consentDetailsByToken', { token: ended.token })).code).toBe('TICKET_ENDED');
});

test('a link that was never given out is told in the words of one that has ended', async () => {
  const refused = await nobody().refused('consentVerifyUser', { token: `l_${'a'.repeat(43)}` });
  expect([refused.status, refused.message]).toEqual([410, FAILURES.LINK_ENDED.message]);
});

test('a form whose links have all ended is expired, and can be sent again or opened on the tablet', async () => {
  const form = await mailedForm(app, staff);
  const other = await mailedForm(app, staff);
  app.clock.advance(14 * DAY + HOUR);
  await expireLinks(app.deps);
  staff = await signIn(app);
  expect((await versionOf(form)).status).toBe('EXPIRED');
  expect((await eventsOf(form)).slice(-2)).toEqual(['LINK_ENDED', 'EXPIRED']);
  expect(await faultsOf(form)).toEqual([]);
  const { message, recipients } = await staff.call('recordSend', { recordID: form.recordID });
  // The signer of the link is named, and the clinician, who gets none, is not.
  expect(message).toBe(`Sent again to ${recipients[0]!.recipient_name}`);
  expect(recipients.map(({ role, channel, mail }) => [role, channel, mail])).toEqual([
    ['PATIENT', 'EMAIL', 'QUEUED'],
    ['CLINICIAN', 'DEVICE', null],
  ]);
  expect((await versionOf(form)).status).toBe('SENT');
  const again = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  await again.call('recordSign', inked(again.details));
  const onTablet = await staff.call('recordSend', { recordID: other.recordID, channel: 'DEVICE' });
  expect(onTablet.message).toBe(DONE.SIGNING_RESUMED);
  expect((await versionOf(other)).status).toBe('SENT');
  expect((await staff.refused('recordSend', { recordID: other.recordID })).code).toBe('MOVE_REFUSED');
  for (const each of [form, other]) expect(await faultsOf(each)).toEqual([]);
});

test('who has not answered is reminded after three days, every three, four times at most, by the same link', async () => {
  const form = await mailedForm(app, staff);
  const answered = await mailedForm(app, staff);
  const patient = await visit(app, answered);
  await patient.call('recordSign', inked(patient.details));
  const first = form.token;
  for (let day = 0; day < 13; day += 1) {
    app.clock.advance(DAY);
    await remindLinks(app.deps);
  }
  staff = await signIn(app);
  expect(await mailsTo(app, form.address)).toHaveLength(5);
  expect(await mailsTo(app, answered.address)).toHaveLength(1);
  expect((await eventsOf(form)).filter((type) => type === 'REMINDED')).toHaveLength(4);
  const newest = await tokenIn(app, form.address);
  expect(newest).not.toBe(first);
  for (const [token, triesLeft] of [
    [first, 4],
    [newest, 3],
  ] as const)
    expect((await nobody().refused('recordVerifyPatient', answer({ ...form, token, lastName: 'Nobody' }))).data).toEqual({
      triesLeft,
    });
  expect(await faultsOf(form)).toEqual([]);
});

test('a QR code works for an hour, and for two weeks once it is opened; its address is told once', async () => {
  const form = await sent(staff);
  const show = async () => {
    const { data } = await staff.call('recordSendInvite', {
      id: form.recordID,
      invites: [{ signing_order: 1, channel: 'QR' }],
    });
    return data[0]?.link?.url.split('/').at(-1) ?? '';
  };
  const unopened = await show();
  app.clock.advance(HOUR - 60_000);
  await nobody().call('consentDetailsByToken', { token: unopened });
  app.clock.advance(60_000);
  staff = await signIn(app);
  expect((await nobody().refused('consentVerifyUser', { token: unopened })).status).toBe(410);
  await expireLinks(app.deps);
  // It was shown to somebody who was there: the form waits for them as before.
  expect([(await linkOf(form))?.state, (await versionOf(form)).status]).toEqual(['ENDED', 'SENT']);
  const opened = await show();
  await nobody().call('consentVerifyUser', { token: opened });
  app.clock.advance(13 * DAY);
  expect((await nobody().call('consentVerifyUser', { token: opened })).data.patientInitial).toBe('T');
});

test('five links a day go to one signer, and a refused one leaves the last', async () => {
  const form = await mailedForm(app, staff);
  staff = await signIn(app);
  for (let nth = 0; nth < 4; nth += 1) await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  const token = await tokenIn(app, form.address);
  const refused = await staff.refused('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  expect([refused.status, refused.message]).toEqual([429, failureMessage('LINKS_FULL', 24 * 60 * 60)]);
  expect((await visit(app, { ...form, token })).details.role).toBe('PATIENT');
});

test('a patient without an address gets no mail: nothing is sent, and the draft stays', async () => {
  const { consentID, version } = await draft(staff);
  const refused = await staff.refused('consentSend', { consentID, version, channel: 'EMAIL' });
  expect([refused.status, refused.message]).toEqual([400, FAILURES.NO_EMAIL_ADDRESS.message]);
  expect(
    (await versionOf({ consentID, recordID: (await staff.call('consentGetAll', { limit: 1 })).data.records[0]!.recordID }))
      .status,
  ).toBe('DRAFT');
});

test('the address of a protected patient is used by those who may see it, once they have asked', async () => {
  const address = 'protected@example.org';
  const { patient } = (
    await staff.call('patientCreate', {
      firstName: 'Test',
      lastName: 'Demo-Hidden',
      dateOfBirth: '1950-03-14',
      emailAddress: address,
    })
  ).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  const { consentID, recordID } = await sent(staff, { patientID: patient.id });
  const refused = await staff.refused('consentSendEmail', { consentID, role: 'PATIENT' });
  expect(refused.fields[0]?.path).toBe('addressConfirmed');
  await staff.call('consentSendEmail', { consentID, role: 'PATIENT', addressConfirmed: true });
  expect(await tokenIn(app, address)).toMatch(/^l_/);
  expect(JSON.stringify(await details({ consentID, recordID }))).not.toContain(address);
});

test('a reminder that waits for the mail server goes to nobody who has answered meanwhile', async () => {
  const [answered, waiting] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  app.clock.advance(3 * DAY + HOUR);
  await remindLinks(app.deps);
  const patient = await visit(app, answered);
  await patient.call('recordSign', inked(patient.details));
  expect(await mailsTo(app, answered.address)).toHaveLength(1);
  expect(await mailsTo(app, waiting.address)).toHaveLength(2);
});

test('nobody is sent a link about a patient who has died, and nobody is reminded', async () => {
  const form = await mailedForm(app, staff);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  await staff.call('patientUpdateStatus', { id: patient.id, version: patient.version, status: 'DECEASED' });
  const refused = await staff.refused('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  expect(refused.message).toBe(FAILURES.PATIENT_TAKES_NONE.message);
  app.clock.advance(4 * DAY);
  await remindLinks(app.deps);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
});

test('a link that is sent again goes to the address that is on the record by then', async () => {
  const form = await mailedForm(app, staff);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  const emailAddress = 'put-right@example.org';
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, emailAddress });
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  expect(await tokenIn(app, emailAddress)).toMatch(/^l_/);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
});

test('with the contact details hidden a mailed link ends, and the mail that waits goes nowhere', async () => {
  const form = await mailedForm(app, staff);
  const holder = await visit(app, form);
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  expect((await linkOf(form))?.state).toBe('ENDED');
  expect((await nobody().refused('recordVerifyPatient', answer(form))).status).toBe(410);
  expect((await holder.refused('recordSign', inked(holder.details))).code).toBe('TICKET_ENDED');
});

test('whoever signed keeps the link while a newer version is written: the form in force can be withdrawn', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  await staff.call('recordReopen', { id: form.recordID, reason: 'Another side' });
  const again = await visit(app, form);
  await again.call('recordWithdraw', { consentID: form.consentID, reason: 'I have thought better of it' });
  expect((await versionOf(form)).status).toBe('WITHDRAWN');
  expect(await faultsOf(form)).toEqual([]);
});

test('no reminder goes to an address that was protected meanwhile', async () => {
  const form = await mailedForm(app, staff);
  const { patient } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  const { address } = await app.database.db
    .selectFrom('links')
    .select('address')
    .where('consent_id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  expect(address).toBeNull();
  app.clock.advance(4 * DAY);
  await remindLinks(app.deps);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
});

test('an interpreter shows who they are by the digits that staff read out', async () => {
  const interpreter = {
    name: 'Demo Interpreter',
    language: 'Polish',
    emailAddress: 'interpreter@example.org',
    signing: 'LINK' as const,
    adult: true,
    for: 'PATIENT' as const,
  };
  const form = await sent(staff, { interpreterNeeded: true, interpreter });
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'INTERPRETER' });
  const token = await tokenIn(app, 'interpreter@example.org');
  const code = (await linkOf(form))?.code ?? '';
  expect(code).toMatch(/^\d{6}$/);
  expect((await nobody().call('consentVerifyUser', { token })).data.needs).toEqual(['name', 'code']);
  const wrong = { id: token, name: 'Demo Interpreter', code: code === '000000' ? '000001' : '000000' };
  expect((await nobody().refused('recordVerifyInterpreter', wrong)).data).toEqual({ triesLeft: 4 });
  expect(
    (await nobody().refused('recordVerifyPatient', answer({ token, dateOfBirth: '1950-03-14', lastName: 'Demo' }))).status,
  ).toBe(410);
  const { ticket } = await nobody().call('recordVerifyInterpreter', { id: token, name: 'demo interpreter', code });
  expect(ticket).toMatch(/^t_/);
});

test('nobody with a link takes a tablet back, or signs with a mark', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  expect((await patient.refused('userUnlock', { password: 'Demo2026!' })).code).toBe('FORBIDDEN');
  const marked = inked(patient.details, { method: 'MARK_WITNESSED', witness: { name: 'Demo Porter', role: 'Porter' } });
  const refused = await patient.refused('recordSign', marked);
  expect([refused.status, refused.fields[0]?.path]).toEqual([400, 'method']);
});
