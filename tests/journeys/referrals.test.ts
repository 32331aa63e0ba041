import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { lookAt } from '#tests/support/browser/look.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let referrer: Page;
let clinician: Page;
const profiles: Profile[] = [];
const stage = openStage(async ({ server, browser }) => {
  const open = async (email: string) => {
    const profile = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_INTERNET_DISCONNECTED/] });
    profiles.push(profile);
    const page = await profile.context.newPage();
    await page.goto(server.origin);
    await signIn(page, email);
    return page;
  };
  referrer = await open('referrer@demo.nhs.uk');
  clinician = await open('eyes@demo.nhs.uk');
});
asOneVisit(() => referrer);
afterAll(() => {
  for (const profile of profiles) profile.expectQuiet();
});

const QUESTION = 'Sees 6/24 on the left. Is a cataract operation right?';

test('a referrer creates a patient, writes the question, attaches a picture and sends it', async () => {
  const page = referrer;
  await page.goto(`${stage.server.origin}/my-referral`);
  await heading(page, 'Referrals').waitFor();
  await page.getByRole('button', { name: /^Under review \d+$/ }).waitFor();
  await page.getByRole('link', { name: 'New referral' }).click();
  await heading(page, 'Who is referred?').waitFor();
  await lookAt(page, 'referral-choose');
  await page.getByRole('link', { name: 'New patient' }).click();
  await heading(page, 'New patient').waitFor();
  await createPatient(page, { firstName: 'Fern', lastName: 'Demo-Journey', dateOfBirth: '1948-05-17' });
  await heading(page, 'New referral').waitFor();
  await page.getByRole('button', { name: 'Send referral' }).click();
  await page.getByRole('alert').getByText('Choose the person or the speciality to refer to').waitFor();
  await page.getByRole('option', { name: /^Ophthalmology/ }).waitFor({ state: 'attached' });
  await page.getByLabel('Refer to').selectOption('speciality:Ophthalmology');
  await page.getByLabel('Question').fill(QUESTION);
  await page
    .locator('#referral-files')
    .setInputFiles({ name: 'left eye.png', mimeType: 'image/png', buffer: Buffer.from(blankPage()) });
  await page.getByRole('button', { name: 'Take away left eye.png' }).waitFor();
  await lookAt(page, 'referral-new');
  // Without a network the words stay, and one referral is made in the end.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send referral' }).click();
  await page
    .getByRole('alert')
    .getByText(/What you typed is still here/)
    .waitFor();
  expect(await page.getByLabel('Question').inputValue()).toBe(QUESTION);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send referral' }).click();
  await heading(page, /^Referral$/).waitFor();
  await page.getByText('Waiting for Ophthalmology.').waitFor();
  await page.getByRole('button', { name: 'Download left eye.png' }).waitFor();
  await lookAt(page, 'referral-sent');
});

test('a file that is none is refused in words', async () => {
  const page = referrer;
  await page
    .locator('#attach-files')
    .setInputFiles({ name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<p>') });
  await page.getByText('note.pdf: This is not a PDF, JPEG or PNG file.').waitFor();
});

test('an eye clinician starts with what waits, asks, and the referrer answers', async () => {
  await heading(clinician, 'Referrals').waitFor();
  expect(new URL(clinician.url()).pathname).toBe('/my-referral');
  await clinician.reload();
  await clinician.getByText('DEMO-JOURNEY, Fern').waitFor();
  await lookAt(clinician, 'referrals');
  await clinician.getByText('DEMO-JOURNEY, Fern').click();
  await heading(clinician, /^Referral$/).waitFor();
  await clinician.getByText(QUESTION).first().waitFor();
  await lookAt(clinician, 'referral-decide');
  const file = clinician.waitForEvent('download');
  await clinician.getByRole('button', { name: 'Download left eye.png' }).click();
  expect((await file).suggestedFilename()).toBe('left eye.png');
  await clinician.getByRole('button', { name: 'Ask a question' }).click();
  const dialog = clinician.getByRole('dialog', { name: 'Ask the referrer' });
  await dialog.getByLabel('Your question').fill('Which glasses?');
  await lookAt(clinician, 'referral-ask');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await clinician.getByText('Waiting for an answer of Demo Referrer.').waitFor();
  await referrer.reload();
  await referrer.getByLabel('Your answer').fill('The newest ones, minus 2.');
  await lookAt(referrer, 'referral-answer');
  await referrer.getByRole('button', { name: 'Send answer' }).click();
  await referrer.getByText('Waiting for Ophthalmology.').waitFor();
});

test('accepted, the referral opens the consent form of its case', async () => {
  await clinician.reload();
  await clinician.getByText('The newest ones, minus 2.').first().waitFor();
  await clinician.getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = clinician.getByRole('dialog', { name: 'Accept this referral?' });
  await dialog.getByLabel('A word to the referrer (optional)').fill('I will see them in May.');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await heading(clinician, /^Consent form: /).waitFor({ state: 'attached' });
  const record = new URL(clinician.url()).searchParams.get('record');
  await referrer.reload();
  await referrer.getByText('I will see them in May.').first().waitFor();
  await lookAt(referrer, 'referral-accepted');
  expect(new URL(referrer.url()).searchParams.get('id')).toBe(record);
});

test('a rejection needs a reason, and ends what the referrer sees', async () => {
  const page = clinician;
  await page.goto(`${stage.server.origin}/my-referral`);
  await page.getByText('DEMO-REFERRED, Lichen').click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject this referral?' });
  expect(await dialog.getByRole('button', { name: 'Reject', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Glasses come first.');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('This referral was rejected.').waitFor();
  await lookAt(page, 'referral-rejected');
  await referrer.goto(`${stage.server.origin}/my-referral?status=REJECTED`);
  await referrer.getByText('DEMO-REFERRED, Lichen').click();
  await referrer.getByText('no longer shown to you').waitFor();
  expect(await referrer.getByRole('link', { name: 'Open the patient' }).count()).toBe(0);
});
