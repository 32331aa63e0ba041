import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openProfile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';

const OFFLINE = 'You are offline';
const SLOW = 'Your internet connection speed is slow, please be patient';

let page: Page;
let network: CDPSession;
const stage = openStage(async ({ server, browser }) => {
  const profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/, /status of 500/] });
  page = await profile.context.newPage();
  // The seconds of a notice are fast-forwarded, not waited for.
  await page.clock.install();
  network = await profile.context.newCDPSession(page);
  await page.goto(server.origin);
  await signIn(page, 'admin@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
});

const notice = (text: string) => page.getByRole('status').filter({ hasText: text });
/** The browser's network quality: its round trip in ms tells 2g from 4g. */
const setLatency = (latency: number) =>
  network.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });

test('“You are offline” stays until it is dismissed, and goes by itself with the network back', async () => {
  const tablet = page.context();
  await tablet.setOffline(true);
  await notice(OFFLINE).waitFor();
  // A success would be gone after five seconds.
  await page.clock.fastForward(6500);
  expect(await notice(OFFLINE).count()).toBe(1);
  await notice(OFFLINE).getByRole('button').click();
  await notice(OFFLINE).waitFor({ state: 'detached' });
  await tablet.setOffline(false);
  await tablet.setOffline(true);
  await notice(OFFLINE).waitFor();
  await tablet.setOffline(false);
  await notice(OFFLINE).waitFor({ state: 'detached' });
});

test.each(['2g', 'slow-2g'])(
  'on %s the slow connection is said in the specification’s words, until it is dismissed',
  async (type) => {
    await setLatency(type === '2g' ? 2000 : 3500);
    await expect
      .poll(() => page.evaluate(() => (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType))
      .toBe(type);
    await notice(SLOW).waitFor();
    await notice(SLOW).getByRole('button').click();
    await notice(SLOW).waitFor({ state: 'detached' });
    await setLatency(0);
  },
);

test('counts that do not come are said in the specification’s words, and stay said', async () => {
  await page.route('**/api/dashboard/info*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-App': 'consent' },
      json: { message: 'Something went wrong', error: 'FAILED', requestId: 'none' },
    }),
  );
  await page.goto(`${stage.server.origin}/?view=figures`);
  await page.getByRole('alert').filter({ hasText: 'Something Went Wrong, please try again later!' }).waitFor();
  await page.unroute('**/api/dashboard/info*');
});

test('a success vanishes after five seconds, and one second after the pointer has left it', async () => {
  const made = async (name: string) => {
    await page.goto(`${stage.server.origin}/add-role`);
    await heading(page, 'New role').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: 'Clinician' }).check();
    await page.getByRole('checkbox', { name: 'See the figures' }).check();
    await page.getByRole('button', { name: 'Create role' }).click();
    await notice('Role created').waitFor();
  };
  await made('Toast one');
  await page.clock.fastForward(4000);
  expect(await notice('Role created').count()).toBe(1);
  await notice('Role created').waitFor({ state: 'detached', timeout: 4000 });

  await made('Toast two');
  await notice('Role created').hover();
  await page.clock.fastForward(6500);
  expect(await notice('Role created').count(), 'under the pointer it stays').toBe(1);
  await page.mouse.move(5, 5);
  await notice('Role created').waitFor({ state: 'detached', timeout: 4000 });
});
