import fs from 'node:fs';
import { streamXlsxRows } from 'hucre/xlsx';
import papaparse from 'papaparse';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import type { Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
const stage = openStage(
  async ({ browser, server }) => {
    const caller = await callerAs(server.origin);
    const person = { firstName: '=Ida', lastName: 'Demo-Export', dateOfBirth: '1955-01-09' };
    const { recordID } = await makeCase(server.origin, caller, { person, until: 'draft' });
    const { version } = (await caller.ask('recordDetails', { id: recordID })).data.record;
    const date = localDate(Date.now() + DAY, 'Europe/London');
    await caller.ask('recordUpdate', { recordID, version, listed: { date, theatre: 'Theatre 4', listType: 'THEATRE' } });
    ({ profile, page } = await openSignedIn(browser, server.origin, {
      provoked: [/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_FAILED/],
    }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const dialog = () => page.getByRole('dialog');

async function open(path: string, title: string): Promise<void> {
  await page.goto(`${stage.server.origin}${path}`);
  await heading(page, title).waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
}

/** The rows of the file that the open dialog exports, and its name. */
async function exported(format: 'CSV' | 'Excel (XLSX)'): Promise<{ rows: string[][]; name: string }> {
  await dialog().getByRole('button', { name: format }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog().waitFor({ state: 'detached' });
  const file = fs.readFileSync(await download.path());
  const name = download.suggestedFilename();
  if (format === 'CSV') return { rows: papaparse.parse<string[]>(file.toString('utf8').slice(1).trimEnd()).data, name };
  const rows: string[][] = [];
  for await (const { values } of streamXlsxRows(file)) rows.push(values.map((value) => (typeof value === 'string' ? value : '')));
  return { rows, name };
}

test('the patients leave as they are filtered, after the page has said which and how many', async () => {
  await open('/patient?status=ACTIVE', 'Patients');
  const words = dialog().getByText(/^The \d+ patients of this list, on all its pages\. Filter: Active\.$/);
  const count = Number(/\d+/.exec(await words.innerText())?.[0]);
  await dialog()
    .getByText(/Address, telephone and email of protected patients are left out/)
    .waitFor();
  await expectAccessible(page, 'export-dialog');
  const { rows, name } = await exported('CSV');
  expect(name).toMatch(/^patients-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows).toHaveLength(count + 1);
  const [head = []] = rows;
  expect(head.slice(0, 4)).toEqual(['recordID', 'lastName', 'firstName', 'dateOfBirth']);
  const mine = rows.find((row) => row.includes('Demo-Export'));
  // A spreadsheet would run what begins with a sign of equality.
  expect(mine?.[head.indexOf('firstName')]).toBe("'=Ida");
});

test('a search narrows the file and stands in no log, a workbook holds text alone', async () => {
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'Patients').waitFor();
  await page.getByRole('searchbox').fill('Demo-Export');
  await page.getByText('1 to 1 of 1 patients').waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog().getByText('The 1 patient of this list, on all its pages. Filter: what you searched for.').waitFor();
  const { rows, name } = await exported('Excel (XLSX)');
  expect(name).toMatch(/\.xlsx$/);
  expect(rows.map((row) => row.slice(1, 3))).toEqual([
    ['lastName', 'firstName'],
    ['Demo-Export', '=Ida'],
  ]);
});

test('cases, consents, theatre lists and procedures leave from their own screens', async () => {
  for (const [path, title, heads] of [
    ['/?status=DRAFT', 'Home', ['Procedure', 'recordID']],
    ['/consent?whose=all&status=DRAFT', 'Consents', ['Version', 'consentID']],
    [`/listed?day=${localDate(Date.now() + DAY, 'Europe/London')}`, 'Lists', ['Theatre', 'Reason']],
    ['/procedure?status=ACTIVE', 'Library', ['Speciality', 'procedureID']],
  ] as const) {
    await open(path, title);
    const { rows } = await exported('CSV');
    expect(rows[0], path).toEqual(expect.arrayContaining([...heads]));
    expect(rows.length, path).toBeGreaterThan(1);
  }
});

test('without a network the page says that nothing can be exported, and a lost answer is told in the dialog', async () => {
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'Patients').waitFor();
  await page.getByText(/of \d+ patients/).waitFor();
  await profile.context.setOffline(true);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog().getByText('This needs the network').waitFor();
  expect(await dialog().getByRole('button', { name: 'Export', exact: true }).isDisabled()).toBe(true);
  await expectAccessible(page, 'export-offline');
  await profile.context.setOffline(false);
  await dialog().getByText('This needs the network').waitFor({ state: 'detached' });
  await page.route('**/api/export/**', (route) => route.abort());
  await dialog().getByRole('button', { name: 'Export', exact: true }).click();
  await dialog().getByRole('alert').waitFor();
  await page.unroute('**/api/export/**');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
});
