import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { aPatient, callerOf, inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, draft2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// For each state of a form, and each day after it: whether its signer comes back, to which copy, and what they may do there.

let staff: Caller & { email: string };
const app = useTestApp();
beforeEach(async () => {
  const { email } = await addPerson(app, { role: 'CLINICIAN' });
  staff = { ...(await signIn(app, email)), email };
});
const versionOf = async ({ recordID }: MailedForm) => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);

async function signed(): Promise<MailedForm> {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  await app.doJobs();
  await app.doJobs();
  return form;
}

async function declined(): Promise<MailedForm> {
  const form = await mailedForm(app, staff);
  await (await visit(app, form)).call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
  await app.doJobs();
  return form;
}

/** Ends a signed form in one way. */
const after = (end: (form: MailedForm) => Promise<unknown>) => async () => {
  const form = await signed();
  await end(form);
  await app.doJobs();
  return form;
};

const MADE = {
  SIGNED: signed,
  DECLINED: declined,
  WITHDRAWN: after(({ consentID }) => staff.call('recordWithdraw', { consentID, reason: 'Said on the telephone' })),
  VOIDED: after(({ consentID }) => staff.call('recordVoid', { consentID, reason: 'Another side', kind: 'OTHER' })),
  DONE: after(({ recordID }) => staff.call('recordDone', { id: recordID, on: today() })),
  CLOSED: after(({ recordID }) => staff.call('recordClose', { id: recordID, reason: 'PATIENT' })),
} as const satisfies Record<string, () => Promise<MailedForm>>;

type Page = { readonly hasCopy: boolean; readonly mayWithdraw: boolean } | null;
const SIGNED_PAGE: Page = { hasCopy: true, mayWithdraw: true };
const ANSWERED_PAGE: Page = { hasCopy: true, mayWithdraw: false };
const ROWS: readonly (readonly [keyof typeof MADE, number, Page])[] = [
  ['SIGNED', 15, SIGNED_PAGE],
  ['SIGNED', 729, SIGNED_PAGE],
  ['SIGNED', 731, null],
  ['DECLINED', 15, ANSWERED_PAGE],
  ['DECLINED', 731, null],
  ['WITHDRAWN', 15, ANSWERED_PAGE],
  ['WITHDRAWN', 731, null],
  ['VOIDED', 15, null],
  ['DONE', 15, SIGNED_PAGE],
  ['DONE', 89, SIGNED_PAGE],
  ['DONE', 91, null],
  ['CLOSED', 89, SIGNED_PAGE],
  ['CLOSED', 91, null],
];

test.each(ROWS)('%s, %i days later', async (state, days, page) => {
  const form = await MADE[state]();
  app.clock.advance(days * DAY);
  expect(await pageOf(form)).toEqual(page);
});

test('a parent comes back until the day on which the child is 16', async () => {
  const address = 'mother-of-15@example.org';
  const birthday = new Date(app.clock.now() + 20 * DAY).toISOString().slice(5, 10);
  const dateOfBirth = `${new Date(app.clock.now()).getUTCFullYear() - 16}-${birthday}`;
  const { patient: child } = (await staff.call('patientCreate', aPatient({ dateOfBirth }))).data;
  const { consentID, recordID, version } = await draft2(staff, {
    patientID: child.id,
    parents: [aParent({ emailAddress: address })],
  });
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  const person = { address, dateOfBirth, lastName: 'Demo-Mother', patientID: child.id };
  const form = { ...person, consentID, recordID, token: await tokenIn(app, address) };
  const mother = await visit(app, form);
  await mother.call('recordSign', inked(mother.details));
  await staff.call('recordSign', typed(await versionOf(form)));
  for (let nth = 0; nth < 2; nth += 1) await app.doJobs();
  app.clock.advance(18 * DAY);
  expect(await pageOf(form)).toEqual(SIGNED_PAGE);
  app.clock.advance(3 * DAY);
  expect(await pageOf(form)).toBeNull();
});

/** Asks for the page of a form as anybody may, and what it offers; null where nothing comes. */
async function pageOf(form: MailedForm): Promise<Page> {
  while (await expireLinks(app.deps));
  const before = (await mailsTo(app, form.address)).length;
  await callerOf(app).call('pageAsk', { contact: form.address });
  app.clock.advance(MINUTE);
  await app.doJobs();
  if ((await mailsTo(app, form.address)).length === before) return null;
  const home = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  const { consentID } = form;
  const hasCopy = await home.download(consentID).then(
    (file) => file.subarray(0, 5).toString() === '%PDF-',
    () => false,
  );
  await home.call('recordQuestion', { consentID, text: 'When may I drive?' });
  await home.call('pageNote', { consentID, text: 'I have a new telephone' });
  const mayWithdraw = await home.call('recordWithdraw', { consentID, reason: '' }).then(
    () => true,
    () => false,
  );
  return { hasCopy, mayWithdraw };
}
