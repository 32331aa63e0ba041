import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { openGovukDouble } from '#tests/support/messages/govuk-double.ts';
import { GOVUK } from '#tests/support/messages/settings.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

// An administrator switches text messages on, and a clinician sends a link by one.

const double = await openGovukDouble();
let profile: Profile;
let page: Page;
const stage = openStage(
  async ({ server, browser }) => {
    profile = await openProfile(browser, { provoked: [/status of 4\d\d/] });
    page = await profile.context.newPage();
    await page.goto(`${server.origin}/messages`);
    await signIn(page, 'admin@demo.nhs.uk');
    await heading(page, 'Messages').waitFor();
  },
  { hasOwnServer: true, settings: { govukNotify: { baseUrl: double.baseUrl } } },
);
asOneVisit(() => page);
afterAll(async () => {
  profile.expectQuiet();
  await double.close();
});

async function onEachScreen(name: string): Promise<void> {
  for (const [size, screen] of Object.entries({ tablet: SCREENS.tablet, portrait: SCREENS.portrait, phone: SCREENS.phone })) {
    await page.setViewportSize(screen);
    expect(await sideways(page)).toBe(0);
    await shot(page, `${name}-${size}`);
  }
  await page.setViewportSize(SCREENS.tablet);
}

test('before anything is set up it is email alone, and each fault stands at its field', async () => {
  await expectAccessible(page, 'messages-off');
  await onEachScreen('messages-off');
  await page.getByRole('switch', { name: 'Text message' }).click();
  await page.getByText('On once saved').waitFor();
  await page.getByText('Built against the published contract; not yet tried with the service.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Enter the API key of GOV.UK Notify').waitFor();
  await expectAccessible(page, 'messages-errors');
  await onEachScreen('messages-errors');
});

test('with template, key and token it is saved; secrets are shown to nobody; a test goes out', async () => {
  await page.getByLabel('ID of the template').fill(GOVUK.template);
  await page.getByLabel('API key', { exact: true }).fill(GOVUK.key);
  await page.getByLabel('Bearer token of callbacks').fill(GOVUK.bearer);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The ways of messages are saved').first().waitFor();
  await page.getByText(/\/api\/callbacks\/govuk-notify\//).waitFor();
  expect(await page.getByLabel('API key (optional)').inputValue()).toBe('');
  await page.getByLabel('Your own mobile number').fill('01632 960001');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('There is no mobile number of the United Kingdom to send this to').first().waitFor();
  await page.getByLabel('Your own mobile number').fill('07700 900123');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The service took the test. It should arrive within a minute.').waitFor();
  expect(double.taken.at(-1)?.to).toBe('+447700900123');
  await expectAccessible(page, 'messages-on');
  await onEachScreen('messages-on');
});

test('how near an operation is urgent, and who else hears of it, is chosen within its bounds', async () => {
  await page.getByLabel('Urgent from, in hours ahead').fill('12');
  await page.getByLabel('Name of the urgent contact').fill('Theatre desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const problems = page.getByRole('alert');
  await problems.getByText('The hours ahead from which an operation is urgent must be at least 24').waitFor();
  await problems.getByText('The Email must be an e-mail address').waitFor();
  await expectAccessible(page, 'messages-near-errors');
  await onEachScreen('messages-near-errors');
  await page.getByLabel('Urgent from, in hours ahead').fill('72');
  await page.getByLabel('Email address of the urgent contact').fill('desk@demo.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The ways of messages are saved').first().waitFor();
  await page.getByRole('link', { name: 'Organisation' }).first().click();
  await heading(page, 'Organisation').waitFor();
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await heading(page, 'Messages').waitFor();
  expect(await page.getByLabel('Urgent from, in hours ahead').inputValue()).toBe('72');
  expect(await page.getByLabel('Email address of the urgent contact').inputValue()).toBe('desk@demo.example');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'messages-near-dark');
  await shot(page, 'messages-near-dark');
  await page.emulateMedia({ colorScheme: 'light' });
});

test('a clinician sends a link by text message, and the case says how far it has come', async () => {
  const { origin } = stage.server;
  const caller = await callerAs(origin);
  const person = { firstName: 'Ada', lastName: 'Demo-Text', dateOfBirth: '1950-03-14', phoneNumber: '07700 900456' };
  const made = await makeCase(origin, caller, { person, until: 'ready' });
  const other = await openProfile(stage.browser);
  const tab = await other.context.newPage();
  await tab.goto(`${origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await tab.getByRole('button', { name: 'Send a link by text message' }).first().click();
  const dialog = tab.getByRole('dialog');
  expect(await dialog.innerText()).not.toContain('900456');
  await expectAccessible(tab, 'messages-send');
  await dialog.getByRole('button', { name: 'Send the message' }).click();
  await tab.getByText('The message is on its way').first().waitFor();
  await expect.poll(() => double.taken.at(-1)?.to, { timeout: 20_000 }).toBe('+447700900456');
  await tab
    .getByText(/^By text message/)
    .first()
    .waitFor();
  await expectAccessible(tab, 'messages-sent');
  await shot(tab, 'messages-sent');
  await other.context.close();
});
