import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { heading } from '#tests/support/browser/journey.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

type Manifest = {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string }[];
};

let profile: Profile;
let page: Page;

const stage = openStage(
  async ({ server, browser }) => {
    profile = await openProfile(browser, {
      provoked: [
        /net::ERR_CONNECTION_REFUSED/,
        /net::ERR_FAILED/,
        /TrustedHTML|TrustedScript/,
        /status of 410|status of 404|status of 401/,
      ],
    });
    page = await profile.context.newPage();
    await page.goto(server.origin);
    await heading(page, 'Sign in').waitFor();
  },
  { hasOwnServer: true },
);

test('a browser that asks for /favicon.ico gets a picture', async () => {
  const answer = await page.request.get(`${stage.server.origin}/favicon.ico`);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
});

test('the manifest is linked, whole, and its icons are the pictures that it names', async () => {
  const link = page.locator('link[rel=manifest]');
  expect(await link.count()).toBe(1);
  const address = new URL((await link.getAttribute('href')) ?? '', stage.server.origin);
  const answer = await page.request.get(address.href);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  // The manifest as a browser reads it; each field is checked below.
  const manifest = (await answer.json()) as Manifest;
  expect(manifest.name).not.toBe('');
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  const sizes = manifest.icons.map(({ sizes: each }) => each);
  expect(sizes).toContain('192x192');
  expect(sizes).toContain('512x512');
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const icon of manifest.icons) expect(await sizeOf(new URL(icon.src, address).href), icon.src).toBe(icon.sizes);
});

test('no string becomes markup or a script, neither on the staff pages nor on the patient’s', async () => {
  const tried = () =>
    page.evaluate(() =>
      [
        () => (document.createElement('div').innerHTML = '<b>bold</b>'),
        () => (document.createElement('script').src = '/assets/other.js'),
        () => (document.createElement('script').textContent = 'alert(1)'),
      ].map((attempt) => {
        try {
          attempt();
          return 'taken';
        } catch (failure) {
          return failure instanceof Error ? failure.name : 'thrown';
        }
      }),
    );
  expect(await tried()).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await page.goto(`${stage.server.origin}/login/a-link-of-before`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await tried()).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
});

test('the browser itself finds nothing that keeps the app from being installed', async () => {
  const session = await profile.context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests run in incognito profiles, where no app can be installed at all.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('the service worker takes the shell and serves it when the server is down', async () => {
  expect(await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state))).toMatch(/^activat/);
  await stage.server.kill();
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'Sign in').waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The signer's pages are in the shell too: without a handover they lead back to the start.
  await page.goto(`${stage.server.origin}/consent/handover`);
  await heading(page, 'Sign in').waitFor();
  await page.goto(`${stage.server.origin}/consent/${'x'.repeat(43)}`);
  await heading(page, 'This page has ended').waitFor();
  await stage.server.restart();
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
});

test('the worker keeps the shell alone: no answer of a call', async () => {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept).toContain('/sign.html');
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  profile.expectQuiet();
});

test('everything that the build loads later is in the shell, so that no screen is missing without a network', async () => {
  const kept = await page.evaluate(async () => {
    const requests = await (await caches.open('assent-shell')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  const built = readdirSync(resolve(import.meta.dirname, '../../dist/assets')).filter((file) => !file.endsWith('.br'));
  expect(built.length).toBeGreaterThan(20);
  const missing = built.filter((file) => !kept.includes(`/assets/${file}`));
  // Letters of a script that this tablet has not shown yet are the device's own until there is a network.
  expect(missing.filter((file) => !file.endsWith('.ttf'))).toEqual([]);
  const fonts = built.filter((file) => file.endsWith('.ttf') && !missing.includes(file));
  expect(fonts.map((file) => file.split('_')[0]).toSorted()).toEqual(['NotoSansArabic', 'NotoSansBengali']);
});

/** `192x192` of a picture as the browser draws it. */
function sizeOf(address: string): Promise<string> {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, address);
}
