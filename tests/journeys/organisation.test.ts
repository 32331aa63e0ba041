import type { Locator, Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { PLACEHOLDER_ORGANISATION } from '#domain/organisation/organisation.ts';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { aLogo } from '#tests/support/forms/logo.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { mailedCode } from '#tests/support/people/registration.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let page: Page;
let profile: Profile;
const stage = openStage(
  async ({ server, browser }) => {
    profile = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_INTERNET_DISCONNECTED/] });
    page = await profile.context.newPage();
    await rename(PLACEHOLDER_ORGANISATION);
    await page.goto(server.origin);
    await signIn(page, 'admin@demo.nhs.uk');
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

test('Home says that the hospital has no name, and by keyboard alone it gets one', async () => {
  await heading(page, 'Home').waitFor();
  await page.getByText('Your hospital has no name yet').waitFor();
  await expectAccessible(page, 'organisation-no-name');
  await tabAndEnter(page, 'Give it a name');
  await heading(page, 'Organisation').waitFor();
  await page.getByText('Ophthalmology').first().waitFor();
  await page.getByText('Second Demo Hospital').first().waitFor();
  await expectAccessible(page, 'organisation');
  await page.setViewportSize(SCREENS.portrait);
  expect(await sideways(page)).toBe(0);
  await shot(page, 'organisation');
  await page.setViewportSize(SCREENS.tablet);
  await tabTo(page, 'Name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('X');
  await tabAndEnter(page, 'Save details');
  await page.getByRole('alert').getByText('The Name must be at least 2 characters').waitFor();
  await expectAccessible(page, 'organisation-errors');
  await tabTo(page, 'Name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Demo Royal Infirmary');
  await tabTo(page, 'Address');
  await page.keyboard.type('1 Demo Lane\nDemotown');
  await tabTo(page, 'Support phone');
  await page.keyboard.type('01632 960001');
  await page.getByText('Details not saved').waitFor();
  await tabAndEnter(page, 'Save details');
  await page.getByText('Organisation saved').first().waitFor();
  await page.getByText('Details not saved').waitFor({ state: 'detached' });
  expect(await own()).toMatchObject({ name: 'Demo Royal Infirmary', address: '1 Demo Lane\nDemotown' });
  await page.getByRole('link', { name: 'Home' }).first().click();
  await heading(page, 'Home').waitFor();
  expect(await page.getByText('Your hospital has no name yet').count()).toBe(0);
});

test('a speciality gets the mailbox of its team, and somebody says which mails they want and who stands in for them', async () => {
  await open();
  const teams = page.getByRole('region', { name: 'Team mailboxes' });
  await teams.getByRole('button', { name: 'Set a mailbox for Ophthalmology' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Save mailbox' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page, 'organisation-team');
  await dialog.getByLabel('Email').fill('eyes@demo.example');
  await dialog.getByRole('button', { name: 'Save mailbox' }).click();
  await teams.getByText('Ophthalmology, eyes@demo.example').waitFor();
  await expectAccessible(page, 'organisation-teams');
  await page.goto(`${stage.server.origin}/profile`);
  await page
    .getByRole('tab', { name: 'Messages' })
    .or(page.getByRole('button', { name: 'Messages' }))
    .first()
    .click();
  await page.getByLabel('Somebody who signs asks a question.').uncheck();
  await page.getByLabel('Who stands in for you').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save messages' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page, 'profile-messages');
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' });
  const [year = '', month = '', day = ''] = today.split('-');
  for (const group of ['First day', 'Last day']) {
    const field = page.getByRole('group', { name: group });
    await field.getByLabel('Day').fill(day);
    await field.getByLabel('Month').fill(month);
    await field.getByLabel('Year').fill(year);
  }
  await page.getByRole('button', { name: 'Save messages' }).click();
  await page.getByText('Your messages are saved').first().waitFor();
  await page.reload();
  await page
    .getByRole('tab', { name: 'Messages' })
    .or(page.getByRole('button', { name: 'Messages' }))
    .first()
    .click();
  expect(await page.getByLabel('Somebody who signs asks a question.').isChecked()).toBe(false);
  await open();
});

test('a logo is shown as documents have it, a wrong file is refused in words, and it is taken off after a question', async () => {
  await open();
  const logo = page.getByRole('region', { name: 'Logo' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    logo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('logo.png', 'image/png', Buffer.from('<svg/>'));
  await logo.getByText('This is not a PNG picture. Save the logo as PNG.').waitFor();
  await choose('large.png', 'image/png', aLogo({ width: 1201, height: 10 }));
  await logo.getByText('A logo is at most 1,200 pixels wide and 400 high.').waitFor();
  await expectAccessible(page, 'organisation-logo-refused');
  await choose('logo.png', 'image/png', aLogo());
  const picture = logo.getByRole('img', { name: 'Logo of Demo Royal Infirmary' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  await expectAccessible(page, 'organisation-logo');
  await logo.getByRole('button', { name: 'Remove logo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the logo?' });
  await dialog.getByText('Forms that were sent keep the logo.').waitFor();
  await expectAccessible(page, 'organisation-logo-remove');
  await dialog.getByRole('button', { name: 'Remove logo' }).click();
  await logo.getByText('There is no logo.').waitFor();
  await choose('logo.png', 'image/png', aLogo());
  await picture.waitFor();
});

test('words that are not saved are not lost: neither to another save, nor by leaving', async () => {
  await rename('Saved by somebody else');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Mine');
  await page.getByRole('button', { name: 'Save details' }).click();
  const notice = page.getByText('Somebody else has saved these details in the meantime');
  await notice.waitFor();
  await page.getByRole('definition').getByText('Saved by somebody else').waitFor();
  await expectAccessible(page, 'organisation-conflict');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Mine');
  await rename('Saved once more');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => name.inputValue()).toBe('Saved once more');
  await name.fill('Demo Royal');
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Roles' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('Demo Royal');
  await page.getByRole('button', { name: 'Save details' }).click();
  await page.getByText('Organisation saved').first().waitFor();
  expect(await own()).toMatchObject({ name: 'Demo Royal' });
});

test('a speciality is added, renamed, ended with what that means, and offered again', async () => {
  const list = page.getByRole('region', { name: 'Specialities' });
  await list.getByRole('button', { name: 'Add speciality' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add speciality' }).click();
  await dialog.getByRole('alert').getByText('The Name must be at least 2 characters').waitFor();
  await expectAccessible(page, 'organisation-speciality-error');
  await dialog.getByLabel('Name').fill('Dermatology');
  await dialog.getByRole('button', { name: 'Add speciality' }).click();
  await list.getByText('Dermatology', { exact: true }).first().waitFor();
  await list.getByRole('button', { name: 'Rename Dermatology' }).click();
  await dialog.getByLabel('Name').fill('Skin');
  await dialog.getByText('People and access plans that have it get the new name.').waitFor();
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await list.getByRole('button', { name: 'End Skin' }).click();
  await dialog.getByText('People, procedures and records that have it keep it.').waitFor();
  await expectAccessible(page, 'organisation-speciality-end');
  await dialog.getByRole('button', { name: 'End speciality' }).click();
  await rowOf(list, 'Skin').getByText('Ended').waitFor();
  await list.getByRole('button', { name: 'Offer again Skin' }).click();
  await rowOf(list, 'Skin').getByText('Ended').waitFor({ state: 'detached' });
  const grades = page.getByRole('region', { name: 'Grades' });
  await grades.getByRole('button', { name: 'End Registrar' }).click();
  await dialog.getByText('People and signatures that have it keep it.').waitFor();
  await dialog.getByRole('button', { name: 'End grade' }).click();
  await rowOf(grades, 'Registrar').getByText('Ended').waitFor();
});

test('an access plan is added and ended today', async () => {
  const list = page.getByRole('region', { name: 'Access plans' });
  await list.getByRole('button', { name: 'Add access plan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add access plan' }).click();
  await dialog.getByRole('alert').getByText('The Name must be at least 2 characters').waitFor();
  await dialog.getByLabel('Name').fill('Eye clinic');
  await dialog.getByRole('checkbox', { name: 'Ophthalmology' }).check();
  await expectAccessible(page, 'organisation-plan');
  await dialog.getByRole('button', { name: 'Add access plan' }).click();
  await rowOf(list, 'Eye clinic').getByText('Ophthalmology, from').waitFor();
  await list.getByRole('button', { name: 'End Eye clinic' }).click();
  await dialog.getByText('people who have no other plan can only read').waitFor();
  await expectAccessible(page, 'organisation-plan-end');
  await dialog.getByRole('button', { name: 'End access plan' }).click();
  await list.getByRole('button', { name: 'End Eye clinic' }).waitFor({ state: 'detached' });
});

test('an organisation is added with a code for its administrator, ended, and opened again', async () => {
  const list = page.getByRole('region', { name: 'Organisations' });
  await list.getByRole('button', { name: 'Add organisation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('North Hospital');
  await dialog.getByLabel('Email of its first administrator').fill('somebody@example.org');
  await dialog.getByRole('button', { name: 'Add organisation' }).click();
  await dialog.getByRole('alert').getByText('The Email must be NHS email').waitFor();
  await expectAccessible(page, 'organisation-new');
  await dialog.getByLabel('Email of its first administrator').fill('first@north.nhs.uk');
  await dialog.getByRole('button', { name: 'Add organisation' }).click();
  await rowOf(list, 'North Hospital').waitFor();
  expect(await mailedCode(`${stage.server.dataDir}/mail`, 'first@north.nhs.uk', 0)).toMatch(/^[0-9A-Z]{8}$/);
  const inside = await callerAs(stage.server.origin, 'clinician@second.nhs.uk');
  await list.getByRole('button', { name: 'End Second Demo Hospital' }).click();
  await dialog.getByText('Everybody there is signed out, and nobody can sign in.').waitFor();
  await expectAccessible(page, 'organisation-end');
  await dialog.getByRole('button', { name: 'End organisation' }).click();
  await rowOf(list, 'Second Demo Hospital').getByText('Ended').waitFor();
  expect(await inside.ask('userMe', {}).catch((failure: unknown) => failure)).toMatchObject({ status: 401 });
  await expectAccessible(page, 'organisation-ended');
  await list.getByRole('button', { name: 'Open again Second Demo Hospital' }).click();
  await rowOf(list, 'Second Demo Hospital').getByText('Ended').waitFor({ state: 'detached' });
});

test('without a network it is said before anybody types', async () => {
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save details' }).waitFor();
  await page
    .getByText(/needs the (?:network|server)/i)
    .first()
    .waitFor();
  await expectAccessible(page, 'organisation-offline');
  await page.context().setOffline(false);
});

test('an administrator of another organisation reads the lists that all share, and changes the own details', async () => {
  const other = await openProfile(stage.browser);
  const tab = await other.context.newPage();
  await tab.goto(`${stage.server.origin}/organisation`);
  await signIn(tab, 'admin@second.nhs.uk');
  await heading(tab, 'Organisation').waitFor();
  await tab.getByText('Administrators of the first organisation change it.').first().waitFor();
  await tab.getByText('Consultant', { exact: true }).waitFor();
  expect(await tab.getByRole('button', { name: /Add (speciality|grade|organisation)|Rename/ }).count()).toBe(0);
  expect(await tab.getByRole('region', { name: 'Organisations' }).count()).toBe(0);
  await expectAccessible(tab, 'organisation-second');
  await tab.getByLabel('Support phone').fill('01632 960002');
  await tab.getByRole('button', { name: 'Save details' }).click();
  await tab.getByText('Organisation saved').first().waitFor();
  await tab.setViewportSize(SCREENS.narrow);
  expect(await sideways(tab)).toBe(0);
  other.expectQuiet();
  await other.context.close();
});

async function open(): Promise<void> {
  await page.goto(`${stage.server.origin}/organisation`);
  await heading(page, 'Organisation').waitFor();
  await page.getByRole('button', { name: 'Save details' }).waitFor();
}

async function own() {
  const { ask } = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  return (await ask('organisation', {})).data;
}

/** Renames the organisation from elsewhere. */
async function rename(name: string): Promise<void> {
  const { ask } = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  const { address, supportEmail, supportPhone, version } = (await ask('organisation', {})).data;
  await ask('organisationUpdate', { name, address, supportEmail, supportPhone, version });
}

/** The row of an entry, by the whole of its name. */
function rowOf(list: Locator, name: string): Locator {
  return list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
}

test('how long records are kept, and a legal hold that is placed, and asked to be lifted with a reason', async () => {
  const caller = await callerAs(stage.server.origin);
  const { recordID } = (await caller.ask('patientCreate', { firstName: 'Ida', lastName: 'Demo-Held', dateOfBirth: '1955-01-09' }))
    .data.patient;
  await page.goto(`${stage.server.origin}/retention`);
  await heading(page, 'Retention').waitFor();
  await page.getByText('Due records are not looked for').waitFor();
  await page.getByLabel('Children: until the age of').fill('7');
  await page.getByRole('button', { name: 'Save times' }).click();
  await page.getByRole('alert').getByText('The age of a child must be at least 18').waitFor();
  await expectAccessible(page, 'retention-errors');
  await page.getByLabel('Children: until the age of').fill('25');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Save times' }).click();
  await page.getByText('No record is due.').waitFor();
  await page.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByLabel('Patient’s number').fill('P-999999');
  await page.getByLabel('Reason').fill('A claim is open');
  await page.getByRole('button', { name: 'Place the hold' }).click();
  await page.getByText('No patient has this number').waitFor();
  await page.getByLabel('Patient’s number').fill(recordID ?? '');
  await page.getByRole('button', { name: 'Place the hold' }).click();
  await page.getByText('On hold').waitFor();
  await expectAccessible(page, 'retention');
  await page.setViewportSize(SCREENS.portrait);
  expect(await sideways(page)).toBe(0);
  await shot(page, 'retention');
  await page.setViewportSize(SCREENS.tablet);
  await page.getByRole('button', { name: 'Ask to lift the hold' }).click();
  await expectAccessible(page, 'retention-lift');
  await page.getByLabel('Reason').fill('The claim ended');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to lift the hold' }).click();
  // Another person lifts it: this one has no button for it any more.
  await page.getByText('asked to lift it').waitFor();
  await page.getByRole('button', { name: /lift the hold/i }).waitFor({ state: 'detached' });
});
