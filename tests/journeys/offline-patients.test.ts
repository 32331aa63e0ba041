import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { SUCCESS_MS } from '#src/notices/notices.tsx';
import { openProfile, PATIENCE } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn, untilReadyOffline } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

const PERSON = { firstName: 'Offline', lastName: 'Demo-Tidewater', dateOfBirth: '1961-02-03' };
const NAME = 'DEMO-TIDEWATER, Offline';

let page: Page;
const stage = openStage(async ({ server, browser }) => {
  const { context } = await openProfile(browser);
  page = await context.newPage();
  await page.goto(server.origin);
  // The app is installed: from the next load on its worker answers for every part of it.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  // The vault opens in the background, with the server's share of its key: without it nothing can be stored here.
  await untilReadyOffline(page);
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await page.getByRole('row', { name: /DEMO-ALDER/ }).waitFor();
});
asOneVisit(() => page);

const patientsOnServer = async () => {
  const staff = await callerAs(stage.server.origin);
  return (await staff.ask('patientGet', { search: PERSON.lastName })).data.records;
};

test('without a network a patient is created, and is told to be saved on this tablet', async () => {
  await page.getByRole('link', { name: 'New patient' }).click();
  await heading(page, 'New patient').waitFor();
  await page.context().setOffline(true);
  await createPatient(page, PERSON);
  await page.getByRole('status').filter({ hasText: 'Saved on this tablet' }).waitFor();
  await heading(page, 'Patient').waitFor();
  await page.getByText('Waiting to send').first().waitFor();
});

test('the record can be edited, and stands in the list as waiting to be sent', async () => {
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Phone number').fill('01632 960001');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('01632 960001').waitFor();
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await page.getByRole('searchbox').fill('tidewater');
  await page.getByRole('row', { name: NAME }).filter({ hasText: 'Waiting to send' }).waitFor();
  expect(await patientsOnServer()).toEqual([]);
});

test('somebody very like a patient of this tablet is shown before the server can say so', async () => {
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, PERSON);
  await heading(page, 'Is this the same person?').waitFor();
  // A notice of the save before would cover the names on a phone.
  const saved = page.getByRole('status').filter({ hasText: 'Saved on this tablet' });
  await expect.poll(() => saved.count(), { timeout: SUCCESS_MS / 2 }).toBe(0);
  await page.getByText('Same last name and date of birth').waitFor();
  await page.getByRole('button', { name: `Use this one ${NAME}` }).click();
  await page.getByText('01632 960001').waitFor();
});

test('with the network back the server has the patient once, with the edit, and nobody was created for the question', async () => {
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await patientsOnServer()).map(({ status, phoneNumber }) => `${status} ${phoneNumber}`), {
      timeout: PATIENCE,
    })
    .toEqual(['ACTIVE 01632 960001']);
  await page.getByText('Waiting to send').first().waitFor({ state: 'detached' });
  await page.getByText(/Patient P-/).waitFor();
});
