import type { Page } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { provoked: [/status of 409/, /ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page, 'admin@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => profile.expectQuiet());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = (id: string) => page.goto(`${stage.server.origin}/patient/detail?id=${id}`);

async function given(lastName: string): Promise<string> {
  const patient = { firstName: 'Jo', lastName, dateOfBirth: '1950-03-14', phoneNumber: '01632 960001' };
  return (await caller.ask('patientCreate', patient)).data.patient.id;
}

test('an administrator sees whose a consent was, reads who changed what, and undoes a wrong merge', async () => {
  const [gone, stays] = [await given('Demo-Smyth'), await given('Demo-Smith')];
  await caller.ask('patientUpdate', { id: gone, version: 1, phoneNumber: '01632 960002', firstName: 'Joanna' });
  const { recordID } = await caller.ask('consentCreate', { patientID: gone, formType: 'FORM_1' });
  await caller.ask('patientUpdateStatus', { id: gone, version: 2, status: 'MERGED', mergedInto: stays });

  await open(stays);
  const origin = page.getByText(/^From P-\d+ DEMO-SMYTH, Joanna, merged on /);
  await origin.waitFor();
  await expectAccessible(page, 'patient-with-merged');
  await origin.click();
  await page.getByText('The draft cannot be sent any more', { exact: false }).waitFor();
  await page.getByText('DEMO-SMITH').first().waitFor();
  await expectAccessible(page, 'case-of-merged');
  await page.getByRole('link', { name: 'New consent on this record' }).waitFor();

  await open(gone);
  await page.getByText('Merged into another record').first().waitFor();
  await button('Show the changes').click();
  await page.getByText('First name: from Jo to Joanna').waitFor();
  await page.getByText('Phone number: from 01632 960001 to 01632 960002').waitFor();
  await page.getByText('Patient entered').waitFor();
  await expectAccessible(page, 'patient-history');
  await button('Hide the changes').click();
  await page.context().setOffline(true);
  await button('Show the changes').click();
  await page.getByText('no tablet stores them', { exact: false }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('First name: from Jo to Joanna').waitFor();

  await button('Undo the merge').click();
  const dialog = page.getByRole('dialog');
  const undo = dialog.getByRole('button', { name: 'Undo the merge' });
  expect(await undo.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two sisters');
  await expectAccessible(page, 'patient-undo-merge');
  await undo.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Reason: Two sisters').waitFor();
  const { patient, records } = (await caller.ask('patientGetDetails', { id: gone })).data;
  expect(patient).toMatchObject({ status: 'ACTIVE', mergedInto: null });
  expect(records).toMatchObject([{ recordID, mergedFrom: null }]);
});
