import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { handOver, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
});

type Form = { readonly recordID: string; readonly consentID: string };
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const later = async (days: number) => {
  app.clock.advance(days * DAY);
  staff = await signIn(app);
};
const figures = async (duration: 'ALL' | 'MONTH' = 'ALL') => {
  const { caseAmounts, ends } = (await staff.call('dashboardInfo', { duration })).data;
  const {
    total,
    lapsed = 0,
    due = 0,
    notReadyListed = 0,
    openQuestions = 0,
    wantsToTalk = 0,
    done = 0,
    closed = 0,
  } = caseAmounts;
  return { total, lapsed, due, notReadyListed, openQuestions, wantsToTalk, done, closed, ...ends! };
};
const done = (form: Form, more: { withoutReason?: string } = {}) =>
  staff.call('recordDone', { id: form.recordID, on: today(), ...more });
const confirm = async (form: Form) => {
  const consent = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
  await staff.call('recordConfirm', confirmationOf(consent, { at: app.clock.now(), clockOffset: 0 }));
};

test('operations that were done, closed cases, questions and lapsed consents are counted, and none of them in the total', async () => {
  const before = await figures();
  expect(before).toMatchObject({ done: 0, closed: 0, medianDays: null, withoutConsent: 0, confirmedOnDay: 0 });
  const [one, two, closedOne] = [await signed(app, staff), await signed(app, staff), await sent(staff)];
  await later(4);
  await confirm(one);
  await done(one);
  await later(2);
  await done(two);
  const emergency = await sent(staff);
  await done(emergency, { withoutReason: 'An emergency at night' });
  await staff.call('recordClose', { id: closedOne.recordID, reason: 'CLINICAL' });
  const asked = await sent(staff);
  await (await handOver(app, staff, asked)).call('recordQuestion', { consentID: asked.consentID, text: 'Does it hurt?' });
  expect(await figures()).toEqual({
    ...before,
    // The one that asks goes on; what has ended is in no list.
    total: before.total + 1,
    // A form of the demo hospital may have grown old meanwhile.
    due: expect.any(Number),
    openQuestions: before.openQuestions + 1,
    done: 3,
    closed: 1,
    withoutConsent: 1,
    confirmedOnDay: 1,
    // Signed on the first day: four and six days later.
    medianDays: 5,
    closedBy: { PATIENT: 0, CLINICAL: 1, HOSPITAL: 0, OTHER: 0 },
  });
  // An end that is undone counts nowhere.
  await staff.call('recordUndoEnd', { id: closedOne.recordID, reason: 'It goes on' });
  await staff.call('recordUndoEnd', { id: emergency.recordID, reason: 'The wrong case' });
  expect(await figures()).toMatchObject({ done: 2, closed: 0, withoutConsent: 0, closedBy: { CLINICAL: 0 } });
});

test('a consent that is too old is counted as lapsed, and no more once its operation was done', async () => {
  const form = await signed(app, staff);
  const { lapsed } = await figures();
  await later(app.deps.settings.lapseAfterDays + 1);
  const after = await figures();
  expect(after.lapsed).toBeGreaterThan(lapsed);
  await done(form, { withoutReason: 'It was an emergency' });
  expect((await figures()).lapsed).toBe(after.lapsed - 1);
  await later(60);
  expect(await figures('MONTH')).toMatchObject({ done: 0, withoutConsent: 0 });
});

const list = async (form: Form, days: number) => {
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
  const date = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
};

test('listed cases that are not ready are counted for a week ahead by their lights, and none of them in the total', async () => {
  const before = await figures();
  const [soon, late, ready] = [await sent(staff), await sent(staff), await signed(app, staff)];
  await app.doJobs();
  await list(soon, 7);
  await list(late, 8);
  await list(ready, 1);
  expect(await figures()).toEqual({ ...before, total: before.total + 3, notReadyListed: before.notReadyListed + 1 });
  await list(late, 0);
  expect(await figures()).toMatchObject({ notReadyListed: before.notReadyListed + 2 });
  await staff.call('recordWithdraw', { consentID: ready.consentID, reason: 'Changed my mind' });
  expect(await figures()).toMatchObject({ notReadyListed: before.notReadyListed + 3 });
  await staff.call('recordClose', { id: soon.recordID, reason: 'CLINICAL' });
  expect(await figures()).toMatchObject({ notReadyListed: before.notReadyListed + 2 });
});

test('a choice that somebody has to talk about is counted until it was talked about, the form has lapsed, or the case has ended', async () => {
  const choices = (answer: 'DISCUSS' | 'ACCEPT', blood: 'ACCEPT' | null = 'ACCEPT') => ({
    additionalChoices: [
      { id: 'students', title: 'Students', answer },
      { id: 'blood', title: 'Blood', answer: blood },
    ],
  });
  const before = await figures();
  const wish = await sent(staff, choices('DISCUSS'));
  const missing = await sent(staff, choices('ACCEPT', null));
  await sent(staff, choices('ACCEPT'));
  // While the form is out a missing answer may still be given; a wish waits already.
  expect(await figures()).toEqual({ ...before, total: before.total + 3, wantsToTalk: before.wantsToTalk + 1 });
  for (const form of [wish, missing]) await signAll(app, staff, form);
  expect(await figures()).toMatchObject({ wantsToTalk: before.wantsToTalk + 2 });
  await staff.call('recordTalked', { consentID: wish.consentID, choiceIDs: ['students'], outcome: 'No students' });
  expect(await figures()).toMatchObject({ wantsToTalk: before.wantsToTalk + 1 });
  const own = await sent(staff, choices('DISCUSS'));
  await signAll(app, staff, own);
  await done(own);
  expect(await figures()).toMatchObject({ wantsToTalk: before.wantsToTalk + 1 });
  await later(app.deps.settings.lapseAfterDays + 1);
  const { wantsToTalk } = await figures();
  await staff.call('recordTalked', { consentID: missing.consentID, choiceIDs: ['blood'], outcome: 'Accepts' });
  expect(await figures()).toMatchObject({ wantsToTalk });
});
