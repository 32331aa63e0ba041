import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { wallTimeOf } from '#domain/values/wall-time.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn, untilReadyOffline } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const wall = (after: number) => wallTimeOf(new Date(Date.now() + after).toISOString(), 'Europe/London');
const TEXT = 'Work goes on without a network.';

let profile: Profile;
let page: Page;
const stage = openStage(
  async ({ browser, server }) => {
    profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/, /status of 4\d\d/] });
    page = await profile.context.newPage();
    await page.goto(server.origin);
  },
  { hasOwnServer: true, settings: { maintenance: { from: wall(DAY), until: wall(DAY + 2 * HOUR), text: TEXT } } },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const help = () => page.getByRole('button', { name: 'Help with this screen' });
const dialog = () => page.getByRole('dialog', { name: 'Help with this screen' });

test('planned maintenance is told before anybody signs in, and on the screens behind', async () => {
  const banner = page.getByRole('region', { name: 'Maintenance' });
  await banner.getByText(TEXT).waitFor();
  await banner.getByText('Planned maintenance').waitFor();
  await expectAccessible(page, 'login-maintenance');
  await signIn(page);
  await heading(page, 'Home').waitFor();
  expect(await banner.innerText()).toMatch(/Planned maintenance: \d+ \w+ \d{4}, \d\d:\d\d (?:GMT|BST) to .*\d\d:\d\d/);
});

test('first steps are offered on Home, are walked with the keyboard, and end for good', async () => {
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const card = page.getByRole('region', { name: 'First steps' });
  await card.getByText('4 short steps show you around').waitFor();
  await expectAccessible(page, 'first-steps-offered');
  await tabAndEnter(page, 'Show first steps');
  await card.getByRole('heading', { name: 'Look at your own details' }).waitFor();
  await expectAccessible(page, 'first-steps-open');
  for (const title of ['Start with a patient', 'Hand the tablet over']) {
    await tabAndEnter(page, 'Next step');
    await card.getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
  }
  await tabAndEnter(page, 'Step before');
  await card.getByText('First steps, 2 of 4').waitFor();
  await card.getByRole('button', { name: 'Skip first steps' }).click();
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'New consent' }).first().waitFor();
  expect(await card.count()).toBe(0);
});

test('help is the last thing of every screen, and opens over it with its own questions, a contact and the version', async () => {
  for (const [place, title, question] of [
    ['/', /^Home$/, 'How do I start a consent?'],
    ['/patient', /^Patients$/, 'How do I find a patient?'],
    ['/listed', /^Lists$/, 'What do the signs on the list mean?'],
    ['/consent', /^Consents$/, 'Can a patient sign at home?'],
    ['/profile', /^/, 'What is the tablet PIN for?'],
  ] as const) {
    await page.goto(`${stage.server.origin}${place}`);
    await heading(page, title).first().waitFor();
    const last = page.getByRole('main').locator('button, a[href]').last();
    expect(await last.innerText()).toBe('Help with this screen');
    await help().click();
    await dialog().getByText(question).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }
  await help().click();
  await dialog().getByText('What is the tablet PIN for?').click();
  await dialog().getByText('It takes a tablet back from a patient').waitFor();
  await dialog().getByRole('link', { name: 'support@demo.nhs.uk' }).waitFor();
  await dialog()
    .getByText(/Version \d/)
    .waitFor();
  await expectAccessible(page, 'help-panel');
});

test('first steps are opened again from help', async () => {
  await dialog().getByRole('link', { name: 'First steps' }).click();
  await heading(page, 'Home').waitFor();
  await page.getByRole('heading', { name: 'Look at your own details' }).waitFor();
  await page.getByRole('button', { name: 'Skip first steps' }).click();
});

test('questions are searched, and are readable without a network', async () => {
  await help().click();
  await dialog().getByRole('link', { name: 'All questions and answers' }).click();
  await heading(page, 'Questions and answers').waitFor();
  for (const group of ['Signing', 'Links and paper', 'Without a network', 'Lists for surgery', 'Patients and imports'])
    await page.getByRole('heading', { name: group, exact: true }).waitFor();
  await expectAccessible(page, 'faqs-groups');
  await untilReadyOffline(page);
  await profile.context.setOffline(true);
  await page.goto(`${stage.server.origin}/faqs`);
  await signInAgain();
  await page.getByRole('searchbox').fill('wrong patient');
  await page.getByText('I used the wrong patient’s record.').click();
  await page.getByText('Tell your safety lead').waitFor();
  await page.getByRole('region', { name: 'Maintenance' }).getByText(TEXT).waitFor();
  await profile.context.setOffline(false);
});

/** A reload without a network asks for the password, which opens the vault of this tablet. */
async function signInAgain(): Promise<void> {
  await heading(page, /^(?:Sign in|Questions and answers)$/)
    .first()
    .waitFor();
  if (await heading(page, 'Sign in').isVisible()) await signIn(page);
  await heading(page, 'Questions and answers').waitFor();
}
