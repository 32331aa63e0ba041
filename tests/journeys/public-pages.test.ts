import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { FAILURES } from '#domain/base/messages.ts';
import { ACCESSIBILITY_LIMITS } from '#domain/organisation/accessibility-limits.ts';
import { DEMO_DETAILS } from '#server/seed/demo-people.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { handOver, heading, press, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, type Caller } from '#tests/support/forms/made-cases.ts';
import { answerWho, mailedCase } from '#tests/support/forms/mailed-link.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const PHONE = DEMO_DETAILS.patient_phone;
const NOTICE = 'No real hospital and no real patient is behind these pages.';

let caller: Caller;
let profile: Profile;
let page: Page;

const stage = openStage(
  async ({ server, browser }) => {
    caller = await callerAs(server.origin);
    profile = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
afterEach((context) => shotOfFailure(page, context));

/** Notice, statement and telephone are at the foot of the page, whatever it shows. */
async function expectFoot(at: Page): Promise<void> {
  const foot = at.getByRole('contentinfo');
  await foot.getByText(PHONE).waitFor();
  expect(await foot.getByRole('link', { name: 'Privacy notice' }).getAttribute('href')).toMatch(/^\/privacy(\?o=[\da-f-]+)?$/);
  expect(await foot.getByRole('link', { name: 'Accessibility' }).getAttribute('href')).toMatch(
    /^\/accessibility(\?o=[\da-f-]+)?$/,
  );
}

test.each([
  '/login',
  '/register-email',
  '/register-password',
  '/waiting-approval',
  '/forgot-password',
  '/reset-password',
  '/verify',
  '/verify/DEMO-DEMO-DEMO',
  '/blank-forms',
  '/privacy',
  '/accessibility',
  '/my-consent',
])('%s has notice, statement and telephone, and nobody has signed in', async (address) => {
  await page.goto(`${stage.server.origin}${address}`);
  await expectFoot(page);
});

test('anybody reads the notice and the statement, from the sign-in and back', async () => {
  await page.goto(`${stage.server.origin}/login`);
  await page.getByRole('contentinfo').getByText(PHONE).waitFor();
  await expectAccessible(page, 'login-foot');
  await page.getByRole('link', { name: 'Privacy notice' }).click();
  await heading(page, 'Privacy notice').waitFor();
  await page.getByText(NOTICE).waitFor();
  await page.getByRole('heading', { level: 2, name: 'This is a demonstration' }).waitFor();
  await expectAccessible(page, 'privacy');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
  await heading(page, 'Accessibility statement').waitFor();
  for (const { what } of ACCESSIBILITY_LIMITS) await page.getByText(what).waitFor();
  for (const words of ['ten working days', 'Equality Advisory and Support Service', 'Equality and Human Rights Commission'])
    await page.getByText(words).first().waitFor();
  await expectAccessible(page, 'accessibility');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await heading(page, 'Sign in').waitFor();
});

test('a hospital that is not known has no notice here, and the statement all the same', async () => {
  await page.goto(`${stage.server.origin}/privacy?o=018f0000-0000-7000-8000-00000000dead`);
  await page.getByText('this hospital is not known here').waitFor();
  await page.goto(`${stage.server.origin}/accessibility?o=018f0000-0000-7000-8000-00000000dead`);
  await page.getByText('Equality Advisory and Support Service').waitFor();
});

test('without a network an app that was open before has all of it', async () => {
  await page.goto(`${stage.server.origin}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.context().setOffline(true);
  for (const [address, words] of [
    ['/privacy', NOTICE],
    ['/accessibility', 'Equality Advisory and Support Service'],
    ['/my-consent', 'We send you a link.'],
  ] as const) {
    await page.goto(`${stage.server.origin}${address}`);
    await page.getByText(words).first().waitFor();
    await expectFoot(page);
  }
  await page.context().setOffline(false);
});

test('a signer at home reads them before the first question, and loses nothing of what is typed', async () => {
  const form = await mailedCase(stage.server, caller);
  const opened = await openProfile(stage.browser, { viewport: SCREENS.phone, provoked: [/status of 4\d\d/] });
  const phone = await opened.context.newPage();
  await phone.goto(form.link);
  await heading(phone, 'A form from Demo General Hospital').waitFor();
  await expectFoot(phone);
  await press(phone, 'Start', 'First, show that it is you');
  await expectFoot(phone);
  expect(await phone.getByRole('contentinfo').getByRole('link', { name: PHONE }).getAttribute('href')).toBe(
    `tel:${PHONE.replaceAll(' ', '')}`,
  );
  await phone.getByLabel('Your own last name').fill('Demo');
  await phone.getByRole('link', { name: 'Privacy notice' }).click();
  await heading(phone, 'Privacy notice').waitFor();
  await phone.getByText(NOTICE).waitFor();
  await expectAccessible(phone, 'link-privacy');
  await phone.keyboard.press('Escape');
  await heading(phone, 'First, show that it is you').waitFor();
  expect(await phone.getByLabel('Your own last name').inputValue()).toBe('Demo');
  await phone.getByRole('link', { name: 'Accessibility' }).click();
  await heading(phone, 'Accessibility statement').waitFor();
  await expectAccessible(phone, 'link-accessibility');
  await phone.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await answerWho(phone, form.lastName);
  await heading(phone, 'What is planned').waitFor();
  await expectFoot(phone);
  // An address that opens nothing says whom to ask as well.
  await phone.goto(`${stage.server.origin}/login/l_${'x'.repeat(43)}`);
  await heading(phone, 'This page has ended').waitFor();
  await expectFoot(phone);
  await opened.context.close();
});

test('a tablet that is with a signer shows them over the page, leads nowhere else, and does so without a network', async () => {
  const person = { firstName: 'Test', lastName: 'Demo-Foot', dateOfBirth: '1950-03-14' };
  const made = await makeCase(stage.server.origin, caller, { person, until: 'ready' });
  const opened = await openProfile(stage.browser, { provoked: [/status of 4\d\d/, /net::ERR_/] });
  const tablet = await opened.context.newPage();
  await tablet.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await signIn(tablet);
  await handOver(tablet);
  await heading(tablet, 'Is this you?').waitFor();
  const foot = tablet.getByRole('contentinfo');
  await foot.getByText(PHONE).waitFor();
  // Nothing there opens another tab.
  expect(await foot.getByRole('link').count()).toBe(0);
  await foot.getByRole('button', { name: 'Accessibility' }).waitFor();
  await tablet.context().setOffline(true);
  await foot.getByRole('button', { name: 'Privacy notice' }).click();
  const dialog = tablet.getByRole('dialog', { name: 'Privacy notice' });
  await dialog.getByText(NOTICE).waitFor();
  await expectAccessible(tablet, 'tablet-privacy');
  expect(await dialog.getByRole('link').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await heading(tablet, 'Is this you?').waitFor();
  await tablet.context().setOffline(false);
  await opened.context.close();
});

test('without a telephone number staff read before they try that no link goes by mail, and what to do', async () => {
  const admin = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const save = async (patientPhone: string | null) => {
    const { name, address, supportEmail, supportPhone, version } = (await admin.ask('organisation', {})).data;
    await admin.ask('organisationUpdate', { name, address, supportEmail, supportPhone, version, patientPhone });
  };
  await save(null);
  const person = { firstName: 'Test', lastName: 'Demo-Setup', dateOfBirth: '1950-03-14', emailAddress: 'setup@example.org' };
  const made = await makeCase(stage.server.origin, caller, { person, until: 'ready' });
  const opened = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const tab = await opened.context.newPage();
  await tab.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await tab.getByRole('button', { name: /^Send a link by email/ }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByText(FAILURES.SETUP_NEEDED.message).waitFor();
  expect(await dialog.getByRole('button', { name: 'Send the link' }).isDisabled()).toBe(true);
  await expectAccessible(tab, 'link-setup-needed');
  await opened.context.close();
  const other = await openProfile(stage.browser);
  const status = await other.context.newPage();
  await status.goto(`${stage.server.origin}/status`);
  await signIn(status, 'admin@demo.nhs.uk');
  await status.getByText('No message goes to patients').waitFor();
  await status.goto(`${stage.server.origin}/organisation`);
  await status.getByLabel('Link to the privacy notice').fill('http://demo.nhs.uk');
  await status.getByLabel('Emails for safety problems').fill('safety@demo.nhs.uk\nnobody');
  await status.getByRole('button', { name: 'Save details' }).click();
  await status.getByRole('alert').getByText('The Email must be an e-mail address: “nobody”').waitFor();
  await expectAccessible(status, 'organisation-public-errors');
  await status.getByLabel('Link to the privacy notice').fill('');
  await status.getByLabel('Telephone for patients').fill(PHONE);
  await status.getByLabel('Emails for safety problems').fill('safety@demo.nhs.uk');
  await status.getByRole('button', { name: 'Save details' }).click();
  await status.getByText('Organisation saved').first().waitFor();
  expect((await admin.ask('organisation', {})).data).toMatchObject({ patientPhone: PHONE, setup: { missing: [] } });
  await other.context.close();
});
