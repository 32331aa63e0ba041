import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';

const OFFLINE = 'You are offline';
const SLOW = 'Your internet connection speed is slow, please be patient';
const PORTAL = 'This network needs you to sign in.';

const stage = openStage(undefined, { hasOwnServer: true });

const notice = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** A new tablet at the start of the app; `prepare` runs before its first page. */
async function openTablet(prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined): Promise<Page> {
  const profile: Profile = await openProfile(stage.browser);
  await prepare(profile.context);
  const page = await profile.context.newPage();
  await page.goto(stage.server.origin);
  return page;
}

test('a network that answers in the server’s place is told as one that wants a sign-in, and no longer once it does not', async () => {
  const page = await openTablet();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.context().route('**/api/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' }));
  await page.getByRole('link', { name: 'Patients' }).click();
  await notice(page, PORTAL).waitFor();
  expect(await notice(page, OFFLINE).count(), 'one reason is enough').toBe(0);
  await page.context().unroute('**/api/**');
  await page.getByRole('link', { name: 'Library' }).click();
  await notice(page, PORTAL).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a server that does not answer is told as being offline, also while the browser has a network', async () => {
  const page = await openTablet();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.context().route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Patients' }).click();
  await notice(page, OFFLINE).waitFor();
  await page.context().unroute('**/api/**');
  // No action is needed: the server is polled from time to time.
  await notice(page, OFFLINE).waitFor({ state: 'detached' });
  await page.context().close();
});

test('where the browser does not tell, slow answers tell that the connection is slow', async () => {
  const page = await openTablet(async (context) => {
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => undefined }));
    await context.route('**/api/**', async (route) => {
      await wait(1600);
      await route.continue().catch(() => undefined);
    });
  });
  await signIn(page);
  await notice(page, SLOW).waitFor();
  await page.context().close();
});

test('a clock that is wrong by more than ten minutes is told in plain words, and nothing is refused', async () => {
  const page = await openTablet((context) =>
    context.addInitScript(() => {
      const Real = Date;
      const shift = 25 * 60_000;
      globalThis.Date = class extends Real {
        constructor(...given: []) {
          super(...((given.length === 0 ? [Real.now() + shift] : given) as []));
        }
        static override now() {
          return Real.now() + shift;
        }
      } as DateConstructor;
    }),
  );
  await notice(page, 'The clock of this tablet is 25 minutes fast.').waitFor();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.context().close();
});

test('an iPad’s tab is told once how to come to the home screen', async () => {
  const page = await openTablet((context) =>
    context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })),
  );
  await signIn(page);
  await notice(page, 'Add to Home Screen').waitFor();
  await notice(page, 'Add to Home Screen').getByRole('button').click();
  await page.reload();
  await heading(page, 'Home').waitFor();
  expect(await notice(page, 'Add to Home Screen').count()).toBe(0);
  await page.context().close();
});

test('storage that is nearly full is told before it is full', async () => {
  // Chromium reports ten gigabytes more to every page, whatever the disk has.
  const page = await openTablet((context) =>
    context.addInitScript(() => {
      StorageManager.prototype.estimate = () => Promise.resolve({ usage: 80, quota: 100 });
    }),
  );
  await notice(page, 'The storage of this tablet is nearly full.').waitFor();
  await page.context().close();
});

test('a tablet whose database is cleared under the open app says so at once, names what may be lost, and says it again until somebody has read it', async () => {
  const page = await openTablet();
  const context = page.context();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.clock.install();
  // The first visit has no worker: from the second on the app opens without a network.
  await page.reload();
  await signIn(page);
  await expect.poll(() => page.evaluate(vaultNames), { timeout: PATIENCE }).toHaveLength(1);
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await heading(page, 'New patient').waitFor();
  await context.setOffline(true);
  await createPatient(page, { firstName: 'DEMO', lastName: 'DEMO-LOST', dateOfBirth: '1950-03-14' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('assent.unsent')), { timeout: PATIENCE }).toBe('1');
  // The number is noted before the item is saved; whose it is can be told once it is.
  await page.getByRole('link', { name: /^To send\s*, 1 not sent$/ }).waitFor();
  // The browser's databases are cleared, and nothing else.
  const storage = await context.newCDPSession(page);
  await storage.send('Storage.clearDataForOrigin', { origin: stage.server.origin, storageTypes: 'indexeddb' });
  await heading(page, 'Work on this tablet may be lost').waitFor();
  await page.getByText('1 item that was waiting to be sent may be lost.').waitFor();
  await page.getByText('DEMO-LOST, DEMO: 1 item').waitFor();
  // The screens lock under the notice: whoever finds the tablet reads no names.
  await page.clock.runFor('02:15');
  await page.getByText('DEMO-LOST, DEMO: 1 item').waitFor({ state: 'detached' });
  await page.getByText('1 item that was waiting to be sent may be lost.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('assent.unsent')), 'the count stays for the next start').toBe('1');
  await page.goto('about:blank');
  await page.goto(stage.server.origin);
  await heading(page, 'Work on this tablet may be lost').waitFor();
  await page.getByText('1 item that was waiting to be sent may be lost.').waitFor();
  expect(await page.locator('#root').isVisible(), 'nothing else can be reached').toBe(false);
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'I have read this' }).click();
  // The proof of the tablet's id was lost with its storage: the session asks for the sign-in.
  await heading(page, 'Sign in').waitFor();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.reload();
  await heading(page, 'Home').waitFor();
  expect(await heading(page, 'Work on this tablet may be lost').count()).toBe(0);
  await context.close();
});

test('a browser that refuses all storage works with the network, says that it keeps nothing, and promises nothing', async () => {
  const page = await openTablet((context) =>
    context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Refused', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(globalThis, name, { get: refuse });
      IDBFactory.prototype.open = refuse;
      addEventListener('load', () => dispatchEvent(new Event('beforeinstallprompt')));
    }),
  );
  await signIn(page);
  await notice(page, 'This browser keeps nothing on this tablet.').waitFor();
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, { firstName: 'DEMO', lastName: 'DEMO-UNKEPT', dateOfBirth: '1950-03-14' });
  await page.getByText('DEMO-UNKEPT, DEMO').first().waitFor();
  expect(await notice(page, 'Install this app').count()).toBe(0);
  await page.context().close();
});

test('while a tab with an older build keeps the store, the new one asks to close it, and goes on once it is closed', async () => {
  const before = await openTablet();
  const context = before.context();
  await signIn(before);
  await expect.poll(() => before.evaluate(vaultNames), { timeout: PATIENCE }).toHaveLength(1);
  await before.goto('about:blank');
  // A build with a lower database version, which does not close its connection.
  const older = await context.newPage();
  await older.goto(`${stage.server.origin}/health`);
  await older.evaluate(keepOlder, (await older.evaluate(vaultNames))[0] ?? '');
  const page = await context.newPage();
  await page.goto(stage.server.origin);
  await signIn(page);
  await heading(page, 'Close the other tabs of this app').waitFor({ timeout: 3000 });
  await older.close();
  await heading(page, 'Home').waitFor();
  expect(await heading(page, 'Close the other tabs of this app').count()).toBe(0);
  await context.close();
});

async function vaultNames(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('v-'));
}

function keepOlder(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    indexedDB.deleteDatabase(name).addEventListener('success', () => {
      const opening = indexedDB.open(name, 1);
      opening.addEventListener('success', () => {
        Object.assign(globalThis, { kept: opening.result });
        resolve();
      });
      opening.addEventListener('error', () => reject(new Error('The older build could not open its store')));
    });
  });
}
