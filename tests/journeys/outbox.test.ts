import fs from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { heading, PASSWORD } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { addPatient, arrive, changePhone, openFromList } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let colleague: Caller;
let administrator: Caller;
let nurses: Output<'roleGet'>['data']['records'][number];

const stage = openStage(
  async ({ browser }) => {
    profile = await openProfile(browser, { provoked: [/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /status of 40[1349]/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const offline = (is: boolean) => profile.context.setOffline(is);
const found = async (name: string) => (await colleague.ask('patientSearch', { search: name })).data;
const toSend = (words: string) => page.getByRole('link', { name: new RegExp(`^To send\\s*, ${words}$`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openOutbox(): Promise<void> {
  await page.getByRole('link', { name: /^To send/ }).click();
  await heading(page, 'To send').waitFor();
}

/** Changes the permissions of nurses, which signs every nurse out, and signs the one of this tablet in again. */
async function nursesMay(permissions: (typeof nurses)['permissions']): Promise<void> {
  await administrator.ask('roleUpdate', { id: nurses._id, name: nurses.name, permissions });
}

async function signInAgain(): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Sign in').click();
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
}

beforeAll(async () => {
  colleague = await callerAs(stage.server.origin);
  administrator = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const { records } = (await administrator.ask('roleGet', { limit: 100 })).data;
  const role = records.find(({ key }) => key === 'NURSE');
  if (role === undefined) throw new Error('There is no role of nurses');
  nurses = role;
  const person = { firstName: 'Amber', lastName: 'Demo-Rowan-Outbox', dateOfBirth: '1950-03-14', phoneNumber: '01632 960001' };
  await colleague.ask('patientCreate', person);
});

test('with nothing to send the list says so', async () => {
  await arrive(page, stage.server.origin, 'nurse@demo.nhs.uk');
  // Without unsent items the rail has no place for them: the list is reached from the profile.
  expect(
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^To send/ })
      .count(),
  ).toBe(0);
  await page.getByRole('link', { name: 'You', exact: true }).click();
  await openOutbox();
  await page.getByText('Everything is sent').waitFor();
  await expectAccessible(page, 'outbox-empty');
});

test('what is done without a network is counted wherever one is, and named in the list', async () => {
  await openFromList(page, 'Demo-Rowan-Outbox');
  await button('Edit').waitFor();
  await offline(true);
  await page.getByText('Offline: your work is saved on this tablet').waitFor({ state: 'attached' });
  await changePhone(page, '01632 960002');
  await toSend('1 not sent').waitFor();
  await addPatient(page, 'Demo-Made-Offline');
  await toSend('2 not sent').waitFor();
  await openOutbox();
  await page.getByText('There is no network').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'New patient' });
  await row.getByText('Waiting to send').waitFor();
  expect(await row.innerText()).toMatch(/Made \d\d:\d\d · (just now|1 minute ago)/);
  await page.getByRole('heading', { name: 'DEMO-MADE-OFFLINE, Test' }).waitFor();
  await page.getByText('Changed details: Phone number').waitFor();
  await expectAccessible(page, 'outbox-offline');
});

test('while the work on this tablet cannot be opened what waits is counted and not called sent, and it opens by itself', async () => {
  const [before] = await found('Demo-Rowan-Outbox');
  await colleague.ask('patientUpdate', { id: before!.id, version: before!.version, phoneNumber: '01632 960003' });
  await offline(false);
  await toSend('1 not sent, 1 needs you').waitFor();
  await page.route('**/api/user/device', (route) => route.abort());
  await page.reload();
  await page.getByText('Opening what is saved on this tablet…').waitFor();
  await page.getByText('1 item waits here to be sent.').waitFor();
  await toSend('1 not sent').waitFor();
  await expectAccessible(page, 'outbox-opening');
  await page.unroute('**/api/user/device');
  await toSend('1 not sent, 1 needs you').waitFor();
});

test('one field that two tablets changed stands side by side, nothing chosen, and one choice ends it', async () => {
  const [before] = await found('Demo-Rowan-Outbox');
  await expectAccessible(page, 'outbox-needs-you');
  await tabAndEnter(page, 'Look at what needs you');
  await heading(page, 'Changed details: Phone number').waitFor();
  const sides = page.getByRole('group', { name: 'Phone number' });
  expect(await sides.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await sides.innerText()).toContain('Before: 01632 960001');
  await button('Keep what I chose').click();
  await page.getByRole('alert').getByText('Choose for: Phone number').waitFor();
  await expectAccessible(page, 'outbox-conflict');
  await sides.getByRole('radio', { name: /^01632 960002/ }).check();
  await button('Keep what I chose').click();
  await page.getByText('Everything is sent').waitFor();
  expect(await found('Demo-Rowan-Outbox')).toMatchObject([{ phoneNumber: '01632 960002', version: before!.version + 1 }]);
  await page
    .getByText(/^Sent \d\d:\d\d$/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'To send', exact: true }).waitFor();
});

test('what the server refuses is shown whole, put right and sent again', async () => {
  await offline(true);
  await addPatient(page, 'Demo-Misspelt');
  await nursesMay(nurses.permissions.filter((each) => each !== 'patients.write'));
  await offline(false);
  await signInAgain();
  await toSend('1 not sent, 1 needs you').waitFor();
  await openOutbox();
  await page.getByRole('link', { name: 'New patient' }).click();
  await heading(page, 'New patient').waitFor();
  await page.getByText('You do not have permission to do this').waitFor();
  await page.getByText('14 March 1950', { exact: true }).waitFor();
  await expectAccessible(page, 'outbox-refused');
  await button('Fix').click();
  await page.getByLabel('Last name').fill('');
  await button('Send again').click();
  await page.getByRole('alert').getByText('Enter the last name').waitFor();
  await expectAccessible(page, 'outbox-fix');
  await page.getByLabel('Last name').fill('Demo-Put-Right');
  await button('Send again').click();
  await page.getByRole('heading', { name: 'DEMO-PUT-RIGHT, Test' }).waitFor();
  // The server checks it again, and they still may not.
  await toSend('1 not sent, 1 needs you').waitFor();
  await nursesMay(nurses.permissions);
  // The tablet asks the server, which has ended the session: no click, as the sign-in may already cover the screen.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await signInAgain();
  await openOutbox();
  await page.getByRole('link', { name: 'New patient' }).click();
  await button('Send again').click();
  await page.getByText('Everything is sent').waitFor();
  await expect.poll(() => found('Demo-Put-Right'), { timeout: PATIENCE }).toHaveLength(1);
  expect(await found('Demo-Misspelt')).toEqual([]);
});

test('what waits can be exported, and is deleted on the typed word alone', async () => {
  await offline(true);
  await addPatient(page, 'Demo-To-Go');
  await openOutbox();
  await button('Export everything').click();
  const saving = page.waitForEvent('download');
  await button('Save the file').click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^not-sent-\d{4}-\d\d-\d\d\.json$/);
  const { items } = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as { items: unknown[] };
  expect(items).toMatchObject([{ call: 'patientCreate', content: { lastName: 'Demo-To-Go' } }]);
  await button('Delete what is not sent').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('DEMO-TO-GO, Test').waitFor();
  await dialog.getByLabel('Type DELETE to continue').fill('delete');
  expect(await dialog.getByRole('button', { name: 'Delete 1 item' }).isDisabled()).toBe(true);
  await expectAccessible(page, 'outbox-delete');
  await dialog.getByLabel('Type DELETE to continue').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete 1 item' }).click();
  await page.getByText('Everything is sent').waitFor();
  await offline(false);
  await page.getByRole('link', { name: 'To send', exact: true }).waitFor();
  expect(await found('Demo-To-Go')).toEqual([]);
});
