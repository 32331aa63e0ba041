import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { CONFIRM_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// A patient's word on the day that something is new stands in the history, is told at once, and confirms nothing.

type Person = Caller & { readonly token: string; readonly email: string; readonly id: string };
const app = useTestApp();
let staff: Person;
let operator: Person;
let nurse: Person;
const person = async (): Promise<Person> => {
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  return { ...(await signIn(app, email)), id, email };
};
beforeEach(async () => {
  [staff, operator, nurse] = [await person(), await person(), await person()];
  await app.database.db.deleteFrom('notifications').execute();
});

const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const caseOf = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const update = async (recordID: string, part: object) => {
  const { version } = (await caseOf(recordID)).record;
  await staff.call('recordUpdate', { recordID, version, ...part });
};
const NEW = { sideRight: true, somethingNew: true, questions: false, stillWanted: true };
const answered = (consentID: string, at = app.clock.now()) => ({
  consentID,
  answers: NEW,
  note: 'CANARY-NOTE: a new tablet',
  capturedAt: new Date(at).toISOString(),
  clockOffset: 0,
});
const subjectsTo = async ({ email }: Person) =>
  (await mailsTo(app, email)).map(({ subject }) => subject.replace(/, C-\d{6}$/, '')).filter((each) => each.includes('new'));

/** A sealed form of another operator, on today's list, to be confirmed. */
async function dueForm() {
  const form = await signed(app, staff);
  await app.doJobs();
  await update(form.recordID, { listed: { date: today(), theatre: null, listType: 'THEATRE' } });
  await update(form.recordID, { clinicianID: operator.id });
  expect((await caseOf(form.recordID)).consents[0]?.confirmState).toBe('DUE');
  // That a case needs them is no matter here.
  await app.database.db.deleteFrom('notifications').execute();
  return form;
}

test('it is an event with its words, is told at once to who is responsible and who operates, and the case stays unconfirmed', async () => {
  const { recordID, consentID } = await dueForm();
  const { data, message } = await nurse.call('recordNotConfirmed', answered(consentID));
  expect([message, data.confirmState]).toEqual(['Recorded. The consent is not confirmed.', 'DUE']);
  const { timeline, consents } = await caseOf(recordID);
  expect(timeline.at(-1)).toMatchObject({
    type: 'NOT_CONFIRMED',
    versionId: consentID,
    actor: { kind: 'STAFF' },
    detail: { reason: 'Something is new.', note: 'CANARY-NOTE: a new tablet', somethingNew: true },
  });
  expect([consents[0]?.status, consents[0]?.confirmation]).toEqual(['SIGNED', null]);
  const expected = ['Assent: Listed for today: On the day something was new'];
  expect([await subjectsTo(staff), await subjectsTo(operator), await subjectsTo(nurse)]).toEqual([expected, expected, []]);
  for (const each of [staff, operator]) expect(JSON.stringify(await mailsTo(app, each.email))).not.toContain('CANARY');
  const { records } = (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 10 })).data;
  expect(records).toContainEqual(expect.objectContaining({ recordID, need: 'NOT_READY_SOON' }));
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});

test('a confirmation of before does not count any more, whichever of the two arrives first; a later one does', async () => {
  for (const isLate of [false, true]) {
    const { recordID, consentID } = await dueForm();
    const [consent] = (await caseOf(recordID)).consents;
    const confirmed = confirmationOf(consent!, { at: app.clock.now(), clockOffset: 0 });
    app.clock.advance(MINUTE);
    const refused = answered(consentID);
    const acts = [() => operator.call('recordConfirm', confirmed), () => nurse.call('recordNotConfirmed', refused)];
    for (const act of isLate ? acts.toReversed() : acts) await act();
    expect((await caseOf(recordID)).consents[0]).toMatchObject({ confirmState: 'DUE', confirmation: null });
    expect(await faultsOfCase(app, recordID)).toEqual([]);
    app.clock.advance(MINUTE);
    await operator.call('recordConfirm', { ...confirmed, capturedAt: new Date(app.clock.now()).toISOString() });
    expect((await caseOf(recordID)).consents[0]?.confirmState).toBe('CONFIRMED');
    expect(await faultsOfCase(app, recordID)).toEqual([]);
  }
});

test('what arrives late from before a confirmation leaves that as it is, and is told all the same', async () => {
  const { recordID, consentID } = await dueForm();
  const before = app.clock.now();
  app.clock.advance(MINUTE);
  const [consent] = (await caseOf(recordID)).consents;
  await operator.call('recordConfirm', confirmationOf(consent!, { at: app.clock.now(), clockOffset: 0 }));
  await nurse.call('recordNotConfirmed', answered(consentID, before));
  expect((await caseOf(recordID)).consents[0]?.confirmState).toBe('CONFIRMED');
  expect(await subjectsTo(staff)).toEqual(['Assent: Listed for today: On the day something was new']);
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});

test('answers that confirm are no refusal, and a form that is not in force takes none', async () => {
  const { consentID } = await dueForm();
  const confirming = { ...answered(consentID), answers: { ...NEW, somethingNew: false } };
  await expect(nurse.call('recordNotConfirmed', confirming)).rejects.toThrow('Some of what was entered is not right');
  await staff.call('recordWithdraw', { consentID, reason: 'Said on the ward' });
  expect((await nurse.refused('recordNotConfirmed', answered(consentID))).code).toBe('MOVE_REFUSED');
});

test('a consent that has grown too old takes it as well: nobody operates on it, and staff hear why', async () => {
  const { recordID, consentID } = await dueForm();
  app.clock.advance(2 * CONFIRM_AFTER_DAYS * DAY + 30 * DAY);
  [staff, nurse] = [
    { ...staff, ...(await signIn(app, staff.email)) },
    { ...nurse, ...(await signIn(app, nurse.email)) },
  ];
  expect((await caseOf(recordID)).consents[0]?.confirmState).toBe('LAPSED');
  await nurse.call('recordNotConfirmed', answered(consentID));
  expect(await subjectsTo(staff)).toEqual(['Assent: On the day something was new']);
});
