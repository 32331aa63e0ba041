import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { DEMO_DETAILS } from '#server/seed/demo-people.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, press, readUntil } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs, sealedDocument, type Caller } from '#tests/support/forms/made-cases.ts';
import { answerWho, BORN, enter, linkTo, mailedCase, type MailedCase } from '#tests/support/forms/mailed-link.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let caller: Caller;
let form: MailedCase;
let profile: Profile;
let page: Page;

const stage = openStage(async ({ server }) => {
  caller = await callerAs(server.origin);
  form = await mailedCase(server, caller);
  ({ profile, page } = await aPhone());
});
asOneVisit(() => page);

/** A phone that has never opened a link. */
async function aPhone() {
  // Refused calls are on the console too.
  const opened = await openProfile(stage.browser, { viewport: SCREENS.phone, provoked: [/status of 4\d\d/] });
  return { profile: opened, page: await opened.context.newPage() };
}

/** Checks the page, and goes back to the size of a phone. */
async function look(name: string, at: Page = page): Promise<void> {
  await expectAccessible(at, `link-${name}`);
  await at.setViewportSize(SCREENS.phone);
}

const formNow = async () => {
  const { data } = await caller.ask('recordDetails', { id: form.recordID });
  return data.consents[0]!;
};

test('by keyboard alone a patient opens the link of a mail, and shows who they are at the second try', async () => {
  await page.goto(form.link);
  await heading(page, 'A form from Demo General Hospital').waitFor();
  await look('start');
  await tabAndEnter(page, 'Start');
  await heading(page, 'First, show that it is you').waitFor();
  await look('who');
  for (const [label, text] of Object.entries(BORN)) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await tabTo(page, 'Your own last name');
  await page.keyboard.type('Nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('That does not match. 4 tries left.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  expect(await page.getByLabel('Your own last name').inputValue()).toBe('Nobody');
  expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(BORN.Day);
  await look('who-wrong');
  await tabTo(page, 'Your own last name');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('demo link');
  await page.keyboard.press('Enter');
  await heading(page, 'What is planned').waitFor();
  await look('plan');
});

test('the patient asks, and reads the answer by the same link', async () => {
  await press(page, 'Stop here', 'Do you want to stop here?');
  await page.getByText('Come back with the same link').waitFor();
  await look('stop');
  await press(page, 'Back', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('What would you like to ask?').fill('When may I drive?');
  await press(page, 'Send my question', 'We have your question');
  await look('question');
  const [question] = (await formNow()).questions;
  await caller.ask('recordAnswer', { id: question!.id, answer: 'After one week.' });
  await press(page, 'Look for the answer', 'Do you have a question?');
  await page.getByText('After one week.').waitFor();
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await page.getByLabel('Is there anything you want to add?').fill('My daughter will drive me home.');
  await look('check');
  await press(page, 'Continue', 'Sign to say you agree');
  expect(await page.getByRole('radio', { name: /Make a mark|Say it/ }).count()).toBe(0);
});

test('who asks for more time, and closes the browser, comes back to the same page', async () => {
  await press(page, 'I need more time', 'Do you need more time?');
  await press(page, 'Yes, I need more time', 'You asked for more time');
  await look('later');
  await press(page, 'Go back to the form', 'Sign to say you agree');
  await drawSignature(page);
  await page.reload();
  await heading(page, 'Sign to say you agree').waitFor();
  await page.locator('.pad[data-inked]').waitFor();
  // Another tab has the ticket of none.
  const next = await profile.context.newPage();
  await page.close();
  page = next;
  await enter(page, form, 'Sign to say you agree');
  await page.locator('.pad[data-inked]').waitFor();
  await look('sign');
});

test('the patient signs, and the copy comes once the clinician has signed too', async () => {
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await page.getByText('the others sign too').waitFor();
  expect(await page.getByText('tablet').count()).toBe(0);
  await look('signed');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('assent.progress')))).toEqual([]);
  const signed = await formNow();
  expect(signed.patientComments).toBe('My daughter will drive me home.');
  await caller.ask('recordSign', {
    consentID: form.consentID,
    role: 'CLINICIAN',
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: signed.statements['CLINICIAN'] ?? '',
    contentDigest: signed.contentDigest ?? '',
    capturedAt: new Date().toISOString(),
  });
  await sealedDocument(stage.server.origin, caller, form);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.route(/consent\/download/, (route) => notMade(route), { times: 1 });
  await page.getByRole('button', { name: 'Download a copy' }).click();
  await page.getByText('The copy is being made. Try again in a moment.').waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a copy' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`${form.consentID}_consent.pdf`);
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await look('copy');
});

test('on another phone the patient asks once more, then changes their mind, and the hospital knows at once', async () => {
  ({ profile, page } = await aPhone());
  await enter(page, form, 'Thank you. You have signed.');
  await press(page, 'Ask a question', 'What would you like to ask?');
  await look('ask');
  await page.getByRole('button', { name: 'Send my question' }).click();
  await page.getByRole('alert').getByText('Write your question').waitFor();
  await page.getByLabel('Your question').fill('May I wait a year?');
  await press(page, 'Send my question', 'Thank you. You have signed.');
  await page.getByText('May I wait a year?').waitFor();
  await press(page, 'I have changed my mind', 'Do you want to take back your yes?');
  await page.getByLabel('Why have you changed your mind?').fill('I want to wait.');
  await look('withdraw');
  await press(page, 'Continue', 'Are you sure?');
  expect((await formNow()).status).toBe('SIGNED');
  await look('withdraw-sure');
  await press(page, 'Yes, I take it back', 'This consent does not count any more');
  await look('withdrawn');
  expect((await formNow()).status).toBe('WITHDRAWN');
  profile.expectQuiet();
});

test('the patient comes back by an address that anybody may know; an address without a form gets the same page', async () => {
  ({ profile, page } = await aPhone());
  await page.goto(`${stage.server.origin}/my-consent`);
  await heading(page, 'Come back to your form').waitFor();
  await look('own');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('alert').getByText('Write your email address, or the code on your copy').waitFor();
  const field = page.getByLabel('Your email address, or the code on your copy');
  await field.fill('nobody@');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('alert').getByText('That is no email address, and no code').waitFor();
  await look('own-wrong');
  await field.fill('nobody@example.org');
  await press(page, 'Send me a link', 'Look in your mail');
  const said = await page.locator('main').innerText();
  expect(said).toContain(`Nothing came? Ring ${DEMO_DETAILS.patient_phone}.`);
  await look('own-sent');
  await press(page, 'Write another one', 'Come back to your form');
  const mailFolder = path.join(stage.server.dataDir, 'mail');
  const before = (await mailsTo({ mailFolder }, form.address)).length;
  await field.fill(form.address);
  await press(page, 'Send me a link', 'Look in your mail');
  expect(await page.locator('main').innerText()).toBe(said);
  const link = await linkTo(stage.server, form.address, before + 1);
  await enter(page, { ...form, link }, 'This consent does not count any more');
  profile.expectQuiet();
});

test('a no says so, also to who comes back, and how to say yes after all', async () => {
  const other = await mailedCase(stage.server, caller);
  await enter(page, other);
  await press(page, 'Stop here', 'Do you want to stop here?');
  await press(page, 'I do not agree', 'Do you want to say no?');
  await press(page, 'I do not want this', 'You have said no');
  await page.getByText('To say yes after all, ask Demo General Hospital for a new form.').waitFor();
  await look('declined');
  await page.reload();
  await heading(page, 'You have said no').waitFor();
  await caller.ask('recordEndLink', { consentID: other.consentID, signing_order: 1 });
  await page.reload();
  await heading(page, 'This page has ended').waitFor();
  // Staff have ended it: whoever asks for another one is sent none.
  await page.getByText('Ask Demo General Hospital: ring ').waitFor();
  expect(await page.getByRole('link', { name: 'Come back to your form' }).count()).toBe(0);
  await look('ended');
});

test('a link that is locked says whom to ring', async () => {
  const other = await mailedCase(stage.server, caller);
  await page.goto(other.link);
  await press(page, 'Start', 'First, show that it is you');
  for (const left of [4, 3, 2, 1]) {
    await answerWho(page, 'Nobody');
    await page
      .getByRole('alert')
      .getByText(`${left} ${left === 1 ? 'try' : 'tries'} left.`)
      .waitFor();
  }
  await answerWho(page, 'Nobody');
  await heading(page, 'This page is locked').waitFor();
  await look('locked');
  profile.expectQuiet();
});

function notMade(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
  return route.fulfill({
    status: 409,
    headers: { 'x-app': 'consent' },
    contentType: 'application/json',
    body: JSON.stringify({ message: 'The document is being made.', error: 'MOVE_REFUSED', requestId: 'x' }),
  });
}
