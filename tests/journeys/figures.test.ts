import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
const stage = openStage(
  async ({ browser, server }) => {
    const caller = await callerAs(server.origin);
    const person = (lastName: string) => ({ firstName: 'Ida', lastName, dateOfBirth: '1955-01-09' });
    for (const until of ['draft', 'ready', 'signed'] as const)
      await makeCase(server.origin, caller, { person: person(`Demo-Figure-${until}`), until });
    const gone = await makeCase(server.origin, caller, { person: person('Demo-Figure-gone'), until: 'signed' });
    await caller.ask('recordWithdraw', { consentID: gone.consentID });
    ({ profile, page } = await openSignedIn(browser, server.origin, {
      provoked: [/net::ERR_INTERNET_DISCONNECTED/, /status of 500/],
    }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const figures = async () => {
  await page.goto(`${stage.server.origin}/?view=figures`);
  await heading(page, 'Figures').waitFor();
};

/** How many rows the list that is shown says that it has. */
async function listTotal(noun: string): Promise<number> {
  const words = page.getByRole('status').filter({ hasText: new RegExp(`of \\d+ ${noun}$`) });
  return Number(/of (\d+)/.exec(await words.innerText())?.[1]);
}

test('the start counts the cases above what needs the person, and a count leads to its list', async () => {
  const counts = page.getByRole('list', { name: 'Cases by state' });
  await counts.waitFor();
  await page.getByRole('heading', { name: 'Needs me' }).waitFor();
  await expectAccessible(page, 'home-counts');
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'home-counts');
  await page.setViewportSize(SCREENS.tablet);
  for (const label of ['Drafts', 'Signed', 'All cases']) {
    const link = counts.getByRole('link', { name: new RegExp(`^\\d+ ${label}$`) });
    const count = Number.parseInt(await link.innerText(), 10);
    await link.click();
    await counts.locator('[aria-current]').filter({ hasText: label }).waitFor();
    expect(await listTotal('cases'), label).toBe(count);
    await page.goto(stage.server.origin);
  }
});

test('chart, table and list have the same figures', async () => {
  await figures();
  for (const [chart, series, column] of [
    ['Started and signed', 'Signed', 3],
    ['Withdrawn', 'Withdrawn', 1],
  ] as const) {
    const panel = page.getByRole('region', { name: chart });
    const sum = panel
      .getByRole('list')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^\\d+ ${series}$`) });
    const shown = Number.parseInt(await sum.innerText(), 10);
    await panel.getByRole('button', { name: 'Table' }).click();
    const cells = await panel.locator(`tbody tr td:nth-of-type(${column})`).allInnerTexts();
    expect(
      cells.reduce((all, cell) => all + Number(cell), 0),
      chart,
    ).toBe(shown);
    const newest = panel.locator('tbody tr').first().locator(`td:nth-of-type(${column})`);
    const count = Number(await newest.innerText());
    expect(count, chart).toBeGreaterThan(0);
    await newest.getByRole('link').click();
    await page.getByText('These are the consents of one number of the figures.').waitFor();
    expect(await listTotal('consents'), chart).toBe(count);
    await figures();
    await sum.getByRole('link').click();
    await page.getByText('These are the consents of one number of the figures.').waitFor();
    expect(await listTotal('consents'), `${chart}, sum`).toBe(shown);
    await figures();
  }
  await page.goto(`${stage.server.origin}/consent?whose=all&figure=WITHDRAWN`);
  await page.getByText('These are the consents of one number of the figures.').waitFor();
  await expectAccessible(page, 'consents-counted');
});

test('a chart turns into its table by keyboard', async () => {
  await figures();
  const panel = page.getByRole('region', { name: 'Started and signed' });
  await panel.locator('svg').first().waitFor();
  await expectAccessible(page, 'figures');
  for (const size of ['portrait', 'phone'] as const) {
    await page.setViewportSize(SCREENS[size]);
    await shot(page, 'figures');
  }
  await page.setViewportSize(SCREENS.tablet);
  await tabTo(page, 'Table');
  await page.keyboard.press('Space');
  await panel.getByRole('columnheader', { name: 'Made ready for signing' }).waitFor();
  await expectAccessible(page, 'figures-table');
});

test('figures that do not come are said in the specification’s words, and come when asked again', async () => {
  await page.route('**/api/dashboard/chart*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-App': 'consent' },
      json: { message: 'Something went wrong', error: 'FAILED', requestId: 'none' },
    }),
  );
  await figures();
  await page.getByRole('heading', { name: 'Something Went Wrong, please try again later!' }).waitFor();
  await expectAccessible(page, 'figures-failed');
  await page.unroute('**/api/dashboard/chart*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Started and signed' }).waitFor();
  await profile.context.setOffline(true);
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByText('The server cannot be reached').waitFor();
  await profile.context.setOffline(false);
});
