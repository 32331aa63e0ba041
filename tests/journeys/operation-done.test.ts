import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate, longDate } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase, type Stage } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const dayIn = (days: number) => localDate(Date.now() + days * DAY, 'Europe/London');
const TODAY = dayIn(0);

let profile: Profile;
let page: Page;
let caller: Caller;
const cases = new Map<string, MadeCase>();
openStage(
  async ({ browser, server }) => {
    caller = await callerAs(server.origin);
    const listed = async (lastName: string, until: Stage, theatre = 'Theatre 1') => {
      const person = { firstName: 'Ida', lastName, dateOfBirth: '1955-01-09' };
      const made = await makeCase(server.origin, caller, { person, until });
      if (until === 'signed') await sealedDocument(server.origin, caller, made);
      const { version } = (await caller.ask('recordDetails', { id: made.recordID })).data.record;
      await caller.ask('recordUpdate', {
        recordID: made.recordID,
        version,
        listed: { date: TODAY, theatre, listType: 'THEATRE' },
      });
      cases.set(lastName, made);
    };
    await listed('Demo-One', 'signed');
    await listed('Demo-Two', 'signed');
    await listed('Demo-Three', 'signed');
    await listed('Demo-Urgent', 'ready');
    await listed('Demo-Alone', 'signed', 'Theatre 2');
    ({ profile, page } = await openSignedIn(browser, server.origin, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialog = () => page.getByRole('dialog');

/** The page in each size, in the dark, and in the largest letters. */
async function pictures(name: string): Promise<void> {
  await expectAccessible(page, name);
  for (const size of ['portrait', 'phone', 'tablet'] as const) {
    await page.setViewportSize(SCREENS[size]);
    await shot(page, name);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await page.setViewportSize(SCREENS.phone);
  await shot(page, `${name}-large`);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(SCREENS.tablet);
}

async function openCase(name: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/consent?id=${cases.get(name)!.recordID}`);
  await heading(page, /^Consent, version/).waitFor();
}

test('a row of the list is recorded as done: it says so, and is not one that may begin', async () => {
  await tabAndEnter(page, 'Lists');
  await heading(page, 'Lists').waitFor();
  await row('DEMO-ONE').getByText('Signed and sealed').waitFor();
  await pictures('done-list');
  await press('Done: DEMO-ONE, Ida');
  await dialog().getByText('Was the operation done?').waitFor();
  await dialog().getByText('RIGHT eye').waitFor();
  await pictures('done-question');
  await press('Record as done');
  await row('DEMO-ONE')
    .getByText(`Recorded as done on ${longDate(TODAY)}`)
    .waitFor();
  await row('DEMO-ONE').getByText('Done', { exact: true }).waitFor();
  expect(await row('DEMO-ONE').getByRole('button').count()).toBe(0);
  await page.getByRole('heading', { level: 2, name: /Theatre 1.*2 of 4 ready, 1 done/ }).waitFor();
});

test('without a consent in force it asks why, and records it all the same', async () => {
  await press('Done: DEMO-URGENT, Ida');
  await dialog().getByText('No consent is in force. Was it an emergency?').waitFor();
  expect(await page.getByRole('button', { name: 'Record as done' }).isDisabled()).toBe(true);
  await dialog().getByLabel('Why was it done without a consent in force?').fill('Bleeding, there was no time to ask');
  await pictures('done-emergency');
  await press('Record as done');
  await row('DEMO-URGENT').getByText('without a consent in force').waitFor();
});

test('the rest of a list is recorded by name, and none is ticked beforehand', async () => {
  await press('Mark the rest as done');
  const boxes = dialog().getByRole('checkbox');
  expect(await boxes.count()).toBe(2);
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
  await pictures('done-rest');
  for (const box of await boxes.all()) await box.check();
  await press('Record 2 operations as done');
  for (const name of ['DEMO-TWO', 'DEMO-THREE'])
    await row(name)
      .getByText(`Recorded as done on ${longDate(TODAY)}`)
      .waitFor();
  await pictures('done-list-after');
});

test('a case says that it was done; undone with a reason it goes on, and another day than the listed one is asked about', async () => {
  await openCase('Demo-Two');
  await page
    .getByText(`Recorded as done on ${longDate(TODAY)}`)
    .first()
    .waitFor();
  await pictures('done-case');
  await press('Undo');
  await dialog().getByLabel('Reason').fill('The wrong row');
  await press('Undo: it was not done');
  await press('Record as done');
  await dialog().waitFor();
  const [year, month, day] = dayIn(-1).split('-');
  for (const [label, value] of [
    ['Day', day!],
    ['Month', month!],
    ['Year', year!],
  ] as const)
    await dialog().getByLabel(label, { exact: true }).fill(value);
  await dialog()
    .getByText(`The list says ${longDate(TODAY)}.`)
    .waitFor();
  await pictures('done-other-day');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('a case that is not going ahead stops, with its reason, until that is undone', async () => {
  await press('Not going ahead');
  await dialog().getByText('Why?').waitFor();
  expect(await dialog().getByRole('radio', { checked: true }).count()).toBe(0);
  await dialog().getByText('The hospital cannot do it').click();
  await pictures('close-question');
  await dialog().getByRole('button', { name: 'Not going ahead' }).click();
  await page.getByText('No consent is in force until this is undone.').waitFor();
  await pictures('close-case');
  await press('Undo');
  await dialog().getByLabel('Reason').fill('It goes ahead after all');
  await press('Undo: it goes ahead');
  await page.getByText('No consent is in force until this is undone.').waitFor({ state: 'detached' });
});

test('lists leave out what has ended, and “Ended” finds it', async () => {
  await tabAndEnter(page, 'Consents');
  await heading(page, 'Consents').waitFor();
  await page.getByText('DEMO-TWO').first().waitFor();
  expect(await page.getByText('DEMO-ONE').count()).toBe(0);
  await page.getByLabel('State').selectOption('ENDED');
  await page.getByText('DEMO-ONE').first().waitFor();
  await pictures('ended-consents');
});

test('a consent that is taken back after “done” stops the case until somebody says whether it was', async () => {
  await caller.ask('recordWithdraw', { consentID: cases.get('Demo-One')!.consentID, reason: 'I changed my mind' });
  await openCase('Demo-One');
  await page.getByText('Taken back after it was recorded as done: was it done?').first().waitFor();
  await pictures('taken-back');
  await press('It was not done');
  await dialog().getByLabel('Reason').fill('The wrong row');
  await press('Undo: it was not done');
  await page.getByText('This consent is withdrawn: it is not in force').waitFor();
});

test('without a network it is recorded on this tablet, and sent once there is one', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await tabAndEnter(page, 'Lists');
  await row('DEMO-ALONE').getByText('Signed and sealed').waitFor();
  await page.reload();
  await row('DEMO-ALONE').getByText('Signed and sealed').waitFor();
  await page.context().setOffline(true);
  await press('Done: DEMO-ALONE, Ida');
  await press('Record as done');
  await row('DEMO-ALONE').getByText('Recorded as done here, waiting to send').waitFor();
  await shot(page, 'done-offline');
  await page.context().setOffline(false);
  await row('DEMO-ALONE')
    .getByText(`Recorded as done on ${longDate(TODAY)}`)
    .waitFor();
});
