import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { clockTime } from '#domain/values/plain-date.ts';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { openGovukDouble } from '#tests/support/messages/govuk-double.ts';
import { GOVUK } from '#tests/support/messages/settings.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { readCodes } from '#tests/server/outside/pdf/read-code.ts';
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

/** Sets the quiet hours to a minute half a day from now: whenever this runs, a telephone may ring. */
async function wakeAllDay(): Promise<void> {
  const admin = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const { data: before } = await admin.ask('messagesSettings', {});
  const at = (ms: number) => clockTime(new Date(Date.now() + ms).toISOString(), 'Europe/London');
  const { version, channels, order, smsBy, templates, plans, monthly, urgentHours, aheadDays, urgentContact } = before;
  await admin.ask('messagesSettingsUpdate', {
    version,
    channels,
    order,
    smsBy,
    templates,
    plans,
    monthly,
    urgentHours,
    aheadDays,
    urgentContact,
    quiet: { from: at(12 * HOUR), to: at(12 * HOUR + MINUTE) },
  });
  await page.reload();
  await heading(page, 'Messages').waitFor();
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
  await wakeAllDay();
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

test('letters are switched on without a service, with as many in a month as the hospital wants', async () => {
  await page.getByRole('switch', { name: 'Letter' }).click();
  await page.getByLabel('Most letters in a month').fill('none');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('The limit must be a number').waitFor();
  await page.getByLabel('Most letters in a month').fill('40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The ways of messages are saved').first().waitFor();
  await expectAccessible(page, 'messages-letters');
  await onEachScreen('messages-letters');
});

test('to somebody who can be written to by no message a letter is printed: its code opens their form', async () => {
  const { origin } = stage.server;
  const caller = await callerAs(origin);
  const person = {
    firstName: 'Ada',
    lastName: 'Demo-Letter',
    dateOfBirth: '1950-03-14',
    address: '12 Demo Road\nDemo Town\nDE2 3MO',
  };
  const made = await makeCase(origin, caller, { person, until: 'ready' });
  const other = await openProfile(stage.browser, { provoked: [/ERR_INTERNET_DISCONNECTED/] });
  const tab = await other.context.newPage();
  await tab.goto(`${origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await tab
    .getByText('There is no way to write to Ada Demo-Letter now. They sign on this tablet, by a code or by a letter.')
    .waitFor();
  for (const [size, screen] of Object.entries({ tablet: SCREENS.tablet, portrait: SCREENS.portrait, phone: SCREENS.phone })) {
    await tab.setViewportSize(screen);
    expect(await sideways(tab)).toBe(0);
    await shot(tab, `letter-case-${size}`);
  }
  await other.context.setOffline(true);
  await tab.getByText('A link needs the network, and the server cannot be reached.').waitFor();
  expect(await tab.getByRole('button', { name: /^Print a letter/ }).isDisabled()).toBe(true);
  await other.context.setOffline(false);
  await tab.getByRole('button', { name: /^Print a letter/ }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByText('12 Demo Road').waitFor();
  for (const [size, screen] of Object.entries({ phone: SCREENS.phone, portrait: SCREENS.portrait, tablet: SCREENS.tablet })) {
    await tab.setViewportSize(screen);
    await shot(tab, `letter-ask-${size}`);
  }
  await expectAccessible(tab, 'letter-ask');
  await tab.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(tab, 'letter-ask-dark');
  await shot(tab, 'letter-ask-dark');
  await tab.emulateMedia({ colorScheme: 'light' });
  // The browser forgets the body of a file once it is shown.
  let drawn: Buffer | undefined;
  await tab.route('**/api/link/letter', async (route) => {
    const response = await route.fetch();
    drawn = await response.body();
    await route.fulfill({ response, body: drawn });
  });
  await dialog.getByRole('button', { name: 'Print the letter' }).click();
  await tab.getByText('The letter is made. Print it, and give it to the post.').first().waitFor();
  await tab.getByText('Letter printed').first().waitFor();
  await tab
    .getByText(/^In a letter/)
    .first()
    .waitFor();
  await expectAccessible(tab, 'letter-printed');
  await shot(tab, 'letter-printed');
  const [url = ''] = await readCodes(drawn ?? Buffer.alloc(0), 1);
  const home = await openProfile(stage.browser);
  const reader = await home.context.newPage();
  await reader.goto(url);
  await reader.getByText('Demo General Hospital').first().waitFor();
  await home.context.close();
  await other.context.close();
});
