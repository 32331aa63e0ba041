import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { BLANK_FORMS } from '#domain/documents/blank-form.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading } from '#tests/support/browser/journey.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;

const stage = openStage(
  async ({ server, browser }) => {
    profile = await openProfile(browser, { provoked: [/net::ERR_/, /status of 401/] });
    page = await profile.context.newPage();
    await page.goto(server.origin);
    await heading(page, 'Sign in').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);

test('the server sends a blank form as a PDF that a browser may show, and packed to whoever takes that', async () => {
  for (const { path } of BLANK_FORMS) {
    const answer = await page.request.get(`${stage.server.origin}${path}`);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      'content-security-policy': "frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(pagesOf(await answer.body())).toBeGreaterThan(2);
  }
  expect((await page.request.get(`${stage.server.origin}/forms/FORM_5.pdf`)).status()).toBe(404);
});

test('without server, network and sign-in the forms open from the sign-in page', async () => {
  await stage.server.kill();
  await profile.context.setOffline(true);
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
  await page.getByRole('link', { name: 'Blank forms to print' }).click();
  await heading(page, 'Blank forms').waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expectAccessible(page, 'blank-forms-offline');
  const addresses = await page
    .getByRole('link', { name: /^Open Form \d$/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(BLANK_FORMS.map(({ path }) => path));
  for (const { path } of BLANK_FORMS) {
    const bytes = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      return { status: answer.status, file: [...new Uint8Array(await answer.arrayBuffer())] };
    }, path);
    expect(bytes.status).toBe(200);
    expect(pagesOf(Buffer.from(bytes.file))).toBeGreaterThan(2);
  }
});

test('a form is saved from the page without a network', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Form 4' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('blank-FORM_4.pdf');
});

test('the address itself opens without a network', async () => {
  await page.goto(`${stage.server.origin}/blank-forms`);
  await heading(page, 'Blank forms').waitFor();
  profile.expectQuiet();
});

function pagesOf(file: Buffer): number {
  expect(file.toString('latin1', 0, 5)).toBe('%PDF-');
  return Number(/Pages:\s+(\d+)/.exec(onPdf(file, 'pdfinfo', 'FILE'))?.[1]);
}
