import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, PASSWORD } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { appOf, mailedCode, OWN_PASSWORD } from '#tests/support/people/registration.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const EMAIL = 'keys.only@demo.nhs.uk';
const SECOND_PASSWORD = 'Marble8@river';

let profile: Profile;
let page: Page;
let nextCode: () => Promise<string>;

const stage = openStage(
  async ({ browser }) => {
    // Refusals: a code that nobody was sent, a sign-in until its second factor, and calls still open at a sign-out.
    profile = await openProfile(browser, { hasTouch: false, provoked: [/status of (?:401|403|422)/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
// Nothing in this file has a pointer: a person who reaches the end by keys alone has registered, and works.
asOneVisit(() => page);

const act = (name: string) => tabAndEnter(page, name);
const mailed = (seen: number) => mailedCode(path.join(stage.server.dataDir, 'mail'), EMAIL, seen);

async function typeInto(field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test('an account is asked for: the summary of what is wrong leads to the fields', async () => {
  await page.goto(`${stage.server.origin}/login`);
  await heading(page, 'Sign in').waitFor();
  await act('Ask for an account');
  await heading(page, 'Ask for an account').waitFor();
  await act('Send me the code');
  await page.getByRole('alert').waitFor();
  // The summary has the focus.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type(EMAIL);
  expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL);
  await typeInto('Role', 'Clinician');
  await act('Send me the code');
  await heading(page, 'Set your password').waitFor();
});

test('a wrong code is said, and the mailed one with a password opens the registration', async () => {
  await typeInto('Code', 'ABCDEFGH');
  await typeInto('Password', OWN_PASSWORD);
  await typeInto('Confirm password', OWN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('That code is not right or has run out').waitFor();
  // Input stays; Tab into a field selects it all.
  await typeInto('Code', await mailed(0));
  await page.keyboard.press('Enter');
  await heading(page, 'Your details').waitFor();
});

test('details with the organisation found by typing', async () => {
  await typeInto('First Name', 'keys');
  await typeInto('Last Name', 'only');
  await typeInto('Phone Number', '01632 960 001');
  await typeInto('Grade', 'Consultant');
  await typeInto('Organisation', 'demo gen');
  await page.getByRole('option', { name: 'Demo General Hospital' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Organisation' }).inputValue()).toBe('Demo General Hospital');
  await typeInto('Speciality', 'Urology');
  await typeInto('Registration Number', '1234567');
  await act('Save and continue');
  await heading(page, 'Set up two-factor authentication').waitFor();
});

test('the second factor, the terms, and the end of the registration', async () => {
  await act('Next');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  await act('Next');
  nextCode = appOf(secret);
  await typeInto('Code', await nextCode());
  await page.keyboard.press('Enter');
  await heading(page, 'Terms of use').waitFor();
  await tabTo(page, 'I have read these terms');
  await page.keyboard.press('Space');
  await act('Accept and continue');
  await heading(page, 'Waiting for approval').waitFor();
});

test('once approved, the digits of the authenticator open the start', async () => {
  const admin = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const { data } = await admin.ask('roleGet', {});
  const role = data.records.find(({ name }) => name === 'Clinician');
  await admin.ask('userAuthorise', { email: EMAIL, expiryDate: '2099-12-31', roleID: role?._id ?? '' });
  await act('Back to the sign-in');
  await signInHalf(OWN_PASSWORD);
  await page.keyboard.type(await nextCode());
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();
});

test('the password is changed in the profile', async () => {
  await act('You');
  await heading(page, 'Your profile').waitFor();
  await tabTo(page, 'My Profile');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await typeInto('Current Password', OWN_PASSWORD);
  await typeInto('New Password', SECOND_PASSWORD);
  await typeInto('Confirm Password', SECOND_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed').first().waitFor();
});

test('a mailed code opens as well, without the phone', async () => {
  await act('Sign out');
  await heading(page, 'Sign in').waitFor();
  await signInHalf(SECOND_PASSWORD);
  await act('Email me a backup code');
  await page.getByText('Email sent').waitFor();
  // The field has the focus again.
  await page.keyboard.type(await mailed(1));
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();
  await act('You');
  await heading(page, 'Your profile').waitFor();
  await act('Sign out');
});

test('an administrator makes a role, changes it and deletes it', async () => {
  await typeSignIn('admin@demo.nhs.uk', PASSWORD);
  await act('Manage');
  await heading(page, 'People').waitFor();
  await act('Roles');
  await heading(page, 'Roles').waitFor();
  await act('New role');
  await heading(page, 'New role').waitFor();
  await typeInto('Name', 'Ward clerk');
  // One radio group is one stop: the arrow moves inside it.
  await tabTo(page, 'Clinician');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'Hospital user' }).isChecked()).toBe(true);
  await tabTo(page, 'See patients, find them, and see the lists for surgery');
  await page.keyboard.press('Space');
  await act('Create role');
  await heading(page, 'Roles').waitFor();
  await act('Ward clerk');
  await heading(page, 'Ward clerk').waitFor();
  await act('Delete role');
  await page.getByRole('dialog').waitFor();
  await act('Delete role');
  await heading(page, 'Roles').waitFor();
  await page.getByRole('link', { name: /^Ward clerk/ }).waitFor({ state: 'detached' });
});

test('no page complained on the way', () => {
  profile.expectQuiet();
});

/** Signs in up to the question for the code, whose field then has the focus. */
async function signInHalf(password: string): Promise<void> {
  await typeSignIn(EMAIL, password);
  await heading(page, 'Enter your code').waitFor();
}

async function typeSignIn(email: string, password: string): Promise<void> {
  await heading(page, 'Sign in').waitFor();
  await typeInto('Email', email);
  await typeInto('Password', password);
  await page.keyboard.press('Enter');
}
