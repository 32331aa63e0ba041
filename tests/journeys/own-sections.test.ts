import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
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
import { callerAs, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot, shotOfPdf } from '#tests/support/browser/shots.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NAME = 'Cataract surgery with lens implant';
const TITLE = 'The day you come';
const WORDS = 'Please bring somebody who can take you home.';
const OWN_TITLE = 'The day after';
const PERSON = { firstName: 'Ida', lastName: 'Demo-Section', dateOfBirth: '1956-08-14' };

let page: Page;
let profile: Profile;
let procedureID = '';
let recordID = '';
const stage = openStage(
  async ({ server, browser }) => {
    profile = await openProfile(browser, { provoked: [/status of 409/] });
    page = await profile.context.newPage();
    await page.goto(`${server.origin}/procedure`);
    await signIn(page, 'bch@demo.nhs.uk');
    await heading(page, 'Library').waitFor();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const text = () => page.getByRole('textbox', { name: 'Text' });
const mine = (on = page) => on.getByRole('region', { name: 'My own sections' });

test('a section is written: what is missing is named, and a reload loses no word', async () => {
  await page.getByRole('searchbox').fill('catar');
  await page.getByRole('link', { name: new RegExp(NAME) }).click();
  await heading(page, NAME).waitFor();
  procedureID = new URL(page.url()).searchParams.get('id') ?? '';
  await mine().getByText('There are none.', { exact: false }).waitFor();
  await expectAccessible(page, 'procedure-no-sections');
  await mine().getByRole('link', { name: 'Add a section' }).click();
  await heading(page, 'New section of my own').waitFor();
  await text().waitFor();
  await page.getByRole('button', { name: 'Save section' }).click();
  await page.getByRole('alert').getByText('Write the text of the section').waitFor();
  await expectAccessible(page, 'section-errors');
  await page.getByLabel('Title').fill(TITLE);
  await text().click();
  await page.keyboard.type(WORDS);
  await page.getByText('Not saved yet, stored on this tablet').waitFor();
  await everySize('section-edit');
  await page.waitForTimeout(700);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you typed before is here again').waitFor();
  await text().getByText(WORDS).waitFor();
  await page.getByRole('button', { name: 'Save section' }).click();
  await mine().getByText(WORDS).waitFor();
  await mine().getByRole('heading', { name: TITLE }).waitFor();
});

test('another tab’s save is not overwritten', async () => {
  await mine()
    .getByRole('link', { name: `Edit ${TITLE}` })
    .click();
  await text().waitFor();
  const other = await callerAs(stage.server.origin, 'bch@demo.nhs.uk');
  const [copy] = (await other.ask('userMe', {})).user.personalProcedures;
  const section = copy!.sections[0]!;
  const nodes = [{ type: 'paragraph' as const, children: [{ text: `${WORDS} Thank you.` }] }];
  await other.ask('procedureAddSection', { id: procedureID, section: { ...section, nodes }, revision: copy!.revision });
  await page.getByLabel('Title').fill('Another title');
  await page.getByRole('button', { name: 'Save section' }).click();
  await page.getByText('You have saved this section in another tab or on another tablet').waitFor();
  await expectAccessible(page, 'section-conflict');
  await everySize('section-conflict');
  await page.getByRole('button', { name: 'Take the saved words' }).click();
  await text().getByText('Thank you.', { exact: false }).waitFor();
  await page.getByLabel('Title').fill(TITLE);
  await text().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(WORDS);
  await page.getByRole('button', { name: 'Save section' }).click();
  await mine().getByText(WORDS, { exact: true }).waitFor();
});

test('it comes with the procedure onto a form, and can be left out', async () => {
  await page.goto(`${stage.server.origin}/patient?mode=new&purpose=consent`);
  await createPatient(page, PERSON);
  await page.waitForURL(/create-consent\?patient=/);
  await chooseProcedure(page, 'catar', NAME);
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await page.getByRole('radio', { name: /^Form 1/ }).check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/consent=.*record=/);
  const more = page.getByRole('region', { name: 'More for the patient' });
  await more.getByText('Read it').click();
  await more.getByText(WORDS).waitFor();
  await expectAccessible(page, 'builder-sections');
  await everySize('builder-sections');
  await more.getByRole('button', { name: 'Leave out' }).click();
  await more.getByRole('button', { name: 'Put on the form' }).click();
  await more.getByText('Read it').waitFor();
  await goToStep(page, 'Review');
  await page.getByText(TITLE).waitFor();
  await page.getByLabel(/^I have talked this through with/).check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await page.waitForURL(/\/consent\?id=/);
  recordID = new URL(page.url()).searchParams.get('id') ?? '';
});

test('the patient reads it and signs, and the document has the same words', async () => {
  await handOver(page);
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'More about what is planned');
  const shown = await page.locator('.rich').innerText();
  expect(shown).toContain(TITLE);
  expect(shown).toContain(WORDS);
  await expectAccessible(page, 'sign-more');
  await everySize('sign-more');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
  await drawSignature(page);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(page);
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
  await signAsClinician(page, 'Demo Lead');
  await page.getByText('Signed and sealed.').waitFor();
  const caller = await callerAs(stage.server.origin, 'bch@demo.nhs.uk');
  const [consent] = (await caller.ask('recordDetails', { id: recordID })).data.consents;
  const { consentID, patientID } = consent!;
  const file = path.join(stage.server.dataDir, 'own-section.pdf');
  writeFileSync(file, await sealedDocument(stage.server.origin, caller, { recordID, consentID, patientID }));
  const { text: printed } = inspectPdf(file);
  expect(printed).toContain(TITLE);
  expect(printed).toContain(WORDS);
  shotOfPdf(file, 'own-section');
});

test('offered for everybody, it is a draft that a second person publishes; then everybody’s forms have it, once', async () => {
  const caller = await callerAs(stage.server.origin, 'bch@demo.nhs.uk');
  const section = { title: OWN_TITLE, nodes: [{ text: 'Somebody rings you.' }] };
  await caller.ask('procedureAddSection', { id: procedureID, section });
  await page.goto(`${stage.server.origin}/procedure?id=${procedureID}`);
  await mine()
    .getByRole('button', { name: `Offer for everybody ${TITLE}` })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Offer/ });
  await expectAccessible(page, 'section-promote');
  await dialog.getByRole('button', { name: 'Put it into a draft' }).click();
  await page.getByText('Draft · version 2').waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text of section 1' }).getByText(WORDS).waitFor();
  await expectAccessible(page, 'procedure-edit-sections');
  await everySize('procedure-edit-sections');
  await page.getByLabel('Owner').fill('Demo eye lead');
  for (const [part, value] of [
    ['Day', '6'],
    ['Month', '8'],
    ['Year', '2099'],
  ] as const)
    await page
      .getByRole('group', { name: /^Look at it again by/ })
      .getByLabel(part)
      .fill(value);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await heading(page, NAME).waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Under review · version 2').waitFor();
  const admin = await callerAs(stage.server.origin, 'admin@demo.nhs.uk');
  await admin.ask('procedureUpdateStatus', { procedureID, status: 'ACTIVE' });
  await page.goto(`${stage.server.origin}/procedure?id=${procedureID}`);
  await page.getByText('In use · version 2').waitFor();
  await mine().getByText('In the procedure now').waitFor();
  await mine().getByText('The procedure has changed since you wrote this').waitFor();
  await mine().getByText(`New section: ${TITLE}`).waitFor();
  // The same words stand once on the page.
  expect(await page.getByText('Please bring somebody', { exact: false }).count()).toBe(1);
  await expectAccessible(page, 'own-sections-moved');
  await everySize('own-sections-moved');
  await mine().getByRole('button', { name: 'Still right: keep with version 2' }).click();
  await mine().getByText('The procedure has changed since you wrote this').waitFor({ state: 'detached' });
  await page.goto(`${stage.server.origin}/patient?mode=new&purpose=consent`);
  await createPatient(page, { firstName: 'Edda', lastName: 'Demo-Later', dateOfBirth: '1961-02-03' });
  await page.waitForURL(/create-consent\?patient=/);
  await chooseProcedure(page, 'catar', NAME);
  await page.getByRole('radio', { name: 'LEFT' }).check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const more = page.getByRole('region', { name: 'More for the patient' });
  await more.getByText('library', { exact: true }).waitFor();
  await more.getByRole('heading', { name: OWN_TITLE }).waitFor();
  expect(await more.getByRole('heading', { name: TITLE }).count()).toBe(1);
});

test('they are taken away after a question', async () => {
  await page.goto(`${stage.server.origin}/procedure?id=${procedureID}`);
  for (const left of [1, 0]) {
    await mine().getByRole('button', { name: 'Remove section' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove section' }).click();
    await expect.poll(() => mine().getByRole('button', { name: 'Remove section' }).count()).toBe(left);
  }
  await mine().getByText('There are none.', { exact: false }).waitFor();
});

/** The page as a tablet and a telephone show it, when screenshots are saved. */
async function everySize(name: string): Promise<void> {
  for (const size of [SCREENS.portrait, SCREENS.phone, SCREENS.tablet]) {
    await page.setViewportSize(size);
    await shot(page, name);
  }
}
