import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { handOver, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
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
  const { total, lapsed = 0, openQuestions = 0, done = 0, closed = 0 } = caseAmounts;
  return { total, lapsed, openQuestions, done, closed, ...ends! };
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
