import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let number = '';
const stage = openStage(
  async ({ browser, server }) => {
    const caller = await callerAs(server.origin);
    const person = { firstName: 'Ida', lastName: 'Demo-Trail', dateOfBirth: '1955-01-09' };
    const { patientID } = await makeCase(server.origin, caller, { person, until: 'signed' });
    number = (await caller.ask('patientGetDetails', { id: patientID })).data.patient.recordID ?? '';
    // More acts than one page holds.
    for (let nth = 0; nth < 24; nth += 1)
      await makeCase(server.origin, caller, { person: { ...person, lastName: `Demo-${nth}` }, until: 'draft' });
    profile = await openProfile(browser, { provoked: [/status of 4\d\d/] });
    page = await profile.context.newPage();
    await page.goto(server.origin);
    await signIn(page, 'auditor@demo.nhs.uk');
    await heading(page, 'Figures').waitFor();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const rows = () => page.getByRole('table', { name: 'Audit trail' }).getByRole('row');

test('an auditor reads who did what today, page after page', async () => {
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Audit trail' }).click();
  await heading(page, 'Audit trail').waitFor();
  await page.getByText(/: 50 newest lines$/).waitFor();
  await expectAccessible(page, 'audit');
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => rows().count()).toBeGreaterThan(52);
});

test('the trail of a patient says what happened and by whom, and names no patient', async () => {
  await page.getByLabel('Patient’s number').fill('Demo-Trail');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('The patient number must be like P-000123').waitFor();
  await expectAccessible(page, 'audit-problem');
  await page.getByLabel('Patient’s number').fill(number);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText(new RegExp(`patient ${number}: \\d+ lines$`)).waitFor();
  const words = await page.getByRole('table', { name: 'Audit trail' }).innerText();
  for (const each of ['Signed', 'Demo Clinician', 'Patient', `Patient ${number}`]) expect(words).toContain(each);
  expect(words).not.toContain('Demo-Trail');
  await expectAccessible(page, 'audit-patient');
});

test('a day without acts says so, and the address keeps the day alone', async () => {
  const day = page.getByRole('group', { name: 'Day' });
  await day.getByRole('textbox', { name: 'Day' }).fill('1');
  await day.getByRole('textbox', { name: 'Month' }).fill('1');
  await day.getByRole('textbox', { name: 'Year' }).fill('2020');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Nothing found').waitFor();
  const { pathname, search } = new URL(page.url());
  expect([pathname, search]).toEqual(['/audit', '?day=2020-01-01']);
  await expectAccessible(page, 'audit-empty');
});

test('each reading is a line of the security log', async () => {
  await page.goto(`${stage.server.origin}/security?type=TRAIL_READ`);
  await page
    .getByRole('table')
    .getByText(new RegExp(`${number}$`))
    .first()
    .waitFor();
});

test('somebody without the permission is led to the start', async () => {
  const other = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const tab = await other.context.newPage();
  await tab.goto(`${stage.server.origin}/audit`);
  await signIn(tab, 'nurse@demo.nhs.uk');
  await heading(tab, 'Home').waitFor();
  await other.context.close();
});
