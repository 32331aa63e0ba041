import { expect, test } from 'vitest';
import { aPatient, signed, signIn } from '#tests/support/forms/builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test.each([
  ['EMAIL', ['Here is a link to your copy', 'The form does not count any more.']],
  ['QR', []],
] as const)('a patient who signed on the tablet and got a copy by %s hears later: %j', async (channel, words) => {
  const staff = await signIn(app);
  const emailAddress = `copied-${channel.toLowerCase()}@example.org`;
  const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress }))).data;
  const form = await signed(app, staff, { patientID: patient.id });
  await app.doJobs();
  const place = form.recipients.find(({ role }) => role === 'PATIENT')?.signing_order ?? 0;
  await staff.call('recordGiveCopy', { consentID: form.consentID, signing_order: place, channel });
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Said on the telephone' });
  await app.doJobs();
  const texts = (await mailsTo(app, emailAddress)).map(({ text }) => text.replaceAll(/\s+/gu, ' '));
  expect(texts).toHaveLength(words.length);
  for (const [at, said] of words.entries()) expect(texts[at]).toContain(said);
});
