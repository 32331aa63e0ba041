import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import {
  chooseProcedure,
  createPatient,
  drawSignature,
  goToStep,
  handOver,
  heading,
  press,
  readUntil,
  signAsClinician,
  signIn,
  takeBack,
} from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NAME = 'Demo laser to the lens capsule';

let editor: Profile;
let page: Page;
/** The second person: an administrator, who may publish. */
let other: Page;
/** A third one, who may publish and wrote nothing. */
let reviewer: Page;
const stage = openStage(
  async ({ browser, server }) => {
    editor = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_INTERNET_DISCONNECTED/] });
    page = await editor.context.newPage();
    await page.goto(`${server.origin}/procedure`);
    await signIn(page, 'bch@demo.nhs.uk');
    await heading(page, 'Library').waitFor();
    other = await signedIn('admin@demo.nhs.uk');
    const admin = await callerAs(server.origin, 'admin@demo.nhs.uk');
    const roles = (await admin.ask('roleGet', { role: 'ADMIN' })).data.records;
    const email = 'pending@demo.nhs.uk';
    await admin.ask('userAuthorise', { email, roleID: roles[0]!._id, expiryDate: '2099-01-01' });
    reviewer = await signedIn(email);
    await admin.ask('procedureCreate', { procedureName: 'Demo, an old draft', formTypes: ['FORM_1'], reviewDate: '2020-02-01' });
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);

test('a procedure is written: what is wrong is named, and a reload loses no word', async () => {
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  await page.getByText('Review overdue').waitFor();
  await page.getByText('By 1 Feb 2020').waitFor();
  await expectAccessible(page, 'library');
  await page.getByRole('link', { name: 'New procedure' }).click();
  await heading(page, 'New procedure').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  const summary = page.getByRole('alert');
  await summary.getByText('Enter the procedure name').waitFor();
  await summary.getByText('Say whether a side must be chosen').waitFor();
  await expectAccessible(page, 'procedure-errors');
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('What is done').fill('A laser makes a small hole in the bag behind the lens.');
  await page.getByRole('checkbox', { name: 'Form 1: adult' }).check();
  await page.getByRole('radiogroup', { name: 'Must a side be chosen?' }).getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Part of the body').fill('eye');
  await page.getByText('Forms then say RIGHT eye.').waitFor();
  await page.getByText('Not saved yet, stored on this tablet').waitFor();
  await page.waitForTimeout(700);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you typed before is here again').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(NAME);
});

test('a risk is drawn as the patient will see it, from the two numbers', async () => {
  await tabAndEnter(page, 'Add a risk');
  const risk = page.getByRole('group', { name: /^Risk 1/ });
  // The new line takes the focus once it is drawn: letters before that would go nowhere.
  await risk.getByLabel('Risk, in plain words').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Retinal detachment');
  await risk.getByRole('radio', { name: 'A figure is known' }).check();
  await risk.getByLabel('It happens to').fill('7');
  await risk.getByLabel('out of this many people').fill('1,000');
  await risk.getByRole('radio', { name: 'A published rate' }).check();
  await risk.getByRole('img', { name: '7 in 1,000 people' }).waitFor();
  await risk.getByRole('checkbox', { name: /^Core/ }).check();
  await page.getByText('Retinal detachment: no source, no year, no people counted.').waitFor();
  await expectAccessible(page, 'procedure-editor');
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'procedure-editor');
  await page.setViewportSize(SCREENS.tablet);
  await risk.getByLabel('Source').fill('Demo audit');
  await risk.getByLabel('Year').fill('2024');
  await risk.getByLabel('Who was counted').fill('1,200 eyes');
  await risk.getByRole('button', { name: 'Close' }).click();
  await writeQuestion();
  await tabAndEnter(page, 'Add a code');
  await page.getByLabel('Code 1', { exact: true }).fill('54885008');
  await page.getByLabel('Meaning of code 1').fill('Laser capsulotomy');
  await page.getByLabel('Owner').fill('Demo eye lead');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').getByText('The Code is not a SNOMED CT concept: check its digits').click();
  await page.getByLabel('Code 1', { exact: true }).fill('54885007');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await heading(page, NAME).waitFor();
  await page.getByText('No consent can use this version: draft').waitFor();
});

/** A question is written with what is missing named, and taken off again. */
async function writeQuestion(): Promise<void> {
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByLabel('Question 1', { exact: true }).fill('Which eye is it?');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const summary = page.getByRole('alert');
  await summary.getByText('At least 2 answers').waitFor();
  await summary.getByText('Choose the right answer').waitFor();
  await summary.getByText('Choose the page that a wrong answer opens again').waitFor();
  for (const [nth, text] of ['The right eye', 'The left eye'].entries())
    await page.getByLabel(`Question 1, answer ${nth + 1}`).fill(text);
  await page.getByLabel('Right answer of question 1').selectOption({ label: 'The right eye' });
  await page.getByLabel('Page that a wrong answer to question 1 opens again').selectOption({ label: 'What it is for' });
  await page.getByText('Which eye is it?: its page has no benefit.').waitFor();
  await expectAccessible(page, 'procedure-questions');
  await page.getByRole('button', { name: /^Remove question 1/ }).click();
  expect(await page.getByLabel('Question 1', { exact: true }).count()).toBe(0);
}

test('leaving asks, and words that were left are there again', async () => {
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Speciality').fill('Ophthalmology');
  await page.getByText('Not saved yet, stored on this tablet').waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave without saving' }).click();
  await heading(page, NAME).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByText('What you typed before is here again').waitFor();
  expect(await page.getByLabel('Speciality').inputValue()).toBe('Ophthalmology');
});

test('two people’s edits: what the other changed is shown, and nothing is overwritten', async () => {
  await open(other, 'Draft');
  await other.getByRole('link', { name: 'Edit', exact: true }).click();
  await other.getByLabel('Speciality').fill('Eye clinic');
  await other.getByLabel('Acronym').fill('YAG');
  await other.getByRole('button', { name: 'Save draft' }).click();
  await heading(other, NAME).waitFor();
  for (const [part, text] of [
    ['Day', '6'],
    ['Month', '8'],
    ['Year', '2099'],
  ] as const)
    await page
      .getByRole('group', { name: /^Look at it again by/ })
      .getByLabel(part)
      .fill(text);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const conflict = page.getByRole('region', { name: 'Somebody else saved this procedure while you were typing' });
  await conflict.getByText('They also changed: Acronym.').waitFor();
  await expectAccessible(page, 'procedure-conflict');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').getByText('Speciality: choose which one to keep').waitFor();
  await conflict.getByRole('radio', { name: /^Yours/ }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await heading(page, NAME).waitFor();
  await page.getByText('YAG', { exact: true }).waitFor();
});

test('it is sent for review, published by a second person who did not write it, and used in a consent', async () => {
  await expectAccessible(page, 'procedure-draft');
  await tabAndEnter(page, 'Send for review');
  const dialog = page.getByRole('dialog', { name: /^Send for review/ });
  await expectAccessible(page, 'procedure-review');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send for review' }).click();
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Under review · version 1').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  await open(other, 'Under review');
  // The administrator has edited this version.
  await other.getByText('You have edited this version, so another person must publish it.').waitFor();
  expect(await other.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  await expectAccessible(other, 'procedure-own-review');
  await open(reviewer, 'Under review');
  await reviewer.getByRole('button', { name: 'Publish' }).click();
  await reviewer.getByRole('dialog').getByLabel('Note for the history').fill('Checked against the audit');
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await reviewer.getByText('In use · version 1').waitFor();
  await reviewer.getByText('“Checked against the audit”').waitFor();
  await page.goto(`${stage.server.origin}/patient?mode=new&purpose=consent`);
  await createPatient(page, { firstName: 'Lens', lastName: 'Demo-Library', dateOfBirth: '1950-03-14' });
  await chooseProcedure(page, 'laser', NAME);
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await goToStep(page, 'Risks');
  await page.getByRole('heading', { name: 'Retinal detachment' }).waitFor();
  await page.getByText('7 in 1,000 people').first().waitFor();
});

test('the patient reads what was published, signs it, and the sealed file has the same words', async () => {
  await goToStep(page, 'Review');
  await page.getByLabel(/^I have talked this through with/).check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await page.waitForURL(/\/consent\?id=/);
  const recordID = new URL(page.url()).searchParams.get('id') ?? '';
  await handOver(page);
  await press(page, 'Yes, this is me', 'What is planned');
  const shown = [await page.locator('main').innerText()];
  await readUntil(page, 'What can go wrong');
  shown.push(await page.locator('.card.risk').first().innerText());
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
  await drawSignature(page);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(page);
  await signAsClinician(page, 'Demo Lead');
  await page.getByText('Signed and sealed.').waitFor();
  const caller = await callerAs(stage.server.origin);
  const [consent] = (await caller.ask('recordDetails', { id: recordID })).data.consents;
  const { consentID, patientID, procedures } = consent!;
  const file = path.join(stage.server.dataDir, 'procedure.pdf');
  writeFileSync(file, await sealedDocument(stage.server.origin, caller, { recordID, consentID, patientID }));
  const { text: printed, content: attached } = inspectPdf(file);
  // The digest is over what the file carries.
  expect(attached).toMatchObject({ shown: { procedures } });
  const words = [
    'A laser makes a small hole in the bag behind the lens.',
    'Retinal detachment',
    '7 in 1,000 people',
    'Demo audit',
  ];
  for (const each of words) {
    expect(shown.join('\n')).toContain(each);
    expect(printed).toContain(each);
  }
});

test('a version in use is edited as a draft of the next one, which no consent is offered', async () => {
  await open(other, 'In use');
  await expectAccessible(other, 'procedure-in-use');
  await other.getByRole('link', { name: 'Change links' }).click();
  await other.getByRole('button', { name: 'Add a leaflet' }).click();
  await other.getByLabel('Title of leaflet 1').fill('Your laser treatment');
  await other.getByLabel('Address of leaflet 1').fill('http://example.org/laser');
  await other.getByRole('button', { name: 'Save links' }).click();
  await other.getByRole('alert').getByText('The Address must start with https://').waitFor();
  await expectAccessible(other, 'procedure-links');
  await other.getByLabel('Address of leaflet 1').fill('https://example.org/laser');
  await other.getByRole('button', { name: 'Save links' }).click();
  await other.getByRole('link', { name: 'Your laser treatment' }).waitFor();
  await other.getByText('In use · version 1').waitFor();
  await other.getByRole('link', { name: 'Edit as a new version' }).click();
  await other.getByText('Draft of version 2').waitFor();
  await other.getByLabel('Name', { exact: true }).fill(`${NAME} (new)`);
  await other.getByRole('button', { name: 'Save draft' }).click();
  await other.getByText('Draft · version 2').waitFor();
  await other.goto(`${stage.server.origin}/procedure`);
  await other.getByText('Version 2: draft').waitFor();
  await expectAccessible(other, 'library-two-versions');
  await open(other, 'In use');
  await other.getByText('Consents use version 1 until it is published.').waitFor();
  await expectAccessible(other, 'procedure-behind-draft');
});

test('without a network the editor says that it needs one', async () => {
  await page.goto(`${stage.server.origin}/procedure?mode=new`);
  await heading(page, 'New procedure').waitFor();
  await page.getByLabel('Acronym').fill('OFF');
  await page.context().setOffline(true);
  await page.getByText('Saving needs the network.').first().waitFor();
  await page.getByText('What you typed is stored on this tablet.').waitFor();
  expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await page.getByText('Saving needs the network.').first().waitFor({ state: 'detached' });
});

test('a removed line gives the focus to the one before it, or to the button that adds one', async () => {
  const focused = () => page.evaluate(() => document.activeElement?.id);
  for (const at of [1, 2]) {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel(`Question ${at}`, { exact: true }).fill(`Which ${at}?`);
  }
  await page.getByRole('button', { name: 'Remove question 2: Which 2?' }).click();
  await expect.poll(focused).toBe('understanding.0.question');
  await page.getByRole('button', { name: 'Remove question 1: Which 1?' }).click();
  await expect.poll(focused).toBe('understanding');
});

test('letters of twice the size need no scrolling to the side on a phone', async () => {
  const beside = (at: Page) =>
    at.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)
        .slice(0, 12),
    );
  await other.setViewportSize(SCREENS.phone);
  for (const [place, name] of [
    ['/procedure', 'Library'],
    ['/templates', 'Templates'],
    ['/procedure?mode=new', 'New procedure'],
  ] as const) {
    await other.goto(`${stage.server.origin}${place}`);
    await heading(other, name).waitFor();
    if (place.endsWith('new')) {
      for (const add of ['Add a risk', 'Add a benefit', 'Add a question']) await other.getByRole('button', { name: add }).click();
    }
    await other.addStyleTag({ content: 'html { font-size: 200% !important }' });
    expect.soft(await sideways(other), `${place}: ${(await beside(other)).join(' / ')}`).toBe(0);
  }
});

/** Opens the procedure from the list of this state. */
async function open(on: Page, state: string): Promise<void> {
  await on.goto(`${stage.server.origin}/procedure`);
  await on.getByRole('button', { name: state, exact: true }).click();
  await on.getByRole('searchbox').fill('laser');
  await on.getByRole('link', { name: new RegExp(NAME) }).click();
  await heading(on, NAME).waitFor();
}

/** The library, for another person on another tablet. */
async function signedIn(email: string): Promise<Page> {
  const { context } = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const opened = await context.newPage();
  await opened.goto(`${stage.server.origin}/procedure`);
  await signIn(opened, email);
  await heading(opened, 'Library').waitFor();
  return opened;
}
