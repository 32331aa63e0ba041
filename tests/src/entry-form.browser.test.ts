import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';

/** The script of the staff app, which the form is shown before. */
const APP = '**/assets/app-*.js';

let profile: Profile;
let page: Page;

const stage = openStage();
beforeEach(async () => {
  // A script that is refused, and a password that is.
  profile = await openProfile(stage.browser, { serviceWorkers: 'block', provoked: [/net::ERR_FAILED/, /status of 40[13]/] });
  page = await profile.context.newPage();
});
afterEach(async () => {
  profile.expectQuiet();
  await profile.context.close();
});

/** Holds the app back. @returns lets it come */
async function holdApp(): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(APP, async (route) => {
    await isReleased;
    // A page that was left meanwhile waits for nothing.
    await route.continue().catch(() => undefined);
  });
  return release;
}

async function fillIn(password: string): Promise<void> {
  await page.getByLabel('Email').fill(CLINICIAN);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('the form is complete before the app is loaded, and a sign-in waits for it', async () => {
  const release = await holdApp();
  await page.goto(`${stage.server.origin}/login?to=%2Fpatient`);
  await heading(page, 'Sign in').waitFor();
  expect(await page.title()).toBe('Sign in – Assent');
  await expectAccessible(page, 'entry-form');
  await fillIn(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('button[data-loading]').waitFor();
  release();
  await heading(page, 'Patients').waitFor();
  expect(new URL(page.url()).pathname).toBe('/patient');
  expect(await page.locator('#sign-in-email').count()).toBe(0);
});

test('what is typed and where the cursor stands outlast the arrival of the app', { tags: ['smoke'] }, async () => {
  const release = await holdApp();
  await page.goto(stage.server.origin);
  await page.getByLabel('Email').fill(CLINICIAN);
  await page.getByLabel('Password', { exact: true }).pressSequentially('Dem');
  release();
  // The app's router knows that nobody is signed in.
  await page.waitForURL(`${stage.server.origin}/login`);
  await page.keyboard.type('o2026!');
  expect(await page.getByLabel('Email').inputValue()).toBe(CLINICIAN);
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();
  // The focus follows the screen, as between any two.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('a link is followed before the app is loaded and after', async () => {
  const release = await holdApp();
  await page.goto(`${stage.server.origin}/login`);
  await page.getByRole('link', { name: 'I have forgotten my password' }).click();
  await page.waitForURL('**/forgot-password');
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${stage.server.origin}/login`);
  // The app is beside the form: its area for notices is there. The page's head has set the colours before.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'I have forgotten my password' }).click();
  await page.waitForURL('**/forgot-password');
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.goBack();
  await heading(page, 'Sign in').waitFor();
  await signIn(page);
  await heading(page, 'Home').waitFor();
});

test('an app that could not be loaded is said to be out of reach, and loaded by the next try', async () => {
  await page.route(APP, (route) => route.abort());
  await page.goto(`${stage.server.origin}/login`);
  await fillIn(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await page.unroute(APP);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Home').waitFor();
});

test('a wrong password is said in the server’s words, at the form that stays', async () => {
  await page.goto(`${stage.server.origin}/login`);
  await fillIn('Wrong0!Word');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.title()).toBe('Error: Sign in – Assent');
  await fillIn(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Home').waitFor();
  await expect.poll(() => page.title()).toBe('Home – Assent');
});
