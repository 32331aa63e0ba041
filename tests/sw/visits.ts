import { closeProfiles, sharedBrowser } from '#tests/support/browser/browser.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * A real browser for all tests of one file.
 *
 * @returns opens a site in a profile of its own; its worker is ready then, and does not control the page yet
 */
export function visitsForTests(): (origin: string) => Promise<Page> {
  // A real browser on a busy machine.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(closeProfiles);
  return async (origin) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    return page;
  };
}
