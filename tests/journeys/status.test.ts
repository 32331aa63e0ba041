import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, heading, signIn } from '#tests/support/browser/journey.ts';
import { lookAt } from '#tests/support/browser/look.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { freePort } from '#tests/support/server/postgres.ts';
import { runScript } from '#tests/support/server/run-script.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { openMailServer } from '#tests/support/people/mail-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let smtpPort = 0;
const stage = openStage(
  async ({ browser, server }) => {
    const { ask } = await callerAs(server.origin);
    await ask('userForgot', { email: CLINICIAN });
    profile = await openProfile(browser);
    page = await profile.context.newPage();
    await page.goto(server.origin);
    await signIn(page, 'admin@demo.nhs.uk');
    await heading(page, 'Home').waitFor();
  },
  {
    hasOwnServer: true,
    // Nobody listens there yet: the mail server of the hospital is down.
    env: async () => {
      smtpPort = await freePort();
      return { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` };
    },
  },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const warning = (title: string) => page.getByText(title, { exact: true });
const work = () => page.getByRole('listitem').filter({ hasText: 'Mails to be sent' });
const fact = (term: string) => page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]');

test('an administrator sees a mail that does not go out, in words, and what the server misses', async () => {
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Status' }).click();
  await heading(page, 'Status').waitFor();
  await work()
    .getByText(/^\d waiting, (?:it|all) failed so far$/)
    .waitFor();
  await work().getByText('The mail server could not be reached.').waitFor();
  await warning('No backup was recorded').waitFor();
  await expect.poll(() => warning('The server is in order').count()).toBe(0);
  expect(await page.locator('main').innerText()).not.toContain(CLINICIAN);
  await lookAt(page, 'status');
});

test('once the mail server is back, one press sends what waited', async () => {
  const mailServer = await openMailServer({ port: smtpPort });
  try {
    await page.getByRole('button', { name: 'Try again now' }).click();
    await work().waitFor({ state: 'detached' });
    expect(mailServer.arrived.flatMap(({ to }) => to)).toContain(CLINICIAN);
  } finally {
    await mailServer.close();
  }
});

test('after a backup, and with nothing stuck, the server is said to be in order', async () => {
  const backup = `${stage.server.dataDir}-backup`;
  expect(await runScript('backup', [backup], { DATA_DIR: stage.server.dataDir })).toMatchObject({ code: 0, errors: '' });
  await page.reload();
  await heading(page, 'Status').waitFor();
  // The first check of the stored records comes a minute after the start.
  await warning('The server is in order').waitFor({ timeout: 150_000 });
  expect(await fact('Last backup').innerText()).toMatch(/\d/);
  await lookAt(page, 'status-in-order');
});
