import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn, signIn, untilReadyOffline } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
const stage = openStage(
  async ({ server, browser }) => {
    ({ profile, page } = await openSignedIn(browser, server.origin, { provoked: [/status of 4\d\d/, /net::ERR_/] }));
  },
  { hasOwnServer: true },
);
afterEach((context) => shotOfFailure(page, context));

const WORDS = 'The list said ready, and the form was for the other eye.';
const listed = async () => {
  const admin = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  return (await admin.ask('safetyList', {})).data;
};
async function fill(at: Page, words: string): Promise<void> {
  await at.getByRole('radio', { name: 'Wrong light on a list' }).check();
  await at.getByLabel('What happened?').fill(words);
  await at.getByRole('radio', { name: 'No, but it might have been' }).check();
  await at.getByRole('button', { name: 'Send the report' }).click();
}

test('staff report a safety problem from Help, with what is missing said first', async () => {
  await page.getByRole('button', { name: 'Help with this screen' }).click();
  await page.getByRole('button', { name: 'Report a safety problem' }).click();
  await page.getByText('This does not replace your hospital’s own reporting.').waitFor();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await page.getByRole('alert').getByText('Choose what went wrong').waitFor();
  await expectAccessible(page, 'safety-errors');
  await fill(page, WORDS);
  await page.getByText('Your report is S-0001').waitFor();
  await expectAccessible(page, 'safety-sent');
  expect(await listed()).toMatchObject([{ number: 'S-0001', words: WORDS, context: { route: '/', isOnline: true } }]);
  expect((await listed())[0]?.context.requestIds.length).toBeGreaterThan(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
});

test('who manages the organisation sees it, answers, and the reporter reads the answer under Help', async () => {
  const other = await openProfile(stage.browser);
  const admin = await other.context.newPage();
  await admin.goto(`${stage.server.origin}/status`);
  await signIn(admin, 'admin@demo.nhs.uk');
  await admin.getByText(WORDS).waitFor();
  await admin.getByRole('button', { name: 'I have seen S-0001' }).click();
  await admin.getByText('Being looked into').waitFor();
  await expectAccessible(admin, 'safety-list');
  await admin.getByRole('button', { name: 'Answer and close S-0001' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Close the report' }).click();
  await admin.getByRole('dialog').getByText('Write the answer that the reporter reads').waitFor();
  await admin.getByRole('dialog').getByLabel('Answer').fill('The rule is mended.');
  await expectAccessible(admin, 'safety-close');
  await admin.getByRole('dialog').getByRole('button', { name: 'Close the report' }).click();
  await admin.getByText('Answer of Demo Administrator: The rule is mended.').waitFor();
  await other.context.close();
  await page.reload();
  await heading(page, 'Home').waitFor();
  await page.getByRole('button', { name: 'Help with this screen' }).click();
  await page.getByText('The rule is mended.').waitFor();
  await expectAccessible(page, 'safety-answer');
  await page.keyboard.press('Escape');
});

test('without a network a report waits on the tablet, and is sent once', async () => {
  await untilReadyOffline(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Help with this screen' }).click();
  await page.getByRole('button', { name: 'Report a safety problem' }).click();
  await fill(page, 'The tablet lost what was typed.');
  await page.getByText('Your report is saved on this tablet').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await page.goto(`${stage.server.origin}/outbox`).catch(() => undefined);
  await page.context().setOffline(false);
  await expect.poll(async () => (await listed()).map(({ number }) => number), { timeout: 60_000 }).toEqual(['S-0002', 'S-0001']);
  expect((await listed())[0]).toMatchObject({ words: 'The tablet lost what was typed.', context: { isOnline: false } });
  expect(profile.context.pages().length).toBeGreaterThan(0);
});

test('at the lock screen somebody reports, names no case, and nothing opens', async () => {
  const own = await openProfile(stage.browser, { provoked: [/status of 4\d\d/, /net::ERR_/] });
  const tab = await own.context.newPage();
  await tab.clock.install();
  await tab.goto(`${stage.server.origin}/patient?mode=new`);
  const opened = tab.waitForResponse(/\/api\/sync\/changes/);
  await signIn(tab);
  await heading(tab, 'New patient').waitFor();
  await opened;
  await tab.clock.runFor('02:15');
  await heading(tab, 'Locked').waitFor();
  await tab.getByRole('button', { name: 'Report a safety problem' }).click();
  await expectAccessible(tab, 'safety-locked');
  await fill(tab, 'The tablet lay open at a bed.');
  await tab.getByText('Your report is S-0003').waitFor();
  await tab.getByRole('button', { name: 'Done' }).click();
  await heading(tab, 'Locked').waitFor();
  expect(await tab.getByLabel('Last name').isVisible()).toBe(false);
  await own.context.close();
});
