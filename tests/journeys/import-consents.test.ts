import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { longDate } from '#domain/values/plain-date.ts';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import type { Profile } from '#tests/support/browser/browser.ts';
import { aConsent, consentsCsv, consentsXlsx } from '#tests/support/people/consent-files.ts';
import { heading, openSignedIn, signIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { nhsNumbers } from '#tests/support/people/patient-files.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

/** A day in the weeks before the tests: such a consent is still in force. */
const SIGNED = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
const PEOPLE = nhsNumbers(4, 90_000).map((nhsNumber, at) => ({
  firstName: ['Amber', 'Beth', 'Coral', 'Dawn'][at] ?? '',
  lastName: `Demo-${['Acacia', 'Bramble', 'Cedar', 'Damson'][at] ?? ''}`,
  dateOfBirth: `19${50 + at}-03-14`,
  nhsNumber,
}));
const consentOf = (at: number, change: Parameters<typeof aConsent>[1] = {}) => {
  const person = PEOPLE[at];
  if (person === undefined) throw new Error('There is no such person');
  return aConsent(person, { signed: SIGNED, signer: `${person.firstName} ${person.lastName}`, ...change });
};
/** Row 2 is sound, rows 3 and 4 name a procedure in other words, row 5 has no side, row 6 stands twice, row 7 is nobody's. */
const LIST = consentsCsv([
  consentOf(0, { id: 'EYE-1' }),
  consentOf(1, { procedure: 'Phako mit Linse' }),
  consentOf(2, { procedure: 'Phako mit Linse' }),
  consentOf(3, { side: '' }),
  consentOf(0, { id: 'EYE-1' }),
  consentOf(0, { born: '1999-01-01', side: 'Left' }),
]);

let page: Page;
let profile: Profile;
let caller: Caller;
const stage = openStage(
  async ({ server, browser }) => {
    caller = await callerAs(server.origin);
    for (const person of PEOPLE) await caller.ask('patientCreate', person);
    ({ profile, page } = await openSignedIn(browser, server.origin, { email: 'bch@demo.nhs.uk', provoked: [/status of 4\d\d/] }));
    page.on('dialog', (dialog) => void dialog.accept());
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const choose = (name: string, content: Buffer) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (number: number) =>
  page
    .getByRole('list', { name: 'Rows of the file' })
    .locator('> li')
    .filter({ has: page.locator('span', { hasText: new RegExp(`^Row ${number}$`) }) });
async function atSize(size: { width: number; height: number }, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(size);
  await shot(page, name);
  expect(await sideways(page)).toBe(0);
  if (before !== null) await page.setViewportSize(before);
}

test('a file of another kind is refused with a sentence', async () => {
  await tabAndEnter(page, 'Consents');
  await heading(page, 'Consents').waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await heading(page, 'Import consents').waitFor();
  await expectAccessible(page, 'import-consents-empty');
  await choose('letter.pdf', Buffer.from('%PDF-1.7 nothing'));
  await page.getByText('This kind of file is not read.').waitFor();
});

test('each row finds its patient and procedure, or says why not', async () => {
  await choose('eye-clinic.csv', LIST);
  await page.getByText('All 6 rows checked. 1 ready, 5 to look at.').waitFor();
  await expectAccessible(page, 'import-consents-rows');
  await atSize({ width: 768, height: 1024 }, 'import-consents-tablet');
  await atSize({ width: 390, height: 844 }, 'import-consents-phone');
  await row(5).getByText('This procedure has sides: enter LEFT, RIGHT or BOTH').waitFor();
  await row(6).getByText('A consent with this reference stands in row 2 as well').waitFor();
  await row(7).getByText('The patient with this NHS number was born on another day').waitFor();
});

test('a procedure is chosen once for all rows that name it so, and a side in its row', async () => {
  await row(3).getByText('In the file: Phako mit Linse').waitFor();
  await row(3).getByLabel('Procedure').selectOption({ label: 'Cataract surgery with lens implant' });
  await row(4).getByText('Mended').waitFor();
  await row(3).getByText('Mended').waitFor();
  await row(5).getByLabel('Side').selectOption('LEFT');
  await row(5).getByText('Mended').waitFor();
  await page.getByText('All 6 rows checked. 4 ready, 2 to look at.').waitFor();
  await expectAccessible(page, 'import-consents-mended');
  await shot(page, 'import-consents-mended');
});

test('the chosen rows are imported, once the server has said so', async () => {
  await page.getByRole('checkbox', { name: /^Import row 5,/ }).uncheck();
  await button('Import 3 consents').click();
  await page.getByText('3 consents imported').waitFor();
  await expectAccessible(page, 'import-consents-done');
  await atSize({ width: 1024, height: 768 }, 'import-consents-done');
  const { records } = (await caller.ask('consentGetAll', { limit: 100 })).data;
  expect(
    records
      .filter(({ origin }) => origin?.kind === 'IMPORT')
      .map(({ patient, status }) => [patient.lastName, status])
      .toSorted(),
  ).toEqual([
    ['Demo-Acacia', 'SIGNED'],
    ['Demo-Bramble', 'SIGNED'],
    ['Demo-Cedar', 'SIGNED'],
  ]);
});

test('an imported consent says everywhere that it is not sealed', async () => {
  await page.goto(`${stage.server.origin}/consent?whose=all`);
  await page.getByText('Imported, not sealed').first().waitFor();
  await atSize({ width: 768, height: 1024 }, 'import-consents-list');
  await page
    .getByRole('link', { name: /DEMO-ACACIA/ })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Imported, not sealed' });
  await panel.getByText('see the paper form').waitFor();
  expect(await panel.innerText()).toContain(longDate(SIGNED));
  expect(await panel.innerText()).toContain('EYE-1');
  await page.getByText('Imported from a file', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Sealed|Download/ }).count()).toBe(0);
  await expectAccessible(page, 'import-consents-case');
  await atSize({ width: 768, height: 1024 }, 'import-consents-case');
  await atSize({ width: 390, height: 844 }, 'import-consents-case-phone');
});

test('the same file again finds what is here already, and a workbook is read as well', async () => {
  await page.goto(`${stage.server.origin}/consent?mode=import`);
  await heading(page, 'Import consents').waitFor();
  await choose('eye-clinic.csv', LIST);
  await page.getByText('This file was imported before').waitFor();
  await row(2).getByText('A consent with this reference is here already').waitFor();
  await button('Another file').click();
  await choose('eye-clinic.xlsx', await consentsXlsx([consentOf(3, { side: 'Both' })]));
  await button('Import 1 consent').click();
  await page.getByText('1 consent imported').waitFor();
});

test('another first name is looked at before its row is ticked, and of two rows with one consent either is chosen', async () => {
  await button('Another file').click();
  const twin = consentOf(1, { side: 'Left', id: 'TWIN-1' });
  const [headings = '', first = '', second = ''] = consentsCsv([twin, { ...twin, clinician: 'Dr Demo Second' }])
    .toString()
    .trim()
    .split(/\r?\n/);
  const withName = (line: string, name: string) => `${line},${name},Demo-Bramble\r\n`;
  const file = `${headings},Forename,Surname\r\n${withName(first, 'Bethany')}${withName(second, 'Beth')}`;
  await choose('twins.csv', Buffer.from(file));
  await row(2).getByText('In the file: DEMO-BRAMBLE, Bethany').waitFor();
  await row(2).getByText('Same person?').waitFor();
  await row(3).getByText('Choose one').waitFor();
  await expectAccessible(page, 'import-consents-who');
  await atSize({ width: 768, height: 1024 }, 'import-consents-who-tablet');
  await atSize({ width: 390, height: 844 }, 'import-consents-who-phone');
  await page.getByRole('checkbox', { name: /^Import row 2,/ }).check();
  await page.getByRole('checkbox', { name: /^Import row 3,/ }).check();
  expect(await page.getByRole('checkbox', { name: /^Import row 2,/ }).isChecked()).toBe(false);
  // The patient can be corrected in any field that identifies them.
  await row(2).getByLabel('First name').fill('Beth');
  await row(2).getByLabel('NHS number').focus();
  await row(2).getByText('In the file:').waitFor({ state: 'detached' });
  await row(2).getByText('Left out').waitFor();
  await row(3).getByText('Please check').waitFor();
  await shot(page, 'import-consents-chosen');
  await button('Import 1 consent').click();
  await page.getByText('1 consent imported').waitFor();
});

test('a row that is refused says so at its field, and nothing of the file was written', async () => {
  await button('Another file').click();
  const file = consentsCsv([consentOf(2, { side: 'Left', id: 'LATE-1' }), consentOf(3, { side: 'Left', id: 'LATE-2' })]);
  await choose('late.csv', file);
  await button('Import 2 consents').waitFor();
  // Another program brings one of them in meanwhile.
  const other = consentsCsv([consentOf(2, { side: 'Left', id: 'LATE-1' })]);
  const digest = createHash('sha256').update(other).digest('hex');
  const input = { file: new File([Uint8Array.from(other)], 'other.csv'), commit: 'true' as const, digest };
  await caller.ask('recordImport', input);
  await button('Import 2 consents').click();
  await page.getByText('1 row was refused, and nothing was written.').waitFor();
  await row(2).getByText('A consent with this reference is here already').waitFor();
  expect(await row(2).getByLabel('Reference').inputValue()).toBe('LATE-1');
  await expectAccessible(page, 'import-consents-refused');
  await button('Import 1 consent').click();
  await page.getByText('1 consent imported').waitFor();
});

test('who may not import has no way to it', async () => {
  await page.goto(`${stage.server.origin}/logout`);
  await signIn(page, 'nurse@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
  await page.goto(`${stage.server.origin}/consent`);
  await heading(page, 'Consents').waitFor();
  expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
  await page.goto(`${stage.server.origin}/consent?mode=import`);
  await page.getByText('You do not have permission to do this').waitFor();
});
