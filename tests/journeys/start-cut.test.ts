import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { heading, PASSWORD } from '#tests/support/browser/journey.ts';
import { waitingIn } from '#tests/support/server/oracle.ts';
import { arrive, untilFetched } from '#tests/support/browser/ward.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

const stage = openStage(undefined, { hasOwnServer: true });
let profile: Profile;
afterEach(() => profile.context.close());

/** The screen that each start opens. */
const ADDRESS = '/patient?mode=new';

test('a network that goes at any request of a start keeps nobody from saving, and takes nothing that was typed', async () => {
  profile = await openProfile(stage.browser, { provoked: [/net::ERR_/, /status of 40[13]/] });
  const page = await profile.context.newPage();
  await arrive(page, stage.server.origin);
  await untilFetched(page, 'patients', []);
  const most = (await requestsOfStart(page)).length;
  const cuts: string[] = [];
  for (let cut = 1; cut <= most; cut += 1) {
    const at = await startAndCut(page, cut);
    cuts.push(at);
    const isLost = await saveSomehow(page, `Demo-Cut-${cut}`);
    expect(isLost, `what was typed, ${at} cut`).toBe(false);
    const id = new URL(page.url()).searchParams.get('id');
    expect(
      (await waitingIn(page)).map(({ entityId }) => entityId),
      `saved, ${at} cut`,
    ).toContain(id);
  }
  expect(cuts.some((at) => at.endsWith('user/me'))).toBe(true);
  expect(cuts.some((at) => at.endsWith('user/device'))).toBe(true);
});

/** The calls of a start until the work on this tablet is open and was fetched. */
async function requestsOfStart(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.route('**/api/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.continue();
  });
  await page.goto(stage.server.origin + ADDRESS);
  await page.waitForResponse((response) => response.url().includes('/api/sync/changes') && response.ok());
  await heading(page, 'New patient').waitFor();
  return asked;
}

/** Opens the screen with the network, which goes for good at the call with this number. @returns the path of that call */
async function startAndCut(page: Page, cut: number): Promise<string> {
  const { context } = profile;
  // No page of before sends anything once the network is back.
  await page.goto('about:blank');
  await page.unroute('**/api/**');
  let at: string | undefined;
  let count = 0;
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    count += 1;
    if (count < cut) return route.continue();
    at ??= pathname;
    await context.setOffline(true);
    return route.abort();
  });
  await context.setOffline(false);
  await page.goto(stage.server.origin + ADDRESS);
  return vi.waitUntil(() => at, { timeout: PATIENCE, interval: 50 });
}

/** Types a patient and saves it, and does whatever the page asks for meanwhile. @returns whether words that were typed were gone */
async function saveSomehow(page: Page, lastName: string): Promise<boolean> {
  let isTyped = false;
  let isLost = false;
  await vi.waitUntil(
    async () => {
      if (page.url().includes('/patient/detail')) return true;
      if (await heading(page, 'Locked').isVisible()) await unlock(page);
      else if (await heading(page, 'Sign in').isVisible()) {
        await signInAgain(page);
        isTyped = false;
      } else if (await heading(page, 'New patient').isVisible()) {
        // Null where the screen has gone meanwhile: it was saved.
        const words = await page
          .getByLabel('Last name')
          .inputValue({ timeout: 1000 })
          .catch(() => null);
        if (isTyped && words !== null) isLost ||= words !== lastName;
        isTyped = await fillInAndSave(page, lastName);
      }
      return false;
    },
    { timeout: 2 * PATIENCE, interval: 200 },
  );
  return isLost;
}

async function unlock(page: Page): Promise<void> {
  await page.locator('#unlock-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await heading(page, 'Locked').waitFor({ state: 'detached' });
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('clinician@demo.nhs.uk');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
}

/** The password may be asked at any moment, over what is typed. @returns whether all was typed */
async function fillInAndSave(page: Page, lastName: string): Promise<boolean> {
  const limit = { timeout: 2000 };
  const fields = { 'Last name': lastName, 'First name': 'Test', Day: '14', Month: '3', Year: '1950' };
  try {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value, limit);
    await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check(limit);
  } catch {
    return false;
  }
  await page
    .getByRole('button', { name: 'Create patient' })
    .click(limit)
    .catch(() => undefined);
  return true;
}
