import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { violations } from '#tests/support/people/access.ts';
import { openProfile, SCREENS } from '#tests/support/browser/browser.ts';
import { press } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { enter, mailedCase } from '#tests/support/forms/mailed-link.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { aClinician, handOverTo, type Staff } from './handed-over.ts';

let staff: Staff;
let procedureID: string;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
  procedureID = (await staff.ask('procedureGet', { search: 'hernia' })).data.records[0]!.procedureID;
});

const LEAFLET = 'Leaflet: Demonstration leaflet: hernia repair';
const ADDRESS = 'https://example.org/hernia-repair';
const OPEN_CODE = /^Code for your phone/;

test('on a handed-over tablet a leaflet opens as a code for the signer’s phone: the form stays, and nothing leaves', async () => {
  const handed = await staff.form({ procedures: [{ procedureID, side: 'LEFT', site: 'groin' }] });
  const { page, context, expectQuiet } = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.server.origin)) foreign.push(request.url());
  });
  await press(page, 'Yes, this is me', 'What is planned');
  const button = page.getByRole('button', { name: 'Leaflets and videos' });
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByText(LEAFLET).isVisible()).toBe(false);
  await button.click();
  await page.getByText(LEAFLET).waitFor();
  await page.getByText(ADDRESS).waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await page.getByRole('button', { name: OPEN_CODE }).click();
  const code = page.getByRole('img', { name: OPEN_CODE });
  await code.waitFor();
  const wasmBinary = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
  const read = await readBarcodes(new Uint8Array(await code.screenshot()));
  expect(read.map(({ text }) => text)).toEqual([ADDRESS]);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'resources-code');
  await page.getByRole('button', { name: /^Hide the code/ }).click();
  expect(await code.count()).toBe(0);
  await press(page, 'Continue', 'What it is for');
  expect([foreign, context.pages().length]).toEqual([[], 1]);
  expectQuiet();
  await context.close();
});

test('on the signer’s own phone a leaflet is a link that tells the other site nothing', async () => {
  const caller = await callerAs(stage.server.origin);
  const form = await mailedCase(stage.server, caller, { procedures: [{ procedureID, side: 'LEFT', site: 'groin' }] });
  const { context, expectQuiet } = await openProfile(stage.browser, { viewport: SCREENS.phone });
  const page = await context.newPage();
  await enter(page, form);
  await page.getByRole('button', { name: 'Leaflets and videos' }).click();
  const link = page.getByRole('link', { name: LEAFLET });
  expect(await link.evaluate((each: HTMLAnchorElement) => [each.href, each.target, each.rel])).toEqual([
    ADDRESS,
    '_blank',
    'noopener noreferrer',
  ]);
  await page.getByText('Opens example.org in a new page').waitFor();
  expect(await page.getByRole('button', { name: OPEN_CODE }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'resources-link');
  expectQuiet();
  await context.close();
});

test('a form without leaflets has no button for them', async () => {
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed: await staff.form() });
  await press(page, 'Yes, this is me', 'What is planned');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('button', { name: 'Leaflets and videos' }).count()).toBe(0);
  await context.close();
});
