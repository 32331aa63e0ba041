import type { Page } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { shot, shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const CONTACT = { emailAddress: 'hidden@example.org', phoneNumber: '01632 960777', address: '1 Demo Road' };
const SIZES = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { hasTouch: false, provoked: [/ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => profile.expectQuiet());

const open = (place: string) => page.goto(`${stage.server.origin}${place}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const badge = () => page.getByText('Details protected');

/** Screenshots in each size of a screen, when they are enabled. */
async function shots(screen: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await shot(page, screen);
  }
  await page.setViewportSize(SIZES[0]!);
}

test('contact details are hidden with a reason, a badge says so, and without a network the tablet has none', async () => {
  const { data } = await caller.ask('patientCreate', {
    firstName: 'Ada',
    lastName: 'Demo-Hidden',
    dateOfBirth: '1950-03-14',
    ...CONTACT,
  });
  const { id } = data.patient;
  await open(`/patient/detail?id=${id}`);
  await page.getByText(CONTACT.phoneNumber).waitFor();
  expect(await badge().count()).toBe(0);
  await button('Edit').click();
  await page.getByLabel('Hide address, telephone and email').check();
  await button('Save').click();
  await page.getByRole('link', { name: 'Enter the reason for hiding or showing the contact details' }).waitFor();
  await shots('protected-edit');
  await page.getByLabel('Reason').fill('Asked for by the patient');
  await button('Save').click();
  await badge().waitFor();
  await page.getByText(CONTACT.phoneNumber).waitFor();
  await expectAccessible(page, 'a protected patient');
  await shots('protected-detail');

  // A change of contact details goes to the server alone.
  await button('Edit').click();
  await page.getByLabel('Phone number (optional)').fill('01632 960778');
  await button('Save').click();
  await page.getByText('01632 960778').waitFor();
  expect((await caller.ask('patientGetDetails', { id })).data.patient.phoneNumber).toBe('01632 960778');
  await button('Edit').click();
  await profile.context.setOffline(true);
  await page.getByLabel('Phone number (optional)').fill('01632 960779');
  await button('Save').click();
  await page.getByText('This needs the network, so it is not saved.').first().waitFor();
  await shots('protected-no-network');
  await button('Cancel').click();
  await profile.context.setOffline(false);

  await open('/patient');
  await page.getByRole('searchbox').fill('Demo-Hidden');
  await page.getByText('DEMO-HIDDEN, Ada').waitFor();
  await badge().first().waitFor();
  await shots('protected-list');
});
