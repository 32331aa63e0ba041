import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { call, callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { lookAt, SIZES } from '#tests/support/browser/look.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { openProfile, PATIENCE, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { drawPages } from '#tests/support/files/sealed-pdf.ts';
import { sentForm, type SentForm } from '#tests/support/forms/sent-form.ts';
import { shot, shotOfFailure, shotOfPdf } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let caller: Caller;
/** Dots per inch of a page that fills a photograph of two million picture elements. */
const DOTS_OF_CAMERA = 150;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-paper-'));

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { hasTouch: false, provoked: [/400 \(Bad Request\)/, /ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
  profile.expectQuiet();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const onPaper = () => page.getByRole('region', { name: 'On paper' });
const open = ({ recordID }: SentForm) => page.goto(`${stage.server.origin}/consent?id=${recordID}`);
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' });

const look = (name: string) => lookAt(page, name);

/** Downloads what a button of the panel gives. */
async function saved(name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await onPaper().getByRole('button', { name }).click();
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  await (await download).saveAs(file);
  return file;
}

/** The pages of a PDF as pictures, as if each had been photographed from straight above. */
function picturesOf(file: string): string[] {
  const name = path.basename(file, '.pdf');
  drawPages(file, folder, name, DOTS_OF_CAMERA);
  const pictures = fs.readdirSync(folder).filter((each) => each.startsWith(`${name}-`));
  return pictures.toSorted().map((each) => path.join(folder, each));
}

/** Ticks a signer, and types the date beside the signature by keyboard alone. */
async function signedOn(name: RegExp, [year, month, day]: string[]): Promise<void> {
  const tick = dialog('Check the scan').getByRole('checkbox', { name });
  await tick.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(day!);
  await page.keyboard.type(month!);
  await page.keyboard.type(year!);
}

/** The picture of the present page beside the fields, once it is there. @param number - of the page, from 1 */
async function pageShown(number: number): Promise<Locator> {
  const picture = dialog('Check the scan').getByRole('img', { name: `Page ${number} of the paper form, as it was scanned` });
  const widthOf = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
  await expect.poll(widthOf, { timeout: PATIENCE }).toBeGreaterThan(400);
  return picture;
}

const LETTERS = ['normal', 'large', 'larger'] as const;
/** The least of the page and of the fields that is in sight in each size of the house, in shares of the window. */
const IN_SIGHT = { page: 0.18, fields: 0.14 };

/** In all sizes and letters the page and the fields are in sight together, neither over the other, and the fields can be scrolled to their end. */
async function expectBeside(name: string): Promise<void> {
  const check = dialog('Check the scan');
  for (const size of SIZES)
    for (const letters of LETTERS) {
      const where = `${name}, ${size.width}×${size.height}, ${letters} letters`;
      await page.setViewportSize(size);
      await page.evaluate((type) => (document.documentElement.dataset['type'] = type), letters);
      const window = { x: 0, y: 0, ...size };
      const frame = await check.getByRole('group', { name: /^Page \d+ of the scan$/ }).boundingBox();
      const fields = await check.getByRole('group', { name: 'What stands on the paper' }).locator('../..').boundingBox();
      const least = (share: number) => size.width * size.height * share;
      expect.soft(shared(frame!, window), `${where}: the page`).toBeGreaterThan(least(IN_SIGHT.page));
      expect
        .soft(shared(fields!, window) - shared(fields!, frame!), `${where}: the fields`)
        .toBeGreaterThan(least(IN_SIGHT.fields));
      // Less than a line of pixels: edges are broken numbers.
      expect.soft(shared(fields!, frame!), `${where}: over each other`).toBeLessThan(size.width);
      const next = check.getByRole('button', { name: /^(Continue|Save the signatures)$/ });
      await next.scrollIntoViewIfNeeded();
      const { y, height } = (await next.boundingBox())!;
      expect.soft(y + height, `${where}: the next step`).toBeLessThanOrEqual(size.height);
      await shot(page, `${name}-${letters}`);
    }
  await page.evaluate(() => delete document.documentElement.dataset['type']);
  await page.setViewportSize(SIZES[0]);
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
/** The area that two boxes share, in square pixels. */
function shared(one: Box, other: Box): number {
  const along = (at: 'x' | 'y', by: 'width' | 'height') =>
    Math.max(0, Math.min(one[at] + one[by], other[at] + other[by]) - Math.max(one[at], other[at]));
  return along('x', 'width') * along('y', 'height');
}

/** Chooses what is ticked about blood, and nothing for all other choices; blood once more on a page of its own. */
async function tick(blood: string, second = blood): Promise<void> {
  const check = dialog('Check the scan');
  const choose = async (name: string, label: string) => {
    const choices = check.getByRole('group', { name }).getByRole('combobox');
    for (const box of await choices.all()) await box.selectOption({ label: 'Nothing ticked' });
    await check
      .getByRole('group', { name })
      .getByLabel(/^Blood transfusion/)
      .selectOption({ label });
  };
  await choose('What is ticked on the paper?', blood);
  await look('paper-ticks');
  await check.getByRole('button', { name: 'Continue' }).click();
  // The page stays in sight, and the first entry does not.
  await check.getByRole('group', { name: 'Look at the paper once more' }).waitFor();
  for (const box of await check.getByRole('combobox').all()) expect(await box.inputValue()).toBe('');
  expect(await check.getByRole('group', { name: 'What is ticked on the paper?' }).count()).toBe(0);
  await pageShown(1);
  await choose('Look at the paper once more', second);
  await look('paper-ticks-again');
}

test('a form is printed, signed with ink, scanned, checked by a clinician and sealed', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  await open(form);
  await onPaper().getByText('Print the form and have it signed with ink.').waitFor();
  await look('paper-none');
  const printed = await saved('Form to print');
  await button('Upload the scan').click();
  await dialog('Upload the signed form').locator('input[type=file]').setInputFiles(printed);
  await look('paper-upload');
  await dialog('Upload the signed form').getByRole('button', { name: 'Upload', exact: true }).click();

  const check = dialog('Check the scan');
  await check.getByText('The code on each page says that it is this form.').waitFor({ timeout: PATIENCE });
  await signedOn(/, patient$/, today().split('-'));
  await signedOn(/, clinician$/, today().split('-'));
  await check.getByLabel(/^Whose signature is it/).selectOption({ label: 'This is my signature' });
  await look('paper-check');
  // The two entries of a choice about safety are compared.
  await tick('No', 'Yes');
  await check.getByRole('button', { name: 'Save the signatures' }).click();
  await check.getByText('Look at blood transfusion again: it was entered as “No” and as “Yes”.').waitFor();
  await tick('No');
  await check.getByRole('button', { name: 'Save the signatures' }).click();
  await check.waitFor({ state: 'detached' });
  await page.getByText('NO BLOOD TRANSFUSION').first().waitFor();
  await page
    .getByRole('region', { name: 'Signatures' })
    .getByText(`Dated ${longDate(today())}, on paper`)
    .first()
    .waitFor();
  await button('Open the PDF').waitFor({ timeout: PATIENCE });
  await look('paper-signed');
  const download = page.waitForEvent('download');
  await button('Download').first().click();
  const sealed = path.join(folder, 'sealed.pdf');
  await (await download).saveAs(sealed);
  const words = textOf(fs.readFileSync(sealed)).replaceAll(/\s+/g, ' ');
  expect(words).toContain('NO BLOOD TRANSFUSION');
  expect(words).toContain(`On paper, dated ${longDate(today())}`);
  expect(words).toContain('Ticked on paper, read by Demo Clinician');
  shotOfPdf(sealed, 'paper');
  await page.getByRole('button', { name: 'Open the scan', exact: true }).waitFor();
});

test.runIf(isFull)('photographs of the pages are taken one by one, and a page without a readable code is looked at', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  await open(form);
  const pictures = picturesOf(await saved('Form to print'));
  expect(pictures.length).toBeGreaterThan(1);
  const unread = path.join(folder, 'unread.png');
  fs.writeFileSync(unread, blankPage());
  await button('Upload the scan').click();
  const upload = dialog('Upload the signed form');
  for (const picture of [...pictures.slice(0, -1), unread]) {
    await upload.locator('input[type=file]').setInputFiles(picture);
    await upload.getByText(path.basename(picture)).first().waitFor();
  }
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  const check = dialog('Check the scan');
  const last = pictures.length;
  await check.getByText(`On page ${last} no code could be read.`, { exact: false }).waitFor({ timeout: PATIENCE });
  await signedOn(/, patient$/, ['2020', '01', '02']);
  await tick('Nothing ticked');
  await check.getByRole('button', { name: 'Save the signatures' }).click();
  // All that is wrong is named at its place, and nothing that was entered is lost.
  await check.getByText(`Look at page ${last} of the scan`, { exact: false }).waitFor();
  await check.getByText('nobody signed it before', { exact: false }).waitFor();
  await look('paper-faults');
  await check.getByRole('checkbox', { name: `Page ${last} of the scan` }).check();
  const [year = '', month = '', day = ''] = today().split('-');
  await check.getByLabel('Day').fill(day);
  await check.getByLabel('Month').fill(month);
  await check.getByLabel('Year').fill(year);
  await tick('Nothing ticked');
  await check.getByRole('button', { name: 'Save the signatures' }).click();
  await check.waitFor({ state: 'detached' });
  await onPaper().getByText('A clinician has checked it.').waitFor();
  await page.getByRole('region', { name: 'Signatures' }).getByText('on paper').first().waitFor();
});

test.runIf(isFull)('the scan of another form is refused in words, and what was chosen stays', async () => {
  const [form, other] = [await sentForm(caller, { emailAddress: null }), await sentForm(caller, { emailAddress: null })];
  await open(other);
  const strange = await saved('Form to print');
  await open(form);
  await button('Upload the scan').click();
  const upload = dialog('Upload the signed form');
  await upload.locator('input[type=file]').setInputFiles(strange);
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await upload.getByText('is of another form or another version', { exact: false }).waitFor({ timeout: PATIENCE });
  expect(await upload.getByText(path.basename(strange)).first().isVisible()).toBe(true);
  await look('paper-refused');
  await upload.getByRole('button', { name: 'Cancel' }).click();
  await onPaper().getByText('Print the form and have it signed with ink.').waitFor();
});

test.runIf(isFull)('a scan without codes is compared by two identifiers, or deleted', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  await open(form);
  const blank = path.join(folder, 'blank.png');
  fs.writeFileSync(blank, blankPage());
  await button('Upload the scan').click();
  await dialog('Upload the signed form').locator('input[type=file]').setInputFiles(blank);
  await dialog('Upload the signed form').getByRole('button', { name: 'Upload', exact: true }).click();
  const check = dialog('Check the scan');
  await check.getByText('No code could be read on it.', { exact: false }).waitFor({ timeout: PATIENCE });
  await check.getByLabel('Last name of the patient, as written on the paper').fill('Demo-Somebody');
  await look('paper-unread');
  await check.getByRole('button', { name: 'Cancel' }).click();
  await button('Delete the scan').click();
  await dialog('Delete this scan?').getByRole('button', { name: 'Delete the scan' }).click();
  await dialog('Delete this scan?').waitFor({ state: 'detached' });
  await onPaper().getByText('Print the form and have it signed with ink.').waitFor();
});

test.runIf(isFull)('a check that is open stays that of its scan, whatever is uploaded meanwhile', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  await open(form);
  const printed = await saved('Form to print');
  await button('Upload the scan').click();
  await dialog('Upload the signed form').locator('input[type=file]').setInputFiles(printed);
  await dialog('Upload the signed form').getByRole('button', { name: 'Upload', exact: true }).click();
  const check = dialog('Check the scan');
  await check.getByText('The code on each page says that it is this form.').waitFor({ timeout: PATIENCE });
  await signedOn(/, patient$/, today().split('-'));
  await tick('Nothing ticked');
  const input = { consentID: form.consentID, files: [new Blob([new Uint8Array(blankPage())])] };
  await call(calls.consentBitpaperUpload, input, { fetch, root: `${stage.server.origin}/api`, token: caller.token });
  await check.getByRole('button', { name: 'Save the signatures' }).click();
  await check.getByText('Another scan was uploaded in the meantime. Look at that one.').waitFor();
  await check.getByRole('button', { name: 'Cancel' }).click();
  await onPaper().getByText('No code could be read on it.').waitFor({ timeout: PATIENCE });
});

test('the page stands large beside the fields: it is turned, made larger, hidden on a phone, and says where there is no network', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  const wire = { fetch, root: `${stage.server.origin}/api`, token: caller.token };
  const { url } = await caller.ask('consentGetPrivateUrl', { consentID: form.consentID, kind: 'PAPER' });
  const printed = await callForFile(calls.documentGet, { token: url.slice(url.lastIndexOf('/') + 1) }, wire);
  const input = { consentID: form.consentID, files: [printed] };
  const { data } = await call(calls.consentBitpaperUpload, input, wire);
  const last = data.pages.length;
  await open(form);
  await onPaper().getByRole('button', { name: 'Check the scan' }).click();
  const check = dialog('Check the scan');
  const picture = await pageShown(1);
  await check.getByText(`Page 1 of ${last}`).waitFor();
  await signedOn(/, patient$/, today().split('-'));
  await check.getByLabel(/^Blood transfusion/).scrollIntoViewIfNeeded();
  await expectBeside('paper-beside');

  const width = async () => (await picture.boundingBox())!.width;
  const usual = await width();
  await picture.click({ position: { x: 40, y: 40 } });
  await expect.poll(width).toBeCloseTo(usual * 2, -1);
  await look('paper-larger');
  await check.getByRole('button', { name: 'Larger' }).click();
  expect(await check.getByRole('button', { name: 'Larger' }).isDisabled()).toBe(true);
  for (let nth = 0; nth < 3; nth += 1) await check.getByRole('button', { name: 'Smaller' }).click();
  await expect.poll(width).toBeCloseTo(usual, -1);
  expect(await check.getByRole('button', { name: 'Smaller' }).isDisabled()).toBe(true);

  await page.context().setOffline(true);
  await check.getByRole('button', { name: 'Next page' }).click();
  await check.getByText('The pages of a scan need the network', { exact: false }).waitFor();
  await look('paper-offline');
  await check.getByRole('button', { name: 'Previous page' }).click();
  await pageShown(1);
  await page.context().setOffline(false);
  await check.getByRole('button', { name: 'Next page' }).click();
  await pageShown(2);
  expect(await check.getByRole('checkbox', { name: /, patient$/ }).isChecked()).toBe(true);
  for (let at = 2; at < last; at += 1) await check.getByRole('button', { name: 'Next page' }).click();
  await pageShown(last);
  expect(await check.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);

  await page.setViewportSize(SCREENS.phone);
  await check.getByRole('button', { name: 'Hide the page' }).click();
  await check.getByRole('button', { name: 'Show the page' }).waitFor();
  expect(await check.getByRole('img', { name: /of the paper form/ }).count()).toBe(0);
  await look('paper-hidden');
  await page.setViewportSize(SCREENS.phone);
  await check.getByRole('button', { name: 'Show the page' }).click();
  await pageShown(last);
  await page.setViewportSize(SIZES[0]);
});
