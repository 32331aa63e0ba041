import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import type { Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn, signIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { listedPeople, nhsNumbers, xlsxFile } from '#tests/support/people/patient-files.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const [NHS = ''] = nhsNumbers(1, 80_000);
/** Row 2 is faulty twice, row 3 is here already, row 4 shares name and birth date with somebody here, row 6 stands twice. */
const LIST = [
  'Surname,Forename,DOB,NHS No.,Tel,Sorte,Ward',
  'Demo-Quince,Iris,31/02/1948,9990000222,01632 960001,pl,7',
  `Demo-Acacia,Amber Jane,14/03/1950,${NHS},01632 960042,en,7`,
  'Demo-Bramble,Beth,1 May 1960,,01632 960003,en,7',
  'Demo-Medlar,Saffron,3 Apr 1969,,,en,7',
  'Demo-Medlar,Saffron,03/04/1969,,,en,7',
  'Demo-Loquat,Scarlet,5/6/1977,,,en,7',
].join('\n');

let page: Page;
let profile: Profile;
let caller: Caller;
const stage = openStage(
  async ({ server, browser }) => {
    caller = await callerAs(server.origin);
    const common = { firstName: 'Amber' };
    await caller.ask('patientCreate', {
      ...common,
      lastName: 'Demo-Acacia',
      dateOfBirth: '1950-03-14',
      nhsNumber: NHS,
      phoneNumber: '01632 960017',
    });
    await caller.ask('patientCreate', { ...common, lastName: 'Demo-Bramble', dateOfBirth: '1960-05-01' });
    ({ profile, page } = await openSignedIn(browser, server.origin, {
      email: 'bch@demo.nhs.uk',
      provoked: [/status of 4\d\d/, /ERR_FAILED.*patient\/search/],
    }));
    page.on('dialog', (dialog) => void dialog.accept());
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const choose = (name: string, content: Buffer | string) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: typeof content === 'string' ? Buffer.from(content) : content });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (number: number) =>
  page
    .getByRole('list', { name: 'Rows of the file' })
    .locator('> li')
    .filter({ hasText: `Row ${number}` });
const found = async (search: string) => (await caller.ask('patientSearch', { search })).data;

test('a file of another kind is refused with a sentence, and the next one can be chosen', async () => {
  await tabAndEnter(page, 'Patients');
  await heading(page, 'Patients').waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await heading(page, 'Import patients').waitFor();
  await expectAccessible(page, 'import-empty');
  await choose('letter.pdf', '%PDF-1.7 nothing');
  await page.getByText('This kind of file is not read.').waitFor();
  await expectAccessible(page, 'import-refused');
});

test('the columns are guessed, one that is unknown is mapped by hand, and nothing is written before', async () => {
  await choose('clinic.csv', LIST);
  await button(/^Import 2 patients/).waitFor();
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect.poll(() => columns.innerText()).toMatch(/DOB\s+Date of birth\s*day first/);
  expect(await columns.innerText()).toMatch(/Ward\s+left out/);
  await columns.getByRole('button', { name: 'Change' }).click();
  await columns.getByLabel('Sorte').selectOption({ label: 'Last name' });
  await columns.getByText('Two columns are read as Last name').first().waitFor();
  await columns.getByLabel('Sorte').selectOption({ label: 'Language' });
  await expectAccessible(page, 'import-columns');
  await columns.getByRole('button', { name: 'Read the file again' }).click();
  await expect.poll(() => columns.innerText()).toMatch(/Sorte\s+Language/);
  expect(await found('Demo-Loquat')).toEqual([]);
});

test('faults are mended where they are, and what is mended keeps its place', async () => {
  await expectAccessible(page, 'import-rows');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 768, height: 1024 });
  await shot(page, 'import-rows');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  if (size !== null) await page.setViewportSize(size);
  const faulty = row(2);
  await faulty.getByText('There is no 31 February 1948').waitFor();
  await faulty.getByLabel('Date of birth').fill('25/02/1948');
  await faulty.getByLabel('NHS number').fill('');
  // Another number may be somebody else's: the row is compared before it can be imported.
  await faulty.getByText('Not checked').waitFor();
  await button(/^Import 2 patients/).waitFor();
  await faulty.getByLabel('NHS number').blur();
  await faulty.getByText('Mended').waitFor();
  await button(/^Import 3 patients/).waitFor();
  expect(await faulty.getByText('There is no 31 February').count()).toBe(0);
});

test('a likely double is beside the record that is here, and “Another person” is chosen for nobody', async () => {
  const same = row(3);
  await same.getByText('Here already, P-').waitFor();
  expect(await same.getByRole('radio', { name: 'Same: leave out' }).isChecked()).toBe(true);
  await same.getByRole('radio', { name: 'Same: new telephone' }).check();
  const namesake = row(4);
  for (const answer of await namesake.getByRole('radio').all()) expect(await answer.isChecked()).toBe(false);
  await namesake.getByRole('radio', { name: 'Another person' }).check();
  await row(6).getByText('May be the same person as row 5').waitFor();
});

test('leaving the page loses nothing within the tab', async () => {
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await heading(page, 'Patients').waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await row(2).getByText('Mended').waitFor();
  expect(await row(3).getByRole('radio', { name: 'Same: new telephone' }).isChecked()).toBe(true);
});

test('rows for later are a file, and the rest is imported, once the server has said so', async () => {
  const download = page.waitForEvent('download');
  await button('Keep 1 for later').click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.split('\r\n')).toEqual([
    '\uFEFFSurname,Forename,DOB,NHS No.,Tel,Sorte,Ward,Row,Problem',
    'Demo-Medlar,Saffron,03/04/1969,,,en,7,6,May be the same person as row 5',
    '',
  ]);
  await button('Import 4 patients').click();
  await page.getByText('4 patients imported').waitFor();
  await page.getByText('New contact details of 1 patient saved.').waitFor();
  await expectAccessible(page, 'import-done');
  expect(await found('Demo-Quince')).toMatchObject([
    { dateOfBirth: '1948-02-25', nhsNumber: null, communication: { language: 'pl' } },
  ]);
  expect(await found('Demo-Acacia')).toMatchObject([{ firstName: 'Amber', phoneNumber: '01632 960042' }]);
  expect(await found('Demo-Bramble')).toHaveLength(2);
  expect(await found('Demo-Medlar')).toHaveLength(1);
  expect(await button(/^Import 0 patients/).isDisabled()).toBe(true);
});

test('the same file again says that it was imported, and its columns are remembered', async () => {
  await button('Another file').click();
  await choose('clinic.csv', LIST);
  await page.getByText('This file was imported before').waitFor();
  expect(await page.getByRole('region', { name: 'Columns' }).innerText()).toMatch(/Sorte\s+Language/);
});

test('a name of two words is typed in its row, and a row with too many cells stays at fault', async () => {
  await button('Another file').click();
  await choose('names.csv', 'Surname,Forename,DOB\n,Iris,1948-02-25\nDemo-Quince,Iris,31/02/1948,7\n');
  await row(2).getByLabel('Last name').pressSequentially('Demo Anne Marie');
  await row(2).getByLabel('Last name').blur();
  await row(2).getByText('Mended').waitFor();
  await row(2).getByText('DEMO ANNE MARIE, Iris').waitFor();
  await row(3).getByLabel('Date of birth').fill('25/02/1948');
  await row(3).getByLabel('Date of birth').blur();
  await row(3).getByText('There is no 31 February 1948').waitFor({ state: 'detached' });
  await row(3).getByText('This row has more cells than there are headings').waitFor();
  await row(3).getByText('Mend', { exact: true }).waitFor();
  await button('Import 1 patient').waitFor();
  await expectAccessible(page, 'import-longer');
});

test('a mended row that could not be compared is not imported, and can be checked again', async () => {
  await page.route('**/api/patient/search**', (route) => route.abort());
  await row(2).getByLabel('Last name').fill('Demo-Acacia');
  await row(2).getByLabel('Last name').blur();
  const again = row(2).getByRole('button', { name: 'Check again' });
  await again.waitFor();
  await row(2).getByText('Not checked').waitFor();
  expect(await button(/^Import 0 patients/).isDisabled()).toBe(true);
  await expectAccessible(page, 'import-not-checked');
  await page.unroute('**/api/patient/search**');
  await again.click();
  await row(2).getByText('Mended').waitFor();
  await button('Import 1 patient').waitFor();
});

test('what a file hides or says of itself is asked before anything is read', async () => {
  const chooseFixture = (name: string) => choose(name, readFileSync(`tests/fixtures/inputs/${name}`));
  await button('Another file').click();
  await chooseFixture('k3-hidden-rows-and-sheet.xlsx');
  await page.getByText('1 hidden row: read it too?').waitFor();
  await expectAccessible(page, 'import-hidden');
  await button('Read it too').click();
  await page.getByText('1 hidden row: read', { exact: true }).waitFor();
  await expectAccessible(page, 'import-hidden-read');
  await button('Another file').click();
  await chooseFixture('k12-one-page-of-many.json');
  await page.getByText('1 of 500: this file is one page of a search').waitFor();
  await expectAccessible(page, 'import-part');
  await button('Import this page alone').click();
  await row(1).waitFor();
  await button('Another file').click();
  await choose('names.csv', Buffer.from('Surname,Forename,DOB\nM\u00C3\u00BCller,Zo\u00C3\u00AB,1948-02-25\n'));
  await page.getByText('Letters may be wrong').waitFor();
  await expectAccessible(page, 'import-names');
  await button('Yes, they are right').click();
  await button(/^Import 1 patient/).waitFor();
  await button('Another file').click();
  await choose('none.csv', 'Alpha,Beta\n1,2\n');
  await page.getByText('No known heading in rows 1 to').first().waitFor();
  await expectAccessible(page, 'import-no-heading');
  await button('Another file').click();
  await chooseFixture('k2-identifiers.json');
  await page
    .getByText(/left out/i)
    .first()
    .waitFor();
  await expectAccessible(page, 'import-left-out');
});

test('a workbook of hundreds is imported with its progress in words, and leaving the screen loses nothing of it', async () => {
  await button('Another file').click();
  const people = listedPeople(400).map((person) => ({ ...person, mrn: '' }));
  await choose('list.xlsx', await xlsxFile(people));
  await page.getByText('All 400 rows checked. 397 ready, 3 to look at.').waitFor();
  await shot(page, 'import-workbook');
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/patient/bulk-add', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await button('Import 397 patients').click();
  // Nothing of the file can be changed while it is written.
  expect(await button('Another file').isDisabled()).toBe(true);
  for (const answered of await page.getByRole('radio').all()) expect(await answered.isDisabled()).toBe(true);
  await expectAccessible(page, 'import-writing');
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await heading(page, 'Patients').waitFor();
  answer();
  await page.getByText('397 patients imported').waitFor();
  await shot(page, 'import-elsewhere');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await heading(page, 'Import patients').waitFor();
  await page.getByText('397 patients imported').first().waitFor();
  await page.getByText('All 400 rows checked. 397 done, 0 ready, 3 to look at.').waitFor();
  await shot(page, 'import-after-leaving');
});

test('who may not import has no way to it', async () => {
  await page.goto(`${stage.server.origin}/logout`);
  await signIn(page, 'nurse@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'Patients' }).first().click();
  await heading(page, 'Patients').waitFor();
  expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
  await page.goto(`${stage.server.origin}/patient?mode=import`);
  await page.getByText('You do not have permission to do this').waitFor();
});
