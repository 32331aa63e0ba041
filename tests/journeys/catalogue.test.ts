import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { openProfile, PATIENCE } from '#tests/support/browser/browser.ts';
import { heading, READY_OFFLINE, signIn } from '#tests/support/browser/journey.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

const AGE = /^You see what this tablet knew on .*\d\d:\d\d/;

let page: Page;
const stage = openStage();
asOneVisit(() => page);

beforeAll(async () => {
  const { context } = await openProfile(stage.browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
  page = await context.newPage();
  await page.goto(stage.server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first visit has no worker: from the second on the app opens without a network.
  await page.reload();
  await signIn(page);
  await heading(page, 'Home').waitFor();
});

test('soon after a sign-in the tablet keeps what the hospital has, and of it nothing about a patient', async () => {
  await expect
    .poll(keptKeys, { timeout: PATIENCE })
    .toEqual(expect.arrayContaining(['config', 'faqs', 'hospitals', 'people,plans', 'library,names']));
  await expect.poll(keptLists, { timeout: PATIENCE }).toEqual(['procedures', 'templates']);
  const plain = await page.evaluate(() => localStorage.getItem('assent.reference') ?? '');
  expect(plain).toContain('Cataract');
  expect(plain).not.toMatch(/patientID|dateOfBirth|nhsNumber/);
});

test('once all of it is there, the tablet says so once, and under “To send” for good', async () => {
  await page.getByRole('status').filter({ hasText: READY_OFFLINE }).waitFor();
  await page.goto(`${stage.server.origin}/outbox`);
  await page.locator('main').getByText(READY_OFFLINE).waitFor();
  expect(await page.getByRole('status').filter({ hasText: READY_OFFLINE }).count()).toBe(0);
});

test('without a network the questions, the library and each of its procedures open that were never opened before', async () => {
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('searchbox').fill('catar');
  await page
    .getByRole('link', { name: /Cataract/ })
    .first()
    .click();
  await heading(page, /Cataract/).waitFor();
  await page.getByRole('heading', { name: 'Alternatives' }).waitFor();
  await page.getByText(AGE).waitFor();
  await page.getByRole('link', { name: 'You', exact: true }).click();
  await page.getByRole('link', { name: 'About this app' }).click();
  await page.getByRole('link', { name: 'Questions and answers' }).click();
  await heading(page, 'Questions and answers').waitFor();
  expect(await page.locator('summary').count()).toBeGreaterThan(3);
});

test('after a start without a network the step where a procedure is chosen says how old its library is', async () => {
  await page.goto(stage.server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'New consent' }).click();
  await page
    .getByRole('link', { name: /^[A-Z]+[^,]*, / })
    .first()
    .click();
  await page.waitForURL(/create-consent\?patient=/);
  await page.getByRole('button', { name: 'Choose a procedure' }).waitFor();
  await page.getByText(AGE).waitFor();
  await page.context().setOffline(false);
  await page.getByText(AGE).waitFor({ state: 'detached' });
});

/** The subjects of the queries in localStorage, without the user's id. */
async function keptKeys(): Promise<string[]> {
  const stored = await page.evaluate(() => localStorage.getItem('assent.reference') ?? '{}');
  // The persister writes this shape.
  const { clientState } = JSON.parse(stored) as { clientState?: { queries: { queryKey: string[] }[] } };
  return (clientState?.queries ?? []).map(({ queryKey }) =>
    queryKey
      .slice(0, 2)
      .filter((part) => !/^[\da-f-]{36}$/.test(part))
      .join(),
  );
}

/** The lists of the catalogue in the device's database. */
function keptLists(): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('device');
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('catalog').objectStore('catalog').getAllKeys();
          keys.addEventListener('success', () => {
            opening.result.close();
            resolve(keys.result.map((key) => String(key).split(':')[0] ?? '').toSorted());
          });
        });
      }),
  );
}
