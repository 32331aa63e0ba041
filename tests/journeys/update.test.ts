import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, PATIENCE, SCREENS } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { openSiteBefore, type SiteBefore } from '#tests/support/browser/site-before.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { expectAccessible } from '#tests/support/people/access.ts';

let site: SiteBefore;
let tablet: BrowserContext;
let editing: Page;
let other: Page;
const stage = openStage();

beforeAll(async () => {
  site = await openSiteBefore(stage.server.origin);
  tablet = (await openProfile(stage.browser, { provoked: [/status of 426/] })).context;
  editing = await openTab();
  await signIn(editing);
  await editing.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first visit has no worker: from the second on there is one to replace.
  await editing.reload();
  await heading(editing, 'Home').waitFor();
  other = await openTab();
  await heading(other, 'Sign in').waitFor();
});
afterAll(() => site.close());

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const TOO_OLD = {
  status: 426,
  headers: { 'X-App': 'consent' },
  json: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED', requestId: 'none' },
};
const WAITS = 'The update starts as soon as nothing is being edited, signed or sent on this tablet.';

test('an update that was accepted in one tab waits while a form is being filled in in another', async () => {
  await editing.goto(`${site.origin}/patient?mode=new`);
  await heading(editing, 'New patient').waitFor();
  await editing.getByLabel('Last name').fill('DEMO-UPDATE');
  site.deploy();
  await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await notice(other, 'An update is ready.').getByRole('button', { name: 'Update now' }).click();
  await notice(other, WAITS).waitFor();
  await other.waitForTimeout(1500);
  expect(await workers(other)).toMatchObject({ waiting: 'installed' });
  expect(await editing.getByLabel('Last name').inputValue()).toBe('DEMO-UPDATE');
});

test('once the form is left the update comes, and the other tab is asked before it is loaded anew', async () => {
  for (const page of [editing, other]) await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await editing.getByRole('link', { name: 'Cancel' }).click();
  await editing.getByRole('button', { name: 'Leave without saving' }).click();
  // Chromium stops the old worker when it has been idle for half a minute; the test stops it at once.
  const devtools = await tablet.newCDPSession(editing);
  await devtools.send('ServiceWorker.enable');
  const looks = { timeout: PATIENCE, interval: 1500 };
  await expect
    .poll(async () => {
      await devtools.send('ServiceWorker.stopAllWorkers');
      return isSameDocument(other);
    }, looks)
    .toBe(false);
  await heading(other, 'Sign in').waitFor();
  expect(await workers(other)).toEqual({ active: 'activated', waiting: undefined });
  await notice(editing, 'This app was updated in another tab.').waitFor();
  expect(await isSameDocument(editing)).toBe(true);
  const again = editing.waitForEvent('load');
  await notice(editing, 'This app was updated in another tab.').getByRole('button', { name: 'Reload' }).click();
  await again;
  await heading(editing, 'Patients').waitFor();
});

test('a build that the server takes nothing more from offers the update, and what was saved waits', async () => {
  await tablet.route(/\/api\/(?:patient\/create|sync\/ops)$/, (route) => route.fulfill(TOO_OLD));
  await editing.getByRole('link', { name: 'New patient' }).click();
  await createPatient(editing, { firstName: 'DEMO', lastName: 'DEMO-TOO-OLD', dateOfBirth: '1950-03-14' });
  await notice(editing, 'This app is too old. Please update it: what waits here is sent after that.').waitFor();
  await expect.poll(() => editing.evaluate(() => localStorage.getItem('assent.unsent')), { timeout: PATIENCE }).toBe('1');
});

test('where nobody is signed in the bar of a build that is too old stands above the page, and lies over nothing', async () => {
  const { context } = await openProfile(stage.browser, { provoked: [/status of 426/] });
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.route(/\/api\/user\/login$/, (route) => route.fulfill(TOO_OLD));
  await page.getByLabel('Email').fill('demo@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a password of nobody');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // One of the two: whether the app had started behind the form by then or not.
  const bar = page.locator('.update-bar, [data-notices]').filter({ has: page.getByRole('button', { name: 'Update now' }) });
  await bar.waitFor();
  await expectAccessible(page, 'update-too-old');
  for (const size of Object.values(SCREENS)) {
    await page.setViewportSize(size);
    const [above, main] = await Promise.all([bar.boundingBox(), page.locator('main').boundingBox()]);
    expect(above?.height).toBeGreaterThan(40);
    expect(main?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  }
  await context.close();
});

/** Whether the page is still the one that was marked. */
async function isSameDocument(page: Page): Promise<boolean> {
  await page.waitForLoadState();
  return page.evaluate(() => 'isSameDocument' in globalThis);
}

async function openTab(): Promise<Page> {
  const page = await tablet.newPage();
  await page.goto(site.origin);
  return page;
}

function workers(page: Page): Promise<{ active: string | undefined; waiting: string | undefined }> {
  return page.evaluate(async () => {
    const { active, waiting } = await navigator.serviceWorker.ready;
    return { active: active?.state, waiting: waiting?.state };
  });
}
