import fs from 'node:fs';
import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let admin: Profile;
let page: Page;

const stage = openStage(
  async ({ browser }) => {
    admin = await openProfile(browser, { provoked: [/status of 4\d\d/] });
    page = await admin.context.newPage();
    await open('/');
    await signIn(page, 'admin@demo.nhs.uk');
  },
  { hasOwnServer: true },
);
afterEach((context) => shotOfFailure(page, context));

test('who waits is approved with a role, a last day and a plan, and can sign in from then on', async () => {
  await expect(callerAs(stage.server.origin, 'pending@demo.nhs.uk')).rejects.toThrow("hasn't been activated");
  await page.getByRole('link', { name: 'Manage' }).click();
  await heading(page, 'People').waitFor();
  await page.getByRole('table').getByRole('link').first().waitFor();
  await expectAccessible(page, 'people');
  await page.getByRole('button', { name: 'Waiting for approval' }).click();
  await page.getByRole('link', { name: /Demo Waiting/ }).click();
  await heading(page, 'Demo Waiting').waitFor();
  const wished = page.getByRole('radio', { name: 'Clinician Asked for' });
  await wished.waitFor();
  expect(await wished.isChecked(), 'the normal case is one tap').toBe(true);
  for (const part of ['#expiryDate', '#expiryDate-month', '#expiryDate-year']) await page.locator(part).fill('');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alert').getByText('Enter the expiry date').waitFor();
  await expectAccessible(page, 'person-errors');
  await page.getByRole('button', { name: '1 year' }).click();
  await page.getByRole('checkbox', { name: /Standard access/ }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('User approved').first().waitFor();
  await page.getByRole('button', { name: 'Save changes' }).waitFor();
  await page.getByText('Notice of the approval').waitFor();
  await page.getByRole('region', { name: 'Last email to them' }).getByText('Sent', { exact: true }).waitFor();
  await expectAccessible(page, 'person-active');
  const { ask } = await callerAs(stage.server.origin, 'pending@demo.nhs.uk');
  const { user } = await ask('userMe', {});
  expect(user).toMatchObject({ status: 'ACTIVE', appRole: 'CLINICIAN' });
  expect(user.subscriptions.map(({ name }) => name)).toEqual(['Standard access']);
});

test('who is suspended is out at once, and a reactivation lets them in again', async () => {
  const nurse = await callerAs(stage.server.origin, 'nurse@demo.nhs.uk');
  await openPerson('Demo Nurse');
  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend Demo Nurse?' });
  await expectAccessible(page, 'person-suspend');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await nurse.ask('userMe', {});
  await page.getByRole('button', { name: 'Suspend' }).click();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('User suspended').first().waitFor();
  expect(await nurse.ask('userMe', {}).catch((failure: unknown) => failure)).toMatchObject({ status: 401 });
  await page.getByRole('button', { name: '6 months' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('button', { name: 'Save changes' }).waitFor();
  await callerAs(stage.server.origin, 'nurse@demo.nhs.uk');
});

test('nobody decides about their own access', async () => {
  await openPerson('Demo Administrator');
  await page.getByText('You cannot approve, suspend or change your own account here').waitFor();
  expect(await page.getByRole('button', { name: /Suspend|Save changes/ }).count()).toBe(0);
  await expectAccessible(page, 'person-own');
});

test('people are found by name, by state and by role, and nobody fits is said', async () => {
  await open('/User-Management');
  await page.getByRole('searchbox').fill('clinician@demo');
  await page.getByText('1 to 1 of 1 people').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Nurse');
  await page.getByText('1 to 2 of 2 people').waitFor();
  await page.getByRole('button', { name: 'Active', exact: true }).click();
  await page.getByRole('link', { name: /Demo Nurse/ }).waitFor();
  await page.getByText('1 to 1 of 1 people').waitFor();
  await page.getByRole('button', { name: 'Rejected' }).click();
  await page.getByText('Nobody found').waitFor();
  await expectAccessible(page, 'people-empty');
});

test('a role is made, changed and deleted, and one that somebody has stays', async () => {
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Roles' }).click();
  await heading(page, 'Roles').waitFor();
  await page.getByRole('table').getByRole('link').first().waitFor();
  await expectAccessible(page, 'roles');
  await page.getByRole('link', { name: 'New role' }).click();
  await heading(page, 'New role').waitFor();
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('alert').getByText('Choose an account type').waitFor();
  await expectAccessible(page, 'role-errors');
  await page.getByLabel('Name').fill('Ward clerk');
  await page.getByRole('radio', { name: 'Hospital user' }).check();
  await page.getByRole('checkbox', { name: /^See patients, find them/ }).check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await heading(page, 'Roles').waitFor();
  await page.getByRole('searchbox').fill('ward');
  await page.getByText('1 to 1 of 1 roles').waitFor();
  await page.getByRole('link', { name: /^Ward clerk/ }).click();
  await heading(page, 'Ward clerk').waitFor();
  expect(new URL(page.url()).pathname).toBe('/edit-role');
  await page.getByRole('checkbox', { name: /^Read consents, their documents/ }).check();
  await page.getByRole('button', { name: 'Save role' }).click();
  await heading(page, 'Roles').waitFor();
  await page.getByRole('link', { name: /^Ward clerk/ }).click();
  await page.getByRole('button', { name: 'Delete role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).waitFor();
  await expectAccessible(page, 'role-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
  await page.getByText('No role found').waitFor();
  await page.getByRole('searchbox').fill('nurse');
  await page.getByText('1 to 1 of 1 roles').waitFor();
  await page.getByRole('link', { name: /^Nurse/ }).click();
  await page.getByText('It came with the product, so it cannot be deleted.').waitFor();
  await page.getByText('2 people have this role').waitFor();
  await page.getByRole('checkbox', { name: 'See the figures' }).uncheck();
  await page.getByRole('button', { name: 'Save role' }).click();
  await page.getByText('2 people will be signed out').waitFor();
  await expectAccessible(page, 'role-save');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('the security log tells of it all, and goes out as a file', async () => {
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Security log' }).click();
  // The role above was changed and not saved.
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave without saving' }).click();
  await heading(page, 'Security log').waitFor();
  await page.getByRole('table').getByText('Role deleted').waitFor();
  await expectAccessible(page, 'security');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Suspended');
  await page.getByText('1 to 1 of 1 lines').waitFor();
  await page.getByRole('table').getByText('nurse@demo.nhs.uk').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  await page.locator('#download:focus').waitFor();
  expect(download.suggestedFilename()).toMatch(/^security-log-\d{4}-\d\d-\d\d\.csv$/);
  const text = fs.readFileSync(await download.path(), 'utf8');
  expect(text).toContain('USER_SUSPENDED');
  expect(text).toContain('nurse@demo.nhs.uk');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Log downloaded');
  await page.getByRole('table').getByText('Log downloaded').waitFor();
});

test('a tablet shows what waits on it, is blocked after a question, and allowed again', async () => {
  const { ask } = await callerAs(stage.server.origin, 'nurse@demo.nhs.uk');
  const deviceId = '0198f2f6-0000-7000-8000-00000000abcd';
  await ask('userDevice', { deviceId, name: 'Demo tablet', unsent: 2 });
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Tablets' }).click();
  await heading(page, 'Tablets').waitFor();
  // The administrator's own browser is listed as well.
  await page.getByRole('table').getByText('by Demo Administrator').waitFor();
  await page.getByRole('searchbox').fill('Demo tablet');
  await page.getByText('by Demo Administrator').waitFor({ state: 'detached' });
  await page.getByText('2 items waiting').waitFor();
  await page.getByText(/^Last contact \d\d:\d\d/).waitFor();
  await page.getByText('by Demo Nurse').waitFor();
  await expectAccessible(page, 'devices');
  await page.getByRole('button', { name: /^Rename Demo tablet/ }).click();
  await page.getByRole('dialog').getByLabel('Name of the tablet').fill('Ward 7, demo tablet');
  await expectAccessible(page, 'devices-rename');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: /^Block Ward 7, demo tablet/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Ward 7, demo tablet (No. 00abcd)?' });
  await dialog.getByText('it had 2 items waiting').waitFor();
  await expectAccessible(page, 'devices-block');
  await dialog.getByRole('button', { name: 'Block tablet' }).click();
  await page.getByRole('table').getByText('Blocked').waitFor();
  const other = await callerAs(stage.server.origin, 'nurse@demo.nhs.uk');
  await expect(other.ask('userDevice', { deviceId })).rejects.toThrow('This tablet has been blocked by an administrator');
  await page.getByRole('button', { name: /^Allow Ward 7, demo tablet/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow tablet' }).click();
  await page.getByRole('table').getByText('Allowed').waitFor();
  await page.locator('button:focus', { hasText: 'Block Ward 7, demo tablet' }).waitFor();
  await page.getByRole('searchbox').fill('nothing of this name');
  await page.getByText('No tablet found').waitFor();
  await expectAccessible(page, 'devices-empty');
});

test('an own password is changed only with the present one, and everything wrong is said at once', async () => {
  await open('/profile');
  await page.getByRole('tab', { name: 'Change Password' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Change password' }).click();
  expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(3);
  await expectAccessible(page, 'profile-password-errors');
  await panel.getByLabel('Current Password').fill('Wrong2026!');
  await panel.getByLabel('New Password').fill('Kestrel48!');
  await panel.getByLabel('Confirm Password').fill('Kestrel47!');
  await panel.getByText('Confirm password must be same as password').first().waitFor();
  await panel.getByLabel('Confirm Password').fill('Kestrel48!');
  await panel.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('alert').getByText('Incorrect password. Please try again').waitFor();
  await panel.getByRole('button', { name: 'Show password' }).first().click();
  expect(await panel.getByLabel('Current Password').getAttribute('type')).toBe('text');
  await panel.getByLabel('Current Password').fill(PASSWORD);
  await panel.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').first().waitFor();
  await heading(page, 'Your profile').waitFor();
  expect(await callerAs(stage.server.origin, 'admin@demo.nhs.uk').catch((failure: unknown) => failure)).toBeInstanceOf(
    CallFailed,
  );
});

test('a changed profile asks first in the specification’s words, and then for a new sign-in', async () => {
  await page.getByRole('tab', { name: 'Update Profile' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByLabel('Phone Number').fill('');
  await panel.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('alert').getByText('Enter the phone number').waitFor();
  await expectAccessible(page, 'profile-update-errors');
  await panel.getByLabel('Phone Number').fill('+44 1000 000 000');
  await panel.getByLabel('Grade').selectOption({ index: 1 });
  await panel.getByLabel('Speciality').selectOption({ index: 1 });
  await panel.getByLabel('Registration Number').fill('1234567');
  await panel.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('Are you sure you want to update your profile? After saving changes, you will need to login again.')
    .waitFor();
  await expectAccessible(page, 'profile-update-question');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Update' }).click();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await page.getByText('Profile update successfully').first().waitFor();
  await heading(page, 'Sign in').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('the profile’s tabs move by the arrow keys, and the navigation may say on which one to start', async () => {
  await signIn(page, 'clinician@demo.nhs.uk');
  await open('/profile');
  await page.getByRole('tab', { name: 'My Profile' }).focus();
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('tab', { name: 'Enable 2FA' }).getAttribute('aria-selected')).toBe('true');
  await page.getByText('Google Authenticator').waitFor();
  await expectAccessible(page, 'profile-two-factor');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Enter your password' }).waitFor();
  await expectAccessible(page, 'profile-two-factor-password');
  await page.evaluate(() => history.replaceState({ ...history.state, tab: 'password' }, ''));
  await page.reload();
  await page.getByRole('tab', { name: 'Change Password', selected: true }).waitFor();
});

test('whoever manages nothing sees nothing of it and is led home from its addresses', async () => {
  expect(await page.getByRole('link', { name: 'Manage' }).count()).toBe(0);
  for (const place of ['/User-Management', '/roles', '/add-role', '/devices', '/security']) {
    await open(place);
    await heading(page, 'Home').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByText('You do not have permission to do this').first().waitFor();
  }
  admin.expectQuiet();
});

test('who manages people but not roles reads the roles and gives none that governs more', async () => {
  const lead = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const tab = await lead.context.newPage();
  await tab.goto(`${stage.server.origin}/roles`);
  await signIn(tab, 'bch@demo.nhs.uk');
  await heading(tab, 'Roles').waitFor();
  expect(await tab.getByRole('link', { name: 'New role' }).count()).toBe(0);
  await tab.getByRole('link', { name: /^Nurse/ }).click();
  await heading(tab, 'Nurse').waitFor();
  await tab.getByText('Confirm a consent on the day').waitFor();
  expect(await tab.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
  await expectAccessible(tab, 'role-read');
  await tab.goto(`${stage.server.origin}/User-Management`);
  await tab.getByRole('link', { name: /Demo Administrator/ }).click();
  await tab.getByText('This person can change access in ways that your own role cannot.').waitFor();
  await tab.goto(`${stage.server.origin}/User-Management`);
  await tab.getByRole('link', { name: /Demo Reader/ }).click();
  expect(await tab.getByRole('radio', { name: /^Administrator/ }).isDisabled()).toBe(true);
  expect(await tab.getByRole('radio', { name: /^BCH clinician/ }).isDisabled()).toBe(false);
  lead.expectQuiet();
  await lead.context.close();
});

test('a person is approved, suspended and found again without a pointer', async () => {
  const keys = await openProfile(stage.browser, { hasTouch: false, viewport: SCREENS.tablet });
  const tab = await keys.context.newPage();
  await tab.goto(`${stage.server.origin}/User-Management`);
  await signIn(tab, 'bch@demo.nhs.uk');
  await heading(tab, 'People').waitFor();
  await tab.getByRole('table').getByRole('link').first().waitFor();
  await toControl(tab, 'Name or email');
  await tab.keyboard.type('suspended@');
  await tab.getByText('1 to 1 of 1 people').waitFor();
  await toControl(tab, /suspended@/);
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Reactivate' }).waitFor();
  await toControl(tab, 'Day');
  await tab.keyboard.type('1/2/2099');
  await toControl(tab, 'Reactivate');
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Suspend' }).waitFor();
  await toControl(tab, 'Suspend');
  await tab.keyboard.press('Enter');
  await tab.getByRole('dialog').waitFor();
  await toControl(tab, 'Suspend');
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Reactivate' }).waitFor();
  keys.expectQuiet();
  await keys.context.close();
});

test('at 320 pixels, and at twice the size of the text, nothing of management lies beside the screen', async () => {
  const large = await openProfile(stage.browser, { viewport: SCREENS.narrow });
  const tab = await large.context.newPage();
  await tab.goto(stage.server.origin);
  await signIn(tab, 'bch@demo.nhs.uk');
  await heading(tab, 'Home').waitFor();
  for (const [place, shown] of [
    ['/User-Management', 'Demo Auditor'],
    ['/roles', 'Auditor'],
    ['/devices', 'Demo tablet'],
    ['/profile', 'My Profile'],
  ] as const) {
    await tab.setViewportSize(SCREENS.narrow);
    await tab.goto(`${stage.server.origin}${place}`);
    await tab.getByText(shown).first().waitFor();
    expect(await sideways(tab), `${place}, 320 pixels`).toBe(0);
    await tab.setViewportSize(SCREENS.portrait);
    await tab.addStyleTag({ content: 'html { font-size: 200% !important }' });
    expect(await sideways(tab), `${place}, twice the size`).toBe(0);
  }
  large.expectQuiet();
  await large.context.close();
});

test('an auditor starts with the figures and reads the logs, which are all of management that they see', async () => {
  const auditor = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const tab = await auditor.context.newPage();
  await tab.goto(stage.server.origin);
  await signIn(tab, 'auditor@demo.nhs.uk');
  await heading(tab, 'Figures').waitFor();
  await tab.getByRole('link', { name: 'Manage' }).click();
  await heading(tab, 'Security log').waitFor();
  await tab.getByRole('table').getByText('Signed in').first().waitFor();
  const places = tab.getByRole('navigation', { name: 'Manage' }).getByRole('link');
  expect(await places.allInnerTexts()).toEqual(['Security log', 'Audit trail']);
  await tab.getByLabel('When').selectOption('Between two days…');
  const from = tab.getByRole('group', { name: 'When from' });
  await from.getByLabel('Day').fill('1');
  await from.getByLabel('Month').fill('1');
  await from.getByLabel('Year').fill('2099');
  await tab.getByText('No event found').waitFor();
  await expectAccessible(tab, 'security-own-days');
  auditor.expectQuiet();
  await auditor.context.close();
});

async function open(place: string): Promise<void> {
  await page.goto(`${stage.server.origin}${place}`);
}

/** Goes by the tab key to the control of this name. */
async function toControl(tab: Page, name: string | RegExp): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    await tab.keyboard.press('Tab');
    const said = await tab.evaluate(() => {
      const element = document.activeElement;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((each) => each.textContent) : [];
      return [element?.getAttribute('aria-label') ?? '', ...labels, element?.textContent ?? ''].join(' ').trim();
    });
    if (typeof name === 'string' ? said === name : name.test(said)) return;
  }
  throw new Error(`The tab key never came to ${String(name)}`);
}

async function openPerson(name: string): Promise<void> {
  const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === name);
  await open('/User-Management');
  await page.getByRole('searchbox').fill(name);
  await answered;
  // The rows move when the answer is shown: a press before that may miss its row.
  const row = page.locator('[data-row-link]');
  await row.filter({ hasNotText: name }).first().waitFor({ state: 'detached' });
  await row.filter({ hasText: name }).click();
  await heading(page, name).waitFor();
}
