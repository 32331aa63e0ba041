import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENCE } from './browser.ts';
import { createPatient, heading, signIn } from './journey.ts';
import { waitingIn } from '#tests/support/server/oracle.ts';

/** Signs in on a tablet, and waits until it has a vault and opens without a network. */
export async function arrive(page: Page, origin: string, email?: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await heading(page, 'Sign in').waitFor();
  await signIn(page, email);
  // The start differs from person to person; the rail is the same for everybody.
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).waitFor();
  // In a hook as well, where nothing can be expected.
  await vi.waitUntil(() => hasVault(page), { timeout: PATIENCE, interval: 100 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Whether this browser has a vault of any person. */
export async function hasVault(page: Page): Promise<boolean> {
  const databases = await page.evaluate(() => indexedDB.databases());
  return databases.some(({ name }) => name?.startsWith('v-') === true);
}

/** Waits until this tablet has the procedures and templates of its hospital. */
export async function untilLibraryFetched(page: Page): Promise<void> {
  const lists = () =>
    page.evaluate(async () => {
      const device = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('device');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const asked = device.transaction('catalog').objectStore('catalog').count();
      await new Promise((resolve) => asked.addEventListener('success', resolve));
      device.close();
      return asked.result;
    });
  await expect.poll(lists, { timeout: PATIENCE }).toBe(2);
}

/** Creates a patient through the screens, from any screen. @returns the patient's id once the next screen is shown */
export async function addPatient(page: Page, lastName: string): Promise<string> {
  await openNewPatient(page);
  await createPatient(page, { firstName: 'Test', lastName, dateOfBirth: '1950-03-14' });
  await page.waitForURL(/\/patient\/detail\?id=/);
  await page.getByText(lastName.toUpperCase()).first().waitFor();
  return new URL(page.url()).searchParams.get('id') ?? '';
}

export async function openNewPatient(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await heading(page, 'New patient').waitFor();
}

/** Changes the phone number of the patient on screen, and waits until the form has closed. */
export async function changePhone(page: Page, phoneNumber: string): Promise<void> {
  await typePhone(page, phoneNumber);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await heading(page, 'Edit details').waitFor({ state: 'detached' });
}

export async function typePhone(page: Page, phoneNumber: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Phone number').fill(phoneNumber);
}

/**
 * Waits until the tablet has cached all the data that the server had at its sign-in: these copies, and lists that include them.
 *
 * @param table - `patients` or `consents`, the table of these ids
 */
export async function untilFetched(page: Page, table: 'patients' | 'consents', ids: readonly string[]): Promise<void> {
  const kept = () =>
    page.evaluate(async (name) => {
      const found = (await indexedDB.databases()).find((each) => each.name?.startsWith('v-'));
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(found?.name ?? '');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const reading = database.transaction([name, 'kv']);
      const asked = reading.objectStore(name).getAllKeys();
      // Written last, once the copies can be found: a tablet that is turned off before that fetches everything again.
      const end = reading.objectStore('kv').getKey('fetchedAt');
      await new Promise((resolve) => reading.addEventListener('complete', resolve));
      database.close();
      return end.result === undefined ? null : asked.result;
    }, table);
  await expect.poll(kept, { timeout: PATIENCE }).toEqual(expect.arrayContaining([...ids]));
}

/** Waits until nothing is unsent. @param timeout - ms */
export async function untilSent(page: Page, timeout = PATIENCE): Promise<void> {
  await expect.poll(() => waitingIn(page), { timeout }).toEqual([]);
}

/** Waits until this tablet has so many unsent items. */
export async function untilWaiting(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await waitingIn(page)).length, { timeout: PATIENCE }).toBe(count);
}

/** Changes the status of the patient on screen. @param to - its label, e.g. `Inactive` */
export async function changeStatus(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: to }).check();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Finds a patient in the list by name and opens the patient's screen. */
export async function openFromList(page: Page, lastName: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).click();
  // The previous screen may have a search box as well.
  await heading(page, 'Patients').waitFor();
  await page.getByRole('searchbox').fill(lastName);
  await page.getByRole('link', { name: new RegExp(lastName, 'i') }).click();
}

/** Waits until the screen names this tablet as the place of the unsent work. */
export async function saysSaved(page: Page): Promise<void> {
  await page
    .getByText(/saved on this tablet/i)
    .filter({ visible: true })
    .first()
    .waitFor();
}

/** Dismisses the visible notices as a person does who has read them; one may appear while another disappears. */
export async function dismissNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close this notice' });
  await expect
    .poll(
      async () => {
        if ((await close.count()) > 0)
          await close
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined);
        return close.count();
      },
      { timeout: 20_000 },
    )
    .toBe(0);
}
