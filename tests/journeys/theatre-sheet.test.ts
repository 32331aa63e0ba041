import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { localDate, clockTime } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase, type Caller } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { filled, type Fill } from '#tests/server/work/theatre/sheet-desk.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const ZONE = 'Europe/London';
/** A time as somebody writes it, with its day: the visit may pass midnight. */
const written = (ago = 0) => {
  const at = Date.now() - ago;
  const [year, month, day] = localDate(at, ZONE).split('-');
  return `${day}/${month}/${year} ${clockTime(new Date(at).toISOString(), ZONE)}`;
};

let profile: Profile;
let page: Page;
let caller: Caller;
const ids = new Map<string, string>();
openStage(
  async ({ browser, server }) => {
    caller = await callerAs(server.origin);
    for (const lastName of ['Demo-Agreed', 'Demo-Early', 'Demo-Refused', 'Demo-Slip']) {
      const person = { firstName: 'Ida', lastName, dateOfBirth: '1955-01-09' };
      const { recordID } = await makeCase(server.origin, caller, { person, until: 'ready' });
      const { version } = (await caller.ask('recordDetails', { id: recordID })).data.record;
      const listed = { date: localDate(Date.now(), ZONE), theatre: 'Theatre 1', listType: 'THEATRE' as const };
      await caller.ask('recordUpdate', { recordID, version, listed });
      ids.set(lastName, recordID);
    }
    ({ profile, page } = await openSignedIn(browser, server.origin, {
      provoked: [/status of 4\d\d/, /net::ERR_INTERNET_DISCONNECTED/],
    }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const typesIn = async (name: string) =>
  (await caller.ask('recordDetails', { id: ids.get(name) ?? '' })).data.timeline.map(({ type }) => type);
const download = async (name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
};
const AGREED: Omit<Fill, 'time'> = { outcome: 'AGREED', signer: 'Ida Demo-Agreed, patient', clinician: 'Demo Clinician' };

let workbook: Buffer;
let broughtBack: Buffer;
const bring = (content: Buffer) =>
  page.getByLabel('Choose the sheet that was filled in').setInputFiles({ name: 'theatre-1.xlsx', mimeType: '', buffer: content });

test('the list is taken along as a pack and as a workbook', async () => {
  await tabAndEnter(page, 'Lists');
  await heading(page, 'Lists').waitFor();
  await page.getByRole('link', { name: 'Sheet' }).click();
  await heading(page, 'Sheet for a dead tablet').waitFor();
  await expectAccessible(page, 'sheet');
  await shot(page, 'sheet');
  const made = await download('Workbook');
  workbook = made.content;
  expect(made.name).toMatch(/^sheet-\d{4}-\d\d-\d\d\.xlsx$/);
  const pack = await download('Pack to print');
  expect(pack.content.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a sheet that comes back is shown first: what fits, what is wrong, and what a person has to choose', async () => {
  broughtBack = await filled(
    workbook,
    {
      'DEMO-AGREED': { ...AGREED, time: written() },
      'DEMO-EARLY': { ...AGREED, signer: 'Ida Demo-Early, patient', time: written(30 * HOUR), note: 'On the blank form' },
      'DEMO-REFUSED': { outcome: 'DECLINED', time: written(), signer: 'Ida Demo-Refused', note: 'Wants to wait' },
      'DEMO-SLIP': { ...AGREED, time: written() },
    },
    (rows) => rows.map((cells) => (String(cells[1]).includes('DEMO-SLIP') ? ['0000-0000-Z', ...cells.slice(1)] : cells)),
  );
  await bring(Buffer.from('a,b\n1,2\n'));
  await page.getByText(/^This is no sheet of a list/).waitFor();
  await expectAccessible(page, 'sheet-refused');
  await bring(broughtBack);
  await row('DEMO-AGREED, Ida').getByText('Ready').waitFor();
  await row('DEMO-REFUSED').getByText('Did not agree').waitFor();
  await row('DEMO-EARLY').getByText('Please choose').waitFor();
  await page.getByText(/^This is no code of a sheet/).waitFor();
  await page.getByText('2 ready, 1 to choose, 1 not read').waitFor();
  await expectAccessible(page, 'sheet-preview');
  for (const screen of ['tablet', 'portrait', 'phone'] as const) {
    await page.setViewportSize(SCREENS[screen]);
    await shot(page, `sheet-preview-${screen}`);
  }
  await page.setViewportSize(SCREENS.tablet);
  expect(await typesIn('Demo-Agreed')).not.toContain('PAPER_REPORTED');
});

test('what is saved counts once: agreed is signed on paper without a scan, a no is a no', async () => {
  await button('Save 2 rows').waitFor();
  await row('DEMO-EARLY').getByText('Yes, save it as well').click();
  await button('Save 3 rows').click();
  await page.getByText('3 rows saved').waitFor();
  await row('DEMO-AGREED').getByText('Already there').waitFor();
  await expectAccessible(page, 'sheet-saved');
  await shot(page, 'sheet-saved');
  expect(await typesIn('Demo-Early')).toContain('PAPER_REPORTED');
  expect(await typesIn('Demo-Refused')).toContain('DECLINED');
  await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
  await row('DEMO-AGREED').getByText('Signed on paper: no scan yet').waitFor();
  await row('DEMO-REFUSED').getByText('The patient does not agree').waitFor();
  await row('DEMO-AGREED').getByRole('link').click();
  await page.getByText('Brought back from the sheet').first().waitFor();
  await page.getByText(/^Signed on paper by Ida Demo-Agreed/).waitFor();
  await expectAccessible(page, 'sheet-case');
  await shot(page, 'sheet-case');
});

test('the same sheet once more changes nothing', async () => {
  await page.goBack();
  await page.getByRole('link', { name: 'Sheet' }).click();
  await bring(broughtBack);
  await page.getByText('1 not read, 3 already there').waitFor();
  expect(await button('Nothing to save').isDisabled()).toBe(true);
  await page.setViewportSize(SCREENS.phone);
  await shot(page, 'sheet-again');
  expect((await typesIn('Demo-Agreed')).filter((type) => type === 'PAPER_REPORTED')).toHaveLength(1);
});
