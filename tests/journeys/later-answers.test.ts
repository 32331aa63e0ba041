import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { drawSignature, handOver, heading, press, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { shot, shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { arrive } from '#tests/support/browser/ward.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { expectAccessible } from '#tests/support/people/access.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

// A patient who has signed is asked again about what the form leaves open, on the tablet, before the clinician signs.

let caller: Caller;
let profile: Profile;
let page: Page;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { provoked: [/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/, /status of 40[13]/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = await profile.context.newPage();
  await arrive(page, server.origin);
});
afterEach((context) => shotOfFailure(page, context));

const SIZES = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const TABLET = SIZES[0];

async function half(firstName: string, answers: Readonly<Record<string, 'DISCUSS' | 'ACCEPT' | 'REFUSE'>>): Promise<MadeCase> {
  const person = { firstName, lastName: `Demo-Again ${Date.now()}`, dateOfBirth: '1950-03-04' };
  const additionalChoices = STARTER_CHOICES.map((each) => ({ ...each, answer: answers[each.id] ?? null }));
  return makeCase(stage.server.origin, caller, { person, until: 'half', additionalChoices });
}

const open = async ({ recordID }: MadeCase) => {
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
};
const answerFor = (question: RegExp) => page.getByRole('group', { name: question });

/** The page at each size, and in the largest letters. */
async function shotsOf(name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await shot(page, name);
  }
  await page.getByRole('button', { name: 'Very large text' }).click();
  await shot(page, `${name}-large`);
  await page.getByRole('button', { name: 'Normal text' }).click();
  await page.setViewportSize(TABLET);
}

test('who has signed answers what is open alone, signs that, and the clinician reads it and signs without a reason', async () => {
  const made = await half('Ada', { blood: 'DISCUSS', students: 'DISCUSS', tissue: 'ACCEPT' });
  await open(made);
  await page.getByText('Still open on this form').waitFor();
  await shot(page, 'again-case');
  await page.getByRole('button', { name: 'Hand the tablet to the patient' }).first().click();
  await page.getByRole('dialog').getByText('Their signature stays.').waitFor();
  await shot(page, 'again-hand-over');
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await heading(page, 'Is this you?').waitFor();
  await press(page, 'Yes, this is me', 'We ask you again');
  // Neither another page of the form nor another way to end it.
  expect(await page.getByText('May we use left-over tissue').count()).toBe(0);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByText('Choose an answer.').first().waitFor();
  await answerFor(/May we give blood/)
    .getByRole('radio', { name: 'No', exact: true })
    .check();
  await answerFor(/May students watch/)
    .getByRole('radio', { name: 'Yes', exact: true })
    .check();
  await shotsOf('again-points');
  await expectAccessible(page, 'again-points');
  await press(page, 'Continue', 'Sign your answers');
  await page.getByRole('button', { name: 'Sign my answers' }).click();
  await page.getByText('Please sign in the box').first().waitFor();
  await drawSignature(page);
  await shotsOf('again-sign');
  await expectAccessible(page, 'again-sign');
  await press(page, 'Sign my answers', 'Thank you. You have answered.');
  await page.reload();
  await heading(page, 'Thank you. You have answered.').waitFor();
  await shot(page, 'again-over');
  await takeBack(page);
  await page.getByText(/Answered after signing/).waitFor();
  await page.getByText('No (on the signed form: Wants to talk about it)').waitFor();
  expect(await page.getByText('Still open on this form').count()).toBe(0);
  expect(await page.getByText('Talk about this before you sign').count()).toBe(0);
  await expectAccessible(page, 'again-answered');
  await signAsClinician(page);
  await page.getByText('All signatures given').first().waitFor();
  await sealedDocument(stage.server.origin, caller, made);
});

test('without a network the answers are kept on the tablet, count there at once, and follow in their order', async () => {
  const made = await half('Otto', { blood: 'DISCUSS', students: 'ACCEPT', tissue: 'ACCEPT', photographs: 'ACCEPT' });
  await open(made);
  await page.getByText('Still open on this form').waitFor();
  await profile.context.setOffline(true);
  await handOver(page);
  await press(page, 'Yes, this is me', 'We ask you again');
  await answerFor(/May we give blood/)
    .getByRole('radio', { name: 'No', exact: true })
    .check();
  await press(page, 'Continue', 'Sign your answers');
  await page.getByRole('radio', { name: 'Type my name' }).check();
  await page.getByLabel('Your name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Sign my answers' }).click();
  await page.getByText('Somebody Else').first().waitFor();
  await press(page, 'Sign my answers', 'Thank you. You have answered.');
  await page.getByText('Saved on this tablet. It is sent').waitFor();
  await page.reload();
  await heading(page, 'Thank you. You have answered.').waitFor();
  await takeBack(page);
  await page.getByText(/Answered after signing/).waitFor();
  expect(await page.getByText('Still open on this form').count()).toBe(0);
  await shot(page, 'again-offline');
  await signAsClinician(page);
  await profile.context.setOffline(false);
  const state = async () => {
    const { consents } = (await caller.ask('recordDetails', { id: made.recordID })).data;
    const { status, laterAnswers = [] } = consents[0]!;
    return [status, laterAnswers.map(({ answers, isLate }) => [answers.map(({ answer }) => answer), isLate])];
  };
  await expect.poll(state, { timeout: 60_000 }).toEqual(['SIGNED', [[['REFUSE'], undefined]]]);
});
