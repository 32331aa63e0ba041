import type { Page } from 'playwright';
import { afterAll, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const REASON = 'On call tonight, the patient comes to theatre';
const PERSON = { firstName: 'Ida', lastName: 'Demo-Glass', dateOfBirth: '1955-01-09' };

let profile: Profile;
let page: Page;
let made: MadeCase;
let number = '';
const stage = openStage(
  async ({ browser, server }) => {
    const caller = await callerAs(server.origin);
    made = await makeCase(server.origin, caller, { person: PERSON, until: 'signed' });
    number = (await caller.ask('patientGetDetails', { id: made.patientID })).data.patient.recordID ?? '';
    profile = await openProfile(browser, { provoked: [/status of 4\d\d/] });
    page = await profile.context.newPage();
    await page.goto(server.origin);
    await signIn(page, 'eyes@demo.nhs.uk');
    await page.getByRole('main').waitFor();
  },
  { hasOwnServer: true, settings: { breakGlass: true } },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

test('a record outside the own team asks for a reason, and opens with it', async () => {
  await page.goto(`${stage.server.origin}/patient/detail?id=${made.patientID}`);
  await heading(page, 'Patient').waitFor();
  await page.getByRole('heading', { name: 'This patient is not in your team’s care' }).waitFor();
  await expectAccessible(page, 'break-glass');
  await page.getByRole('button', { name: 'Give a reason' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why do you need this record?' });
  await dialog.waitFor();
  await expectAccessible(page, 'break-glass-dialog');
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Open the record' }).click();
  await heading(page, `Patient ${number}`).waitFor();
  await page.locator('h1:focus').waitFor();
  await page.getByText(PERSON.lastName.toUpperCase()).or(page.getByText(PERSON.lastName)).first().waitFor();
});

test('the case of that patient opens as well, without another question', async () => {
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await page.getByRole('heading', { name: 'Timeline' }).first().waitFor();
});

test('an auditor finds the reason, everything by that person, and the report for the patient', async () => {
  const other = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const tab = await other.context.newPage();
  await tab.goto(`${stage.server.origin}/audit`);
  await signIn(tab, 'auditor@demo.nhs.uk');
  await heading(tab, 'Audit trail').waitFor();
  await tab.getByText('opened with a reason: 1 in 24 hours, 1 in 7 days').waitFor();
  await tab.getByLabel('What', { exact: true }).selectOption('REASON');
  await tab.getByRole('button', { name: 'Show', exact: true }).click();
  const table = tab.getByRole('table', { name: 'Audit trail' });
  await table.getByText(`Reason: ${REASON}`).waitFor();
  await expectAccessible(tab, 'audit-reasons');
  await table.getByRole('button', { name: 'Everything by Demo Eyes' }).click();
  await tab.getByText(/^All days, Demo Eyes.*lines?$/).waitFor();
  await tab.getByRole('button', { name: 'Not only Demo Eyes' }).waitFor();
  await expectAccessible(tab, 'audit-person');
  await tab.getByRole('button', { name: 'Not only Demo Eyes' }).click();
  await tab.getByLabel('What', { exact: true }).selectOption('ALL');
  await tab.getByLabel('Patient’s number').fill(number);
  await tab.getByRole('button', { name: 'Show', exact: true }).click();
  await tab.getByText(new RegExp(`patient ${number}: \\d+ lines$`)).waitFor();
  await tab.getByRole('button', { name: 'Report for the patient' }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByText('No other patient, network address or tablet is in it.').waitFor();
  await expectAccessible(tab, 'audit-report');
  const download = tab.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await download;
  await other.context.close();
});
