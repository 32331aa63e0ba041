import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, goToStep, heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { shot, shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

const PIN_OWNER = 'bch@demo.nhs.uk';
const PIN = '482913';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;

const stage = openStage(undefined, { hasOwnServer: true });
beforeEach(async () => {
  // Refusals that these journeys provoke.
  profile = await openProfile(stage.browser, {
    hasTouch: false,
    provoked: [/status of (?:401|404|409|422)/, /ERR_INTERNET_DISCONNECTED/],
  });
  page = await profile.context.newPage();
});
afterEach(async (context) => {
  await shotOfFailure(page, context);
  profile.expectQuiet();
  await profile.context.close();
});

/** Signs in under a clock that the test moves, and types half a patient. */
async function halfAPatient(): Promise<void> {
  await page.clock.install();
  await page.goto(`${stage.server.origin}/patient?mode=new`);
  const opened = page.waitForResponse(/\/api\/sync\/changes/);
  await signIn(page);
  await heading(page, 'New patient').waitFor();
  // The vault of this tablet is open: the page makes no further requests by itself.
  await opened;
  await page.getByLabel('Last name').fill('Demo-Half-Typed');
}

/** Ends the session of the page on the server, as a password change on another device does. */
async function endElsewhere(): Promise<void> {
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage.getItem('assent.session') ?? '{}') as { token: string };
    return fetch('/api/user/destroyToken', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  });
}

test('a screen that nobody uses for five minutes is hidden, and the password brings it back as it was', async () => {
  await halfAPatient();
  await page.clock.runFor('04:50');
  expect(await heading(page, 'New patient').isVisible()).toBe(true);
  await page.keyboard.press('Shift');
  await page.clock.runFor('04:50');
  expect(await heading(page, 'New patient').isVisible()).toBe(true);
  await page.clock.runFor('00:15');
  await heading(page, 'Locked').waitFor();
  expect(await page.title()).toBe('Locked – Assent');
  expect(await page.getByLabel('Last name').isVisible()).toBe(false);
  expect(await page.locator('body').innerText()).not.toContain('New patient');
  await expectAccessible(page, 'locked');
  await page.locator('#unlock-password').fill('Wrong0!Word');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('alert').getByText('Incorrect password. Please try again').waitFor();
  await page.locator('#unlock-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'New patient').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Demo-Half-Typed');
  expect(await page.title()).toBe('New patient – Assent');
});

test('the tablet PIN opens the lock of one’s own session: by its keys, with and without the network, and five wrong ones end it', async () => {
  const caller = await callerAs(stage.server.origin, PIN_OWNER);
  await caller.ask('userTabletPinSet', { password: PASSWORD, tabletPin: PIN });
  await page.clock.install();
  await page.goto(`${stage.server.origin}/patient`);
  const opened = page.waitForResponse(/\/api\/sync\/changes/);
  await signIn(page, PIN_OWNER);
  await heading(page, 'Patients').waitFor();
  await opened;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const lock = async () => {
    await page.clock.runFor('05:15');
    await heading(page, 'Locked').waitFor();
    await page.getByRole('group', { name: 'Digits' }).waitFor();
  };
  const enter = async (pin: string) => {
    for (const digit of pin)
      await page.getByRole('group', { name: 'Digits' }).getByRole('button', { name: digit, exact: true }).click();
  };
  await lock();
  for (const [size, screen] of Object.entries({ tablet: SCREENS.tablet, portrait: SCREENS.portrait, phone: SCREENS.phone })) {
    await page.setViewportSize(screen);
    expect(await sideways(page)).toBe(0);
    await shot(page, `lock-${size}`);
  }
  await page.setViewportSize(SCREENS.tablet);
  await expectAccessible(page, 'lock-pin');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'lock-pin-dark');
  await shot(page, 'lock-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await enter('111222');
  await page.getByRole('alert').getByText('This is not the PIN. 4 tries left.').waitFor();
  await enter('48');
  await page.getByRole('button', { name: 'Delete the last digit' }).click();
  await enter(PIN.slice(1));
  await heading(page, 'Patients').waitFor();
  // Known to this tablet by now.
  await profile.context.setOffline(true);
  await lock();
  await page.keyboard.type(PIN);
  await heading(page, 'Patients').waitFor();
  await profile.context.setOffline(false);
  await lock();
  for (let tries = 0; tries < 5; tries += 1) {
    await enter('111222');
    if (tries < 4)
      await page
        .getByRole('alert')
        .getByText(/^This is not the PIN/)
        .waitFor();
  }
  await page.getByText('The PIN was wrong too many times. Use your password.').waitFor();
  expect(await page.getByRole('group', { name: 'Digits' }).count()).toBe(0);
  await page.locator('#unlock-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Patients').waitFor();
});

test('the first touch of a tablet that slept does nothing but show the lock, and a reload opens nothing', async () => {
  await halfAPatient();
  const box = await page.getByRole('link', { name: 'Cancel' }).boundingBox();
  // The time has passed, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 600_000);
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await heading(page, 'Locked').waitFor();
  expect(new URL(page.url()).search).toBe('?mode=new');
  await page.reload();
  await heading(page, 'Locked').waitFor();
  expect(await heading(page, 'New patient').count()).toBe(0);
});

test('at a locked screen somebody else is warned, and finds nothing of the first person', async () => {
  await halfAPatient();
  await page.clock.runFor('05:15');
  await heading(page, 'Locked').waitFor();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await page.getByText('What was typed here and not saved will be lost').waitFor();
  await expectAccessible(page, 'locked-leave');
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Locked').waitFor();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${stage.server.origin}/login`);
  await heading(page, /^Sign in$/).waitFor();
  expect(await page.locator('#lastName').count()).toBe(0);
  await signIn(page, 'eyes@demo.nhs.uk');
  // Ophthalmology starts with its referrals.
  await heading(page, 'Referrals').waitFor();
  expect(new URL(page.url()).pathname).toBe('/my-referral');
  const lit = page.getByRole('navigation', { name: 'Assent' }).locator('[aria-current]');
  expect(await lit.allInnerTexts()).toEqual(['Home']);
  await expectAccessible(page, 'my-referral');
});

test('a session that ran out hides its screens; another person who signs in there gets the start, not those', async () => {
  await halfAPatient();
  await page.getByLabel('First name').fill('Half');
  await page.getByLabel('Day').fill('1');
  await page.getByLabel('Month').fill('2');
  await page.getByLabel('Year').fill('1950');
  await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check();
  await endElsewhere();
  // Unless the page has noticed by itself before.
  await page
    .getByRole('button', { name: 'Create patient' })
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await heading(page, 'Sign in').waitFor();
  await expect.poll(() => page.url()).toContain(`${stage.server.origin}/login?to=%2Fpatient`);
  expect(await page.locator('#sign-in-email').inputValue()).toBe(CLINICIAN);
  await page.locator('#sign-in-email').fill('nurse@demo.nhs.uk');
  await page.locator('#sign-in-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Home').waitFor();
  expect(page.url()).toBe(`${stage.server.origin}/`);
  expect(await page.locator('#lastName').count()).toBe(0);
});

test('a consent form that could not be saved when the session ended is saved after the sign-in, without a word lost', async () => {
  const caller = await callerAs(stage.server.origin);
  const person = { firstName: 'Ada', lastName: 'Demo-Draft', dateOfBirth: '1950-02-01' };
  const { consentID, recordID } = await makeCase(stage.server.origin, caller, { person, until: 'draft' });
  await page.goto(`${stage.server.origin}/create-consent?consent=${consentID}&record=${recordID}`);
  await signIn(page);
  await goToStep(page, 'What matters');
  // No other call may notice the end before the words stand there: the overlay would cover the field.
  let release = () => {};
  const isTyped = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**', async (route) => {
    if (!route.request().url().endsWith('/destroyToken')) await isTyped;
    await route.continue();
  });
  await endElsewhere();
  await page.getByLabel(/^What matters to/).fill('Demo words that must stay');
  release();
  // The autosave runs, and is refused.
  await heading(page, 'Sign in').waitFor();
  await page.unroute('**/api/**');
  await page.locator('#sign-in-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Consent form: What matters').waitFor({ state: 'attached' });
  expect(await page.getByLabel(/^What matters to/).inputValue()).toBe('Demo words that must stay');
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
  const { data } = await caller.ask('recordDetails', { id: recordID });
  expect(JSON.stringify(data.consents[0])).toContain('Demo words that must stay');
});

test('two minutes before its end a session says so, and one tap keeps it going', async () => {
  // The sign-in's own answer, except for an expiry that is near: moving the page's clock alone would separate it from the
  // server's.
  await page.route('**/api/user/login', async (route) => {
    const response = await route.fetch();
    const tokenExpiryDate = new Date(Date.now() + 122_000).toISOString();
    await route.fulfill({ response, json: { ...(await response.json()), tokenExpiryDate } });
  });
  await page.goto(`${stage.server.origin}/about`);
  await signIn(page);
  await heading(page, /^About/).waitFor();
  await page.getByText('You will soon be signed out').waitFor();
  await expectAccessible(page, 'session-ending');
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await page.getByLabel('Last name').fill('Demo-Half-Typed');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByText('You will soon be signed out').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Last name').inputValue()).toBe('Demo-Half-Typed');
});

test('places for nobody in particular: a link that has ended, an unknown path, and a browser that is too old', async () => {
  await page.goto(`${stage.server.origin}/login/${'x'.repeat(43)}`);
  await heading(page, /ended/i).waitFor();
  await page.goto(`${stage.server.origin}/no/such/place`);
  await heading(page, 'Sign in').waitFor();
  expect(page.url()).toBe(`${stage.server.origin}/login`);
  await page.goto(`${stage.server.origin}/unsupportedbrowser`);
  await heading(page, 'This browser is too old').waitFor();
  await expectAccessible(page, 'unsupportedbrowser');
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toSorted');
  });
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'This browser is too old').waitFor();
  expect(new URL(page.url()).pathname).toBe('/unsupportedbrowser');
});

test('the pages of nobody signed in fit a narrow phone, also at twice the size of the text', async () => {
  await page.setViewportSize(SCREENS.narrow);
  for (const place of ['/login', '/register-email', '/register-password', '/forgot-password', '/waiting-approval']) {
    await page.goto(stage.server.origin + place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await sideways(page), place).toBe(0);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
    expect.soft(await sideways(page), `${place}, large text`).toBe(0);
  }
});
