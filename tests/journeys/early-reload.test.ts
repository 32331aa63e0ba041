import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, heading, PASSWORD, READY_OFFLINE, signIn } from '#tests/support/browser/journey.ts';
import { lookAt } from '#tests/support/browser/look.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { hasVault } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

const stage = openStage();
let profile: Profile;
afterEach(() => profile.context.close());

async function openSignIn(): Promise<Page> {
  profile = await openProfile(stage.browser, { provoked: [/net::ERR_/, /status of 40[13]/] });
  const page = await profile.context.newPage();
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
  return page;
}

/** Signs in, and waits for nothing. */
async function sendPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(CLINICIAN);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function unlock(page: Page): Promise<void> {
  await page.locator('#unlock-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await heading(page, 'Locked').waitFor({ state: 'detached' });
}

/** Without a network, the password opens the work on this tablet. */
async function expectOpensOffline(page: Page): Promise<void> {
  const isServed = await page.evaluate(() =>
    navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
  );
  // A page that was loaded while its worker was installed asks on its profile to be loaded once more.
  if (!isServed) await page.reload();
  await heading(page, 'Home').waitFor();
  // That load may have come too early as well, and asks at any moment.
  await vi.waitUntil(
    async () => {
      if (await heading(page, 'Locked').isVisible()) await unlock(page);
      const isHere = new URL(page.url()).pathname === '/profile';
      const you = page.getByRole('link', { name: 'You', exact: true });
      if (!isHere) await you.click({ timeout: 1000 }).catch(() => undefined);
      return page.locator('main').getByText(READY_OFFLINE).isVisible();
    },
    { timeout: PATIENCE, interval: 50 },
  );
  await profile.context.setOffline(true);
  await page.goto(stage.server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
}

test(
  'a page that is loaded again before this tablet has finished the sign-in says so, and the password finishes it',
  { tags: ['smoke'] },
  async () => {
    const page = await openSignIn();
    // The call that brings the tablet’s share of the key is never answered to this page.
    await page.route('**/api/user/device', () => undefined);
    await sendPassword(page);
    await heading(page, 'Home').waitFor();
    await page.unroute('**/api/user/device');
    await page.reload();
    await heading(page, 'Locked').waitFor();
    await page.getByText('Your sign-in is not finished on this tablet').waitFor();
    await lookAt(page, 'locked-unfinished');
    await unlock(page);
    await heading(page, 'Home').waitFor();
    await expect.poll(() => hasVault(page), { timeout: PATIENCE }).toBe(true);
    // Asked once: the next page is not.
    await page.reload();
    await heading(page, 'Home').waitFor();
    await expectOpensOffline(page);
  },
);

/** Moments after the password was sent, ms. */
const MOMENTS = [50, 150, 300, 500, 700, 900, 1100, 1300, 1500];

test('whenever a page is loaded again behind a sign-in, the work on this tablet opens, or the password is asked for once', async () => {
  for (const moment of MOMENTS) {
    const page = await openSignIn();
    await sendPassword(page);
    await page.waitForTimeout(moment);
    await page.reload();
    const asked = await vi.waitUntil(
      async () => {
        if (await heading(page, 'Locked').isVisible()) return 'password';
        if (await heading(page, 'Sign in').isVisible()) return 'sign-in';
        return (await hasVault(page)) && (await heading(page, 'Home').isVisible()) ? 'nothing' : undefined;
      },
      { timeout: PATIENCE, interval: 50 },
    );
    if (asked === 'password') await unlock(page);
    if (asked === 'sign-in') await signIn(page);
    await heading(page, 'Home').waitFor();
    await expectOpensOffline(page);
    await profile.context.close();
  }
});
