import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { shot, shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let page: Page;
const stage = openStage(
  async ({ server, browser }) => {
    ({ page } = await openSignedIn(browser, server.origin, { email: 'admin@demo.nhs.uk' }));
  },
  { hasOwnServer: true },
);
afterEach((context) => shotOfFailure(page, context));

/** The present screen in each size, and in dark. */
async function shots(name: string): Promise<void> {
  for (const [size, screen] of [
    ['tablet', SCREENS.tablet],
    ['portrait', SCREENS.portrait],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(screen);
    expect(await sideways(page)).toBe(0);
    await shot(page, `${name}-${size}`);
  }
  await page.setViewportSize(SCREENS.tablet);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a copy of all stored data is asked for on the patient’s record, reviewed, and waits for another person', async () => {
  const caller = await callerAs(stage.server.origin);
  const person = { firstName: 'Olive', lastName: 'Demo-Asker', dateOfBirth: '1951-02-03' };
  const { patientID } = await makeCase(stage.server.origin, caller, { person, until: 'signed' });
  const { version } = (await caller.ask('patientGetDetails', { id: patientID })).data.patient;
  await caller.ask('patientUpdate', { id: patientID, version, restricted: true, reason: 'Her sister must not know the address' });
  await caller.ask('patientUpdate', { id: patientID, version: version + 1, restricted: false, reason: 'She lives alone by now' });

  await page.goto(`${stage.server.origin}/patient/detail?id=${patientID}`);
  await page.getByRole('link', { name: 'Copy of all stored data' }).click();
  await heading(page, 'Privacy').waitFor();
  await page.getByRole('button', { name: 'Make a copy' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Make a copy' }).isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: 'The patient', exact: true }).check();
  await dialog.getByLabel('Reason').fill('Asked for by letter on 30 November');
  await expectAccessible(page, 'privacy-new');
  await dialog.getByRole('button', { name: 'Make a copy' }).click();

  await page.getByText('To be reviewed').waitFor();
  await page.getByText(/about other people to decide/).waitFor();
  await expectAccessible(page, 'privacy');
  await shots('privacy');
  // By its address as well.
  await page.goto(`${stage.server.origin}/subject-access?patient=${patientID}`);
  await page.getByRole('link', { name: 'Review' }).click();
  await heading(page, 'Review').waitFor();
  await page.getByText('Her sister must not know the address').first().waitFor();
  await expectAccessible(page, 'privacy-review');
  await shots('privacy-review');

  const about = page.getByRole('listitem').filter({ hasText: 'Her sister must not know the address' }).first();
  await about.getByRole('button', { name: 'Withhold' }).click();
  await dialog.getByLabel('Reason').fill('It tells of her sister');
  await expectAccessible(page, 'privacy-decide');
  await dialog.getByRole('button', { name: 'Withhold' }).click();
  // The history of the details and the timeline say the same: one decision is about both.
  await expect.poll(() => page.getByText('Withheld', { exact: true }).count()).toBe(2);
  for (const words of ['She lives alone by now', 'Asked for by letter on 30 November']) {
    const other = page.getByRole('listitem').filter({ hasText: words }).first();
    await other.getByRole('button', { name: 'Keep' }).click();
    await dialog.getByLabel('Reason').fill('It is about her alone');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.getByText('Everything on this page is decided').waitFor();
  await page.getByRole('link', { name: 'Privacy', exact: true }).first().click();
  await page.getByText('Everything is decided. Another person must release it.').waitFor();
  expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0);
  await shots('privacy-decided');
});
