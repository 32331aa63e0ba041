import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { templateTextsOf } from '#domain/templates/template-texts.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import type { Profile } from '#tests/support/browser/browser.ts';
import {
  chooseProcedure,
  createPatient,
  drawSignature,
  goToStep,
  handOver,
  heading,
  openSignedIn,
  press,
  readUntil,
  signAsClinician,
  takeBack,
} from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot, shotOfPdf } from '#tests/support/browser/shots.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NAME = 'Cataract clinic';
const OWN = 'Please bring somebody who can take you home.';
const PERSON = { firstName: 'Ida', lastName: 'Demo-Template', dateOfBirth: '1956-08-14' };

let page: Page;
let profile: Profile;
let recordID = '';
const stage = openStage(
  async ({ server, browser }) => {
    ({ profile, page } = await openSignedIn(browser, server.origin, {
      email: 'bch@demo.nhs.uk',
      provoked: [/status of 409/, /net::ERR_INTERNET_DISCONNECTED/],
    }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

test('by keyboard alone a template is copied, gets words of its own, and its places to sign are moved', async () => {
  await tabAndEnter(page, 'Library');
  await heading(page, 'Library').waitFor();
  await tabAndEnter(page, 'Templates');
  await heading(page, 'Templates').waitFor();
  await page.getByText('came with the product').first().waitFor();
  await expectAccessible(page, 'templates');
  await tabAndEnter(page, 'Patient agreement to investigation or treatment');
  await heading(page, 'Patient agreement to investigation or treatment').waitFor();
  await expectAccessible(page, 'template');
  await tabAndEnter(page, 'Make a copy');
  await heading(page, 'Copy of a template').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(NAME);
  await tabTo(page, 'Move up: Interpreter signs here');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Interpreter signs here. Now number 5 of 6.' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  expect(await order()).toEqual(['Interpreter signs here', 'Patient signs here', 'Clinician signs here']);
  await tabTo(page, 'Your rights');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+b');
  await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor();
  await page.keyboard.type(OWN);
  await preview().locator('b', { hasText: OWN }).waitFor();
  const pages = page.getByRole('img', { name: 'The text as it is printed, with an example patient' });
  await expect
    .poll(() => pages.evaluate((image: HTMLImageElement) => image.naturalHeight / image.naturalWidth))
    .toBeGreaterThan(1);
  await shot(page, 'template-edit');
  await pages.scrollIntoViewIfNeeded();
  await shot(page, 'template-document');
});

test('what is typed outlives a reload, and leaving asks', async () => {
  await page.getByText('Not saved yet, stored on this tablet').waitFor();
  // The pause in typing after which words are stored.
  await page.waitForTimeout(700);
  await page.reload();
  await page.getByText('What you typed before is here again').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe(NAME);
  await page.getByRole('textbox', { name: 'Text' }).getByText(OWN).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  expect(await order()).toEqual(['Interpreter signs here', 'Patient signs here', 'Clinician signs here']);
});

test('pasted pages leave their words alone, and a link its address', async () => {
  await focusEnd();
  await page.keyboard.press('Enter');
  await paste(
    '<h1 onclick="x()">Before <i>you</i> come</h1><script>alert(1)</script><ul><li>Eat nothing</li></ul><img src=x onerror=alert(1)><a href="https://nhs.uk/eye">the page</a>',
  );
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.getByRole('heading', { name: 'Before you come' }).waitFor();
  expect(await text.locator('script, img, a').count()).toBe(0);
  await page.getByText('the page (https://nhs.uk/eye)').waitFor();
});

test('a missing place to sign is named, and added again', async () => {
  await page.getByRole('button', { name: 'Remove: Clinician signs here' }).click();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Add the place where the clinician signs' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('data');
  await expectAccessible(page, 'template-edit-errors');
  await page.getByRole('group', { name: 'Still missing' }).getByRole('button', { name: 'Clinician signs here' }).click();
  await page.getByRole('group', { name: 'Still missing' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Address').fill('http://nhs.uk');
  await page.getByRole('button', { name: 'Set link' }).click();
  await page.getByText('Enter the whole address. It begins with https://').waitFor();
  await expectAccessible(page, 'template-link');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('the template is made, and listed with its author', async () => {
  await tabAndEnter(page, 'Create template');
  await heading(page, 'Templates').waitFor();
  await page.getByRole('link', { name: NAME }).click();
  await heading(page, NAME).waitFor();
  await page.getByText(/, by .*Demo/).waitFor();
});

test('words typed in two templates stay apart', async () => {
  const leave = async () => {
    await page.getByText('Not saved yet, stored on this tablet').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click();
    await heading(page, 'Templates').waitFor();
  };
  const { href } = new URL(page.url());
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name').fill('One');
  await leave();
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByLabel('Name').fill('Two');
  await leave();
  await page.goto(`${href}&mode=edit`);
  await page.getByText('What you typed before is here again').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('One');
  await page.getByRole('button', { name: 'Discard it' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe(NAME);
  await page.getByText('No changes').waitFor();
  await page.goto(href);
  await heading(page, NAME).waitFor();
});

test('a save of somebody else in between overwrites nothing, and both texts can be read', async () => {
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const other = await callerAs(stage.server.origin);
  const [present] = (await other.ask('templatesGetVersions', { _id: id })).data.records;
  const { name, formType, data } = present!;
  const theirs = [{ type: 'paragraph' as const, children: [{ text: 'Theirs' }] }, ...data];
  const welsh = { language: 'cy' as const, data, english: data };
  await other.ask('templatesUpdate', { _id: id, version: 1, name, formType, data: theirs, translations: [welsh] });
  await focusEnd();
  await page.keyboard.type(' Mine');
  await page.getByLabel('Speciality').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  const conflict = page.getByRole('region', { name: 'Somebody else saved this template while you were typing' });
  await conflict.getByText('They also changed: Welsh translation. That is in the form now.').waitFor();
  await expectAccessible(page, 'template-conflict');
  await conflict.getByRole('button', { name: 'Read theirs as a whole' }).click();
  await page.getByRole('dialog').getByText('Theirs', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Save as version 3' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Text: choose which one to keep' }).waitFor();
  await conflict.getByRole('radio', { name: /^Yours/ }).check();
  await page.getByRole('button', { name: 'Save as version 3' }).click();
  await heading(page, 'Templates').waitFor();
  await page.getByRole('link', { name: NAME }).click();
  await page.getByRole('heading', { name: 'Translation into Welsh' }).waitFor();
  await page.getByRole('link', { name: 'Read version 2' }).click();
  await page.getByText('This is an older version').waitFor();
  await page.getByRole('region', { name: 'Text', exact: true }).getByText('Theirs', { exact: true }).waitFor();
  await expectAccessible(page, 'template-older');
});

test('deleting says what it means; without a network the list says so', async () => {
  await page.getByRole('link', { name: 'Read version 3' }).click();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await page.getByText('It is no longer offered for a new form.', { exact: false }).waitFor();
  await expectAccessible(page, 'template-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page
    .getByText(/network/i)
    .first()
    .waitFor();
  await expectAccessible(page, 'template-offline');
  await page.context().setOffline(false);
});

test('a clinician uses it, and the patient’s page, the pinned text and the PDF have its words', async () => {
  await page.goto(stage.server.origin);
  await page.getByRole('link', { name: 'New consent' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, PERSON);
  await page.waitForURL(/create-consent\?patient=/);
  await chooseProcedure(page, 'catar', 'Cataract surgery with lens implant');
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await page.getByRole('radio', { name: /^Form 1/ }).check();
  await page.getByLabel('Template').selectOption({ label: `${NAME}, version 3` });
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/consent=.*record=/);
  await goToStep(page, 'Review');
  await page.getByLabel(/^I have talked this through with/).check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await page.waitForURL(/\/consent\?id=/);
  recordID = new URL(page.url()).searchParams.get('id') ?? '';
  await handOver(page);
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'More about your consent');
  const shown = await page.locator('.rich').innerText();
  expect(shown).toContain(OWN);
  expect(shown).toContain('(https://nhs.uk/eye)');
  await shot(page, 'template-on-the-page');
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
  const caller = await callerAs(stage.server.origin);
  const [consent] = (await caller.ask('recordDetails', { id: recordID })).data.consents;
  const pinned = templateTextsOf(consent?.content ?? []).join('');
  const { consentID, patientID } = consent!;
  const file = path.join(stage.server.dataDir, 'template.pdf');
  writeFileSync(file, await sealedDocument(stage.server.origin, caller, { recordID, consentID, patientID }));
  shotOfPdf(file, 'template');
  const { text: printed, content: attached } = inspectPdf(file);
  // The digest is over what the file carries.
  expect(attached).toMatchObject({ shown: { template: { nodes: consent?.content } } });
  for (const line of shown.split('\n').filter((each) => each.trim() !== '')) {
    const words = line.replace(/ \(https.*$/, '').trim();
    expect(pinned).toContain(words);
    expect(printed).toContain(words);
  }
});

function preview(): Locator {
  return page.getByRole('region', { name: 'What the patient sees' });
}

/** The places to sign in the order of the preview. */
function order(): Promise<string[]> {
  return preview().locator('ol').last().getByRole('listitem').allInnerTexts();
}

async function focusEnd(): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).locator('> p').last().click();
  await page.keyboard.press('End');
}

/** Pastes HTML as a page in another tab gives it. */
function paste(html: string): Promise<void> {
  return page.getByRole('textbox', { name: 'Text' }).evaluate((box, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/html', text);
    const inputType = 'insertFromPaste';
    box.dispatchEvent(new InputEvent('beforeinput', { inputType, dataTransfer, bubbles: true, cancelable: true }));
  }, html);
}
