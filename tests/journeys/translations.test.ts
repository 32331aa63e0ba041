import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { Output } from '#contract/calls.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, press, signIn, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { languageOf } from '#tests/support/browser/page-language.ts';
import { shot, shotOfPdf } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NAME = 'Demo tear duct probing';
const RISK = { name: 'Bleeding', text: 'It stops by itself.', frequency: { num: 1, den: 100 } };
const sign = (type: 'consent-patient' | 'consent-clinic' | 'consent-interpreter'): TemplateNode => ({
  type,
  children: [{ text: '' }],
});
const TEXT: TemplateNode[] = [
  { type: 'heading-one', children: [{ text: 'Your rights' }] },
  { type: 'paragraph', children: [{ text: 'You can change your mind.' }] },
  sign('consent-patient'),
  sign('consent-clinic'),
  sign('consent-interpreter'),
];
const pair = (english: string, text: string) => ({ english, text });
const ARABIC = {
  language: 'ar' as const,
  procedureName: pair(NAME, 'سبر القناة الدمعية'),
  procedureDescription: null,
  benefits: [],
  risks: [{ name: pair(RISK.name, 'نزيف'), text: pair(RISK.text, 'يتوقف من تلقاء نفسه.') }],
  alternatives: [pair('No treatment', 'عدم العلاج')],
};

let editor: Page;
let reviewer: Page;
let page: Page;
let clinician: Caller;
let procedure: Output<'procedureCreate'>['data'];
let template: Output<'templatesCreate'>['data'];
const stage = openStage(
  async ({ server }) => {
    const writer = await callerAs(server.origin, 'bch@demo.nhs.uk');
    clinician = await callerAs(server.origin);
    procedure = (
      await writer.ask('procedureCreate', {
        procedureName: NAME,
        procedureDescription: 'A thin wire opens the tear duct.',
        formTypes: ['FORM_1'],
        sideRequired: true,
        risks: [RISK],
        alternatives: ['No treatment'],
        reviewDate: '2099-08-06',
        owner: 'Demo eye lead',
        translations: [ARABIC],
      })
    ).data;
    template = (await writer.ask('templatesCreate', { name: 'Demo in two languages', formType: 'FORM_1', data: TEXT })).data;
    editor = await signedIn('bch@demo.nhs.uk');
    reviewer = await signedIn('admin@demo.nhs.uk');
    page = await signedIn('clinician@demo.nhs.uk');
  },
  { hasOwnServer: true, settings: { patientLanguages: ['cy', 'ar'] } },
);
asOneVisit(() => page);

test('an editor writes Welsh beside each English text; words typed and not saved are there again', async () => {
  await editor.goto(`${stage.server.origin}/procedure?id=${procedure.procedureID}&mode=edit`);
  await tabAndEnter(editor, 'Translate into Welsh');
  const group = editor.getByRole('group', { name: 'Translation into Welsh' });
  await group.getByText('5 texts still in English').waitFor();
  const focused = () => editor.evaluate(() => document.activeElement?.id);
  await expect.poll(focused).toBe('translation-group-cy');
  await tabAndEnter(editor, 'Remove the Welsh translation');
  await expect.poll(focused).toBe('translate-cy');
  await editor.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Remove the Arabic translation' }).click();
  await editor.getByRole('dialog', { name: 'Remove the Arabic translation?' }).getByRole('button', { name: 'Cancel' }).click();
  await group.getByLabel('Name in Welsh').fill('Agor dwythell y dagrau');
  await group.getByLabel('Risk in Welsh').fill('Gwaedu');
  await group.getByLabel('What happens then in Welsh').fill('Mae’n stopio ar ei ben ei hun.');
  await group.getByText('2 texts still in English').waitFor();
  expect(await group.getByLabel('Name in Welsh').getAttribute('lang')).toBe('cy');
  expect(await editor.getByLabel('Name in Arabic').evaluate((each) => getComputedStyle(each).direction)).toBe('rtl');
  await expectAccessible(editor, 'translations-editor');
  await shot(editor, 'translations-editor');
  await editor.getByText('Not saved yet, stored on this tablet').waitFor();
  await editor.waitForTimeout(700);
  editor.once('dialog', (dialog) => void dialog.accept());
  await editor.reload();
  await editor.getByText('What you typed before is here again').waitFor();
  expect(await editor.getByLabel('Risk in Welsh').inputValue()).toBe('Gwaedu');
  // Other English words in their place: the Welsh is offered for them, and not taken for theirs.
  await editor.getByLabel('Name', { exact: true }).fill(`${NAME} now`);
  await group.getByText(`It was written for “${NAME}”`).waitFor();
  await expectAccessible(editor, 'translations-stale');
  await editor.getByLabel('Name', { exact: true }).fill(NAME);
  expect(await group.getByLabel('Name in Welsh').inputValue()).toBe('Agor dwythell y dagrau');
  await editor.getByRole('button', { name: 'Save draft' }).click();
  await heading(editor, NAME).waitFor();
  await editor.getByRole('region', { name: 'Translation into Welsh' }).getByText('In English only').first().waitFor();
  await editor.getByRole('button', { name: 'Send for review' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click();
  await editor.getByText('Under review · version 1').waitFor();
});

test('a second person marks the Welsh as reviewed, and publishes', async () => {
  await reviewer.goto(`${stage.server.origin}/procedure?id=${procedure.procedureID}`);
  const panel = reviewer.getByRole('region', { name: 'Translation into Welsh' });
  await panel.getByText('Not reviewed yet').waitFor();
  await expectAccessible(reviewer, 'translations-review');
  await panel.getByRole('button', { name: 'I have read the Welsh: it says the same' }).click();
  await panel.getByText('Reviewed', { exact: true }).waitFor();
  await shot(reviewer, 'translations-review');
  await reviewer.getByRole('button', { name: 'Publish' }).click();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await reviewer.getByText('In use · version 1').waitFor();
});

test('a template is translated beside its English, and marked as reviewed as well', async () => {
  await editor.goto(`${stage.server.origin}/templates?id=${template._id}&mode=edit`);
  for (const language of ['Welsh', 'Arabic']) await tabAndEnter(editor, `Translate into ${language}`);
  await write(editor, 'Welsh', { 'Your rights': 'Eich hawliau', 'You can change your mind.': 'Cewch newid eich meddwl.' });
  await write(editor, 'Arabic', { 'Your rights': 'حقوقك', 'You can change your mind.': 'يمكنك تغيير رأيك.' });
  for (const language of ['Welsh', 'Arabic']) await editor.getByLabel(`The ${language} is finished`).check();
  await expectAccessible(editor, 'template-translations');
  await shot(editor, 'template-translations');
  await editor.getByRole('button', { name: /^Save as version/ }).click();
  await heading(editor, 'Templates').waitFor();
  await reviewer.goto(`${stage.server.origin}/templates?id=${template._id}`);
  const panel = reviewer.getByRole('region', { name: 'Translation into Welsh' });
  await panel.getByRole('button', { name: /^I have read/ }).click();
  await panel.getByText('Reviewed', { exact: true }).waitFor();
  await expectAccessible(reviewer, 'template-translation-review');
});

test('a patient who reads Welsh sees it first with the English below, signs, and the PDF holds both', async () => {
  const form = await openForm('cy');
  const texts = welsh.textsFor('PATIENT');
  const words = welsh.formTextsFor('PATIENT');
  await press(page, texts.identity.yes, words.plan.h1);
  await page.getByText('Agor dwythell y dagrau').waitFor();
  const seen = await readOn(welsh, 'cy');
  for (const text of ['Gwaedu', 'Bleeding', 'Mae’n stopio', 'It stops by itself', 'Eich hawliau', 'Your rights', 'Cewch newid'])
    expect(seen, text).toContain(text);
  // Nobody wrote these in Welsh.
  expect(seen).toContain(`${welsh.about.onlyEnglish}\nA thin wire opens the tear duct.`);
  await drawSignature(page);
  await press(page, words.sign.send, words.over.signed.h1);
  await takeBack(page);
  await signAsClinician(page);
  const file = await pdfOf(form);
  shotOfPdf(file, 'translations-cy');
  const paper = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  for (const text of ['Gwaedu', 'Bleeding', 'Mae’n stopio', 'It stops by itself', 'Eich hawliau', 'Your rights'])
    expect(paper, text).toContain(text);
});

test('a patient who reads Arabic has mirrored pages, told that nobody has reviewed the translation, and a PDF', async () => {
  const form = await openForm('ar');
  const texts = arabic.textsFor('PATIENT');
  await press(page, texts.identity.yes, arabic.formTextsFor('PATIENT').plan.h1);
  await page.getByText(arabic.about.unreviewed).waitFor();
  const seen = await readOn(arabic, 'ar');
  for (const text of ['نزيف', 'Bleeding', 'حقوقك', 'Your rights', 'عدم العلاج']) expect(seen, text).toContain(text);
  // The side is in the translated line, and the English line is English alone.
  expect(seen).toContain(`سبر القناة الدمعية، ${texts.side('RIGHT')}\n${NAME}, RIGHT side`);
  const { sign, over } = arabic.formTextsFor('PATIENT');
  await drawSignature(page);
  await press(page, sign.send, over.signed.h1);
  await takeBack(page);
  await signAsClinician(page);
  shotOfPdf(await pdfOf(form), 'translations-ar');
});

/** Puts other words in the place of the English ones, in the editor of a language. */
async function write(on: Page, language: string, words: Record<string, string>): Promise<void> {
  const box = on.getByRole('textbox', { name: `Text in ${language}` });
  for (const [english, text] of Object.entries(words)) {
    await box.getByText(english).click();
    await on.keyboard.press('Home');
    await on.keyboard.press('Shift+End');
    await on.keyboard.type(text);
    await box.getByText(text).waitFor();
  }
}

/** A form of a patient of this language, handed over. */
async function openForm(language: string): Promise<MadeCase> {
  const communication = { language, interpreterNeeded: false, format: 'STANDARD' as const };
  const person = { firstName: 'Mair', lastName: `Demo-Two-${language}`, dateOfBirth: '1950-03-14', communication };
  const { patient } = (await clinician.ask('patientCreate', person)).data;
  const { consentID, recordID, version } = await clinician.ask('consentCreate', {
    patientID: patient.id,
    formType: 'FORM_1',
    templateID: template._id,
    procedures: [{ procedureID: procedure.procedureID, side: 'RIGHT' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
  });
  await clinician.ask('consentSend', { consentID, version, channel: 'DEVICE' });
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
  await page.getByRole('button', { name: /^Hand the tablet/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  return { patientID: patient.id, consentID, recordID };
}

/** From the plan to the pad, each page looked at. @returns the words of all of them */
async function readOn(dictionary: Dictionary, language: 'cy' | 'ar'): Promise<string> {
  const { continue: onward } = dictionary.textsFor('PATIENT');
  const { question, sign: last, choices } = dictionary.formTextsFor('PATIENT');
  const seen: string[] = [];
  for (let nth = 1; ; nth += 1) {
    const h1 = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    seen.push(await page.locator('main').innerText());
    if (h1 === last.h1) return seen.join('\n');
    expect.soft((await languageOf(page, language)).unmarked, h1).toEqual([]);
    await expectAccessible(page, `translated-${language}-${nth}`);
    await page.setViewportSize(nth % 2 === 0 ? SCREENS.phone : SCREENS.tablet);
    await shot(page, `translated-${language}-${nth}`);
    if (h1 === question.h1) await page.getByRole('radio', { name: question.no, exact: true }).check();
    await page.getByRole('button', { name: onward, exact: true }).click();
    if (h1 === choices.h1) await page.getByRole('button', { name: choices.leave }).click();
    await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, h1);
  }
}

async function pdfOf(form: MadeCase): Promise<string> {
  const file = path.join(stage.server.dataDir, 'two-languages.pdf');
  writeFileSync(file, await sealedDocument(stage.server.origin, clinician, form));
  return file;
}

/** Signed in, on a tablet of their own. */
async function signedIn(email: string): Promise<Page> {
  const { context } = await openProfile(stage.browser, { provoked: [/status of 4\d\d/] });
  const opened = await context.newPage();
  await opened.goto(stage.server.origin);
  await signIn(opened, email);
  await heading(opened, 'Home').waitFor();
  return opened;
}
