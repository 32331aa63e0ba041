import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { heading } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import {
  askForAccount,
  fillProfile,
  mailedCode,
  OWN_PASSWORD,
  setPassword,
  setUpApp,
  signInHalf,
} from '#tests/support/people/registration.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { hasVault } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const EMAIL = 'violet.stone@demo.nhs.uk';
const SECOND_PASSWORD = 'Marble8@river';
const THIRD_PASSWORD = 'Copper9#field';

let profile: Profile;
let page: Page;
let admin: Caller;
let nextCode: () => Promise<string>;
const code = (seen: number) => mailedCode(path.join(stage.server.dataDir, 'mail'), EMAIL, seen);
const veil = () => page.locator('[data-veil]');
const problem = () => page.getByRole('alert').first();

const stage = openStage(
  async ({ server, browser }) => {
    admin = await callerAs(server.origin, 'admin@demo.nhs.uk');
    // Refusals that these journeys provoke; the last, of a patient who is not sent yet.
    profile = await openProfile(browser, { provoked: [/status of (?:400|401|403|409|422)/, /404 .*patient\/get\/details/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

test('asking for an account: what is wrong stands on top, and what was typed stays', async () => {
  await page.goto(`${stage.server.origin}/login`);
  await page.getByRole('link', { name: 'Ask for an account' }).click();
  await heading(page, 'Ask for an account').waitFor();
  await page.getByLabel('Email').fill('violet@example.com');
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await problem().getByRole('link', { name: 'The Email must be NHS email' }).waitFor();
  await problem().getByRole('link', { name: 'Choose a role' }).waitFor();
  expect(await page.title()).toBe('Error: Ask for an account – Assent');
  expect(await page.getByLabel('Email').inputValue()).toBe('violet@example.com');
  await expectAccessible(page, 'register-email-errors');
  await askForAccount(page, EMAIL);
  await page.getByText('User has been created and email sent').waitFor();
});

test('the code of the mail and a strong password open the registration', async () => {
  expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL);
  const mailed = await code(0);
  await setPassword(page, mailed, 'weak');
  await problem()
    .getByRole('link', { name: 'The Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)' })
    .waitFor();
  await page.getByLabel('Confirm password').fill('other');
  await page.getByText('Confirm password must be same as password').waitFor();
  await expectAccessible(page, 'register-password-errors');
  await setPassword(page, mailed.toLowerCase());
  await heading(page, 'Your details').waitFor();
});

test('a registration goes on at its open step, after a reload, from another address, and after a new sign-in', async () => {
  await page.reload();
  await heading(page, 'Your details').waitFor();
  for (const place of ['/patient', '/setup2fa', '/termsconditions']) {
    await page.goto(stage.server.origin + place);
    await heading(page, 'Your details').waitFor();
    expect(new URL(page.url()).pathname).toBe('/update-profile');
  }
  await page.getByRole('link', { name: 'Sign out and continue later' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Your details').waitFor();
});

test('details, second factor and terms, up to the approval', async () => {
  await page.getByRole('button', { name: 'Save and continue' }).click();
  expect(await problem().getByRole('link').allInnerTexts()).toEqual([
    'Enter the first name',
    'Enter the last name',
    'Enter the phone number',
    'Choose a grade',
    'Choose an organisation',
    'Choose a speciality',
    'Enter the registration number',
  ]);
  await expectAccessible(page, 'update-profile-errors');
  await fillProfile(page, 'stone');
  await heading(page, 'Set up two-factor authentication').waitFor();
  await expectAccessible(page, 'setup2fa-download');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await expectAccessible(page, 'setup2fa-scan');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Code').waitFor();
  await expectAccessible(page, 'setup2fa-verify');
  await page.reload();
  nextCode = await setUpApp(page);
  await page.getByText('2FA set up succesfully').waitFor();
  await heading(page, 'Terms of use').waitFor();
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await problem().getByRole('link', { name: 'Please read and accept the terms to continue' }).waitFor();
  await expectAccessible(page, 'termsconditions-errors');
  await page.getByLabel('I have read these terms').check();
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await heading(page, 'Waiting for approval').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('assent.session'))).toBeNull();
  await expectAccessible(page, 'waiting-approval');
});

test('nobody signs in before the approval, however right the password', async () => {
  await page.getByRole('link', { name: 'Back to the sign-in' }).click();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await problem().getByText("You account exists but hasn't been activated, Please contact your admin").waitFor();
});

test('once approved, the authenticator opens the place that was asked for', async () => {
  const { data } = await admin.ask('roleGet', {});
  const role = data.records.find(({ name }) => name === 'Clinician');
  await admin.ask('userAuthorise', { email: EMAIL, expiryDate: '2099-12-31', roleID: role?._id ?? '' });
  await page.goto(`${stage.server.origin}/patient`);
  await signInHalf(page, EMAIL);
  await page.getByRole('button', { name: 'Verify' }).click();
  await problem().getByRole('link', { name: 'Enter all 6 digits' }).waitFor();
  await expectAccessible(page, 'login-code-errors');
  const digits = await nextCode();
  // With a space, as apps show it and as people paste it.
  await page.getByLabel('Code').fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await heading(page, 'Patients').waitFor();
});

test('a code by mail opens as well, for who has the phone not at hand', async () => {
  await signOut();
  await signInHalf(page, EMAIL);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await problem().getByRole('link', { name: 'That code is not right or has run out' }).waitFor();
  await expectAccessible(page, 'sign-in-code-errors');
  await page.getByRole('button', { name: 'Email me a backup code' }).click();
  await page.getByText('Email sent').waitFor();
  expect(await problem().count()).toBe(0);
  expect(await focused()).toBe('sign-in-code');
  await page.getByLabel('Code').fill(await code(1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await heading(page, 'Home').waitFor();
});

test('a forgotten password is set anew with a mailed code, and the second factor stays', async () => {
  await page.goto(`${stage.server.origin}/mailbox`);
  await page.getByRole('article').nth(1).waitFor();
  await expectAccessible(page, 'mailbox');
  await signOut();
  await page.getByRole('link', { name: 'I have forgotten my password' }).click();
  await heading(page, 'Forgotten password').waitFor();
  await expectAccessible(page, 'forgot-password');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await heading(page, 'Set a new password').waitFor();
  expect(new URL(page.url()).pathname).toBe('/reset-password');
  await expectAccessible(page, 'reset-password');
  await setPassword(page, await code(2), SECOND_PASSWORD);
  await heading(page, 'Sign in').waitFor();
  await signInHalf(page, EMAIL, SECOND_PASSWORD);
  await page.getByLabel('Code').fill(await nextCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await heading(page, 'Home').waitFor();
});

test('a password changed on another device asks this one to sign in again, and nothing typed is lost', async () => {
  // From this point this tablet has a vault for unsent ops.
  await expect.poll(() => hasVault(page), { timeout: PATIENCE }).toBe(true);
  await page.goto(`${stage.server.origin}/patient`);
  await page.getByRole('link', { name: 'New patient' }).click();
  await page.getByLabel('Last name').fill('Demo-Kept');
  await page.getByLabel('First name').fill('Typed');
  await page.getByLabel('Day').fill('1');
  await page.getByLabel('Month').fill('2');
  await page.getByLabel('Year').fill('1950');
  await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check();
  const elsewhere = await profile.context.newPage();
  await elsewhere.goto(`${stage.server.origin}/login`);
  await signInHalf(elsewhere, EMAIL, SECOND_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Email me a backup code' }).click();
  await elsewhere.getByLabel('Code').fill(await code(3));
  await elsewhere.getByRole('button', { name: 'Verify' }).click();
  await heading(elsewhere, 'Home').waitFor();
  // By the link: a page that is loaded again at once would ask for the password.
  await elsewhere.getByRole('link', { name: 'You', exact: true }).click();
  await elsewhere.getByRole('tab', { name: 'Change Password' }).click();
  await elsewhere.getByLabel('Current Password').fill(SECOND_PASSWORD);
  await elsewhere.getByLabel('New Password', { exact: true }).fill(THIRD_PASSWORD);
  await elsewhere.getByLabel('Confirm Password').fill(THIRD_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Change Password' }).click();
  await elsewhere.getByText('Password changed').waitFor();
  await elsewhere.close();

  // The page may have learnt of it already.
  await page
    .getByRole('button', { name: 'Create patient' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await heading(page, 'Sign in').waitFor();
  await veil().getByText('Expired or invalid token - please log in again').waitFor();
  expect(await focused(), 'what is typed on does not become a password').toBe('Sign in');
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByText('New patient').first().isVisible()).toBe(false);
  await expectAccessible(page, 'session-ended');
  await page.goBack();
  await signInHalf(page, EMAIL, THIRD_PASSWORD);
  // The app's next code would be half a minute away.
  await page.getByRole('button', { name: 'Email me a backup code' }).click();
  await page.locator('#sign-in-code').fill(await code(4));
  await page.getByRole('button', { name: 'Verify' }).click();
  // Nobody is created unseen: the look for doubles had no session, so the button is pressed once more.
  await page.getByRole('button', { name: 'Create patient' }).click();
  await heading(page, /^Patient P-/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/patient/detail');
  const { data } = await admin.ask('patientSearch', { search: 'Demo-Kept' });
  expect(data, 'sent with the new session, once').toMatchObject([{ lastName: 'Demo-Kept', dateOfBirth: '1950-02-01' }]);
});

test('somebody who is suspended in the middle of work sees nothing more and learns why', async () => {
  const fetching = page.waitForRequest(/\/api\/sync\/changes/);
  await page.goto(`${stage.server.origin}/patient?mode=new`);
  await Promise.all([fetching, page.getByLabel('Last name').fill('Demo-Half-Typed')]);
  await admin.ask('userAuthorise', { email: EMAIL, status: 'SUSPENDED' });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await veil().getByText('Expired or invalid token - please log in again').waitFor();
  expect(await page.locator('#lastName').isVisible()).toBe(false);
  await page.locator('#sign-in-password').fill(THIRD_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await veil().getByText("You account exists but hasn't been activated, Please contact your admin").first().waitFor();
  await page.reload();
  await heading(page, 'Sign in').waitFor();
  expect(await page.locator('#lastName').count()).toBe(0);
});

/** The control that has the focus, by its id or else its text. */
function focused(): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.id || (document.activeElement?.textContent ?? null));
}

async function signOut(): Promise<void> {
  await page.goto(`${stage.server.origin}/logout`);
  await heading(page, 'Sign in').waitFor();
}
