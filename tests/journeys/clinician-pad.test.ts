import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { draw, HANDWRITING, openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { callerAs, makeCase, type Caller } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { vaultRowsOf } from '#tests/support/tablet/vault-rows.ts';
import { arrive } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 });

const [FIRST, SECOND] = HANDWRITING;
const LANDSCAPE = { width: 1024, height: 768 };

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser);
  page = await profile.context.newPage();
  await arrive(page, server.origin);
});
afterAll(() => profile.expectQuiet());

const pad = () => page.locator('canvas[aria-label^="Signature box"]');

/** The share of the pad that is ink, in thousandths, its centre in shares of the pad, and the mean brightness of the ink. */
function ink() {
  return pad().evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    let [count, sumX, sumY, sumGreen] = [0, 0, 0, 0];
    for (let at = 3; at < pixels.length; at += 4)
      if ((pixels[at] ?? 0) > 128) {
        count += 1;
        sumX += (((at - 3) / 4) % width) / width;
        sumY += Math.floor((at - 3) / 4 / width) / height;
        sumGreen += pixels[at - 2] ?? 0;
      }
    const share = Math.round((1000 * count) / (width * height));
    return { share, x: sumX / count, y: sumY / count, green: sumGreen / count };
  });
}

async function openPad(): Promise<void> {
  await page.getByRole('button', { name: 'Sign as clinician first' }).click();
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
}

const done = () => page.getByRole('button', { name: 'Sign as Demo Clinician' });

test('the clinician’s ink survives a turned tablet, the night and a reload, and goes on in the same time', async () => {
  const person = { firstName: 'Test', lastName: 'Demo-Pad', dateOfBirth: '1948-05-06' };
  const { recordID } = await makeCase(stage.server.origin, caller, { person, until: 'ready' });
  await page.setViewportSize(LANDSCAPE);
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await openPad();
  await page.getByRole('radio', { name: 'Draw my signature' }).check();
  await shot(page, 'clinician-pad-empty');
  await done().click();
  const problem = page.getByRole('group', { name: 'Sign in the box' }).getByText(/^Please sign/);
  await problem.waitFor();
  await draw(pad(), [FIRST]);
  expect(await problem.count(), 'a problem goes when it is put right').toBe(0);
  const one = await ink();
  expect(one.share).toBeGreaterThan(0);
  expect(one.green).toBeLessThan(100);
  await shot(page, 'clinician-pad-signed');
  for (const size of [{ width: 390, height: 844 }, LANDSCAPE]) {
    await page.setViewportSize(size);
    await expect.poll(async () => Math.abs((await ink()).x - one.x)).toBeLessThan(0.02);
    expect(Math.abs((await ink()).y - one.y)).toBeLessThan(0.02);
    await shot(page, 'clinician-pad-turned');
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await ink()).green).toBeGreaterThan(150);
  await shot(page, 'clinician-pad-signed');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => (await ink()).green).toBeLessThan(100);
  await draw(pad(), [SECOND]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Math.abs((await ink()).x - one.x)).toBeLessThan(0.02);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(async () => (await ink()).share).toBe(0);
  expect(await page.getByRole('button', { name: 'Clear' }).isDisabled()).toBe(true);
  const savedInks = async () => (await vaultRowsOf(page, 'blobs')).length;
  await expect.poll(savedInks).toBe(0);
  await draw(pad(), [FIRST]);
  await expect.poll(savedInks).toBe(1);
  await page.reload();
  await openPad();
  await expect.poll(() => pad().getAttribute('aria-label')).toBe('Signature box, with your signature');
  await expect.poll(async () => Math.abs((await ink()).x - one.x)).toBeLessThan(0.02);
  await draw(pad(), [SECOND]);
  await done().click();
  const signatures = async () => (await caller.ask('recordDetails', { id: recordID })).data.consents[0]?.signatures;
  await expect.poll(async () => (await signatures())?.length).toBe(1);
  const [signature] = (await signatures()) ?? [];
  expect(signature).toMatchObject({ role: 'CLINICIAN', method: 'DRAWN' });
  const [first, second, ...more] = signature?.strokes ?? [];
  expect(more).toEqual([]);
  expect(first?.[0]?.x).toBeCloseTo(FIRST[0][0], 1);
  expect(first?.[0]?.t).toBe(0);
  expect(second?.[0]?.x).toBeCloseTo(SECOND[0][0], 1);
  expect(second?.[0]?.t).toBeGreaterThan(first?.at(-1)?.t ?? Number.POSITIVE_INFINITY);
});
