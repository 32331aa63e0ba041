import type { Page } from 'playwright';
import { afterEach, test, vi } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { caseGiver } from '#tests/support/forms/given-case.ts';
import {
  drawSignature,
  goToStep,
  handOver,
  heading,
  press,
  readToSignature,
  readUntil,
  signIn,
  takeBack,
} from '#tests/support/browser/journey.ts';
import { callerAs, type Caller, type Stage } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

let caller: Caller;
let given: ReturnType<typeof caseGiver>;
let staff: Profile;
let page: Page;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  given = caseGiver(server.origin, caller);
  staff = await openProfile(browser, { provoked: [/status of 409/, /net::ERR_INTERNET_DISCONNECTED/] });
  page = await staff.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
});
afterEach((context) => shotOfFailure(page, context));

test('the questions that a case asks before it acts', async () => {
  const ready = await given('ready');
  await openCase(ready.recordID);
  await page.getByRole('button', { name: 'Hand the tablet to the patient' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'case-handover');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the form' }).waitFor();
  await expectAccessible(page, 'case-menu');
  await page.keyboard.press('Escape');
  await lookAtAct('Change the form', 'case-recall');
  await lookAtAct('Record as made in error', 'case-void');
  const { recordID } = await given('signed');
  await openCase(recordID);
  await lookAtAct('New version…', 'case-new-version');
  await lookAtAct('Withdraw consent', 'case-withdraw');
});

test('a patient whom somebody else has changed meanwhile, and leaving without saving', async () => {
  const { patientID } = await given('draft');
  await open(`/patient/detail?id=${patientID}&mode=edit`);
  await page.getByLabel('Phone number').fill('01632 960001');
  const { data } = await caller.ask('patientGetDetails', { id: patientID });
  await caller.ask('patientUpdate', { id: patientID, version: data.patient.version, phoneNumber: '01632 960002' });
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('heading', { name: 'Somebody else saved this record while you were typing' }).waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Choose which value to keep' }).waitFor();
  await expectAccessible(page, 'patient-conflict-errors');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await expectAccessible(page, 'patient-leave');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await heading(page, 'Library').waitFor();
});

test('a consent that somebody else has changed meanwhile, and leaving what could not be saved', async () => {
  const { consentID, recordID } = await given('draft');
  await open(`/create-consent?consent=${consentID}&record=${recordID}`);
  await goToStep(page, 'What matters');
  const { data } = await caller.ask('recordDetails', { id: recordID });
  await caller.ask('consentUpdate', { consentID, version: data.consents[0]?.version ?? 0, mattersToMe: 'Theirs' });
  await page.getByLabel(/^What matters to/).fill('Mine');
  await page.getByRole('dialog', { name: /has changed this consent$/ }).waitFor();
  await expectAccessible(page, 'builder-conflict');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Neither the server nor this tablet accepts further saves, and so leaving asks.
  await staff.context.setOffline(true);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await page.getByLabel(/^What matters to/).fill('Mine again');
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await expectAccessible(page, 'builder-leave');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  staff.expectQuiet();
});

test('every page that a patient reads', async () => {
  const visit = await handedOver('ready');
  const { tab } = visit;
  await expectAccessible(tab, 'sign-identity');
  await press(tab, 'Yes, this is me', 'What is planned');
  for (const name of ['plan', 'benefits', 'risks', 'other', 'form', 'matters', 'choices']) {
    await expectAccessible(tab, `sign-${name}`);
    const step = await tab.locator('.step').textContent();
    await tab.getByRole('button', { name: 'Continue' }).click();
    if (name === 'choices') {
      await tab.getByRole('alert').waitFor();
      await expectAccessible(tab, 'sign-choices-left');
      await tab.getByRole('button', { name: 'Leave it for now' }).click();
    }
    await tab.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('alert').waitFor();
  await expectAccessible(tab, 'sign-question-errors');
  await tab.getByRole('radio', { name: 'No' }).check();
  await press(tab, 'Continue', 'Check before you sign');
  await expectAccessible(tab, 'sign-check');
  await press(tab, 'Continue', 'Sign to say you agree');
  await drawSignature(tab);
  await expectAccessible(tab, 'sign-drawn');
  for (const way of ['Type my name', 'Make a mark', 'Say it'] as const) {
    await tab.getByRole('radio', { name: way }).check();
    await tab.getByRole('button', { name: 'I agree and sign' }).click();
    await tab.getByRole('alert').waitFor();
    await expectAccessible(tab, `sign-${way.toLowerCase().replaceAll(' ', '-')}-errors`);
  }
  await press(tab, 'I need more time', 'Do you need more time?');
  await expectAccessible(tab, 'sign-more-time');
  await press(tab, 'Back', 'Sign to say you agree');
  await press(tab, 'I do not agree', 'Do you want to say no?');
  await expectAccessible(tab, 'sign-not-agree');
  await press(tab, 'Back', 'Sign to say you agree');
  await tab.getByRole('radio', { name: 'Type my name' }).check();
  await tab.getByLabel('Your name').fill('Ada Demo-Case');
  await press(tab, 'I agree and sign', 'Sign to say you agree');
  await tab.getByText('Then press the button again.').first().waitFor();
  await expectAccessible(tab, 'sign-unlike-name');
  await press(tab, 'I agree and sign', 'Thank you. You have signed.');
  await expectAccessible(tab, 'sign-over');
  await visit.close();
});

test('a question that waits, the wrong person, and the way back for staff', async () => {
  const visit = await handedOver('ready');
  const { tab } = visit;
  await press(tab, 'Yes, this is me', 'What is planned');
  await readUntil(tab, 'Do you have a question?');
  await tab.getByRole('radio', { name: 'Yes' }).check();
  await tab.getByLabel('What would you like to ask?').fill('Can I drive the day after?');
  await press(tab, 'Send my question', 'Please talk with the clinician');
  await expectAccessible(tab, 'sign-question-waits');
  // While a question waits, everything can be read again.
  while (!(await heading(tab, 'Is this you?').isVisible())) await tab.getByRole('button', { name: 'Back', exact: true }).click();
  await press(tab, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await expectAccessible(tab, 'sign-wrong-person');

  const elsewhere = await visit.profile.context.newPage();
  await elsewhere.goto(`${stage.server.origin}/patient`);
  await heading(elsewhere, 'This tablet is with a patient').waitFor();
  await expectAccessible(elsewhere, 'handover-elsewhere');
  await elsewhere.close();

  // As for a clinician with a tablet PIN.
  await tab.evaluate(() => {
    const ticket = JSON.parse(sessionStorage.getItem('assent.ticket') ?? '{}') as object;
    sessionStorage.setItem('assent.ticket', JSON.stringify({ ...ticket, hasTabletPin: true }));
  });
  await tab.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await tab.getByLabel('Tablet PIN').waitFor();
  await tab.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await tab.getByRole('alert').waitFor();
  await expectAccessible(tab, 'take-back-pin-errors');
  await tab.getByRole('button', { name: 'Use password instead' }).click();
  await tab.getByLabel('Password').waitFor();
  await tab.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await tab.getByRole('alert').waitFor();
  await expectAccessible(tab, 'take-back-errors');
  await press(tab, 'Sign in as somebody else instead', 'Staff: sign in to take the tablet back');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('alert').waitFor();
  await expectAccessible(tab, 'take-back-sign-in-errors');
  await tab.getByLabel('Email').fill('clinician@demo.nhs.uk');
  await tab.getByLabel('Password').fill('Demo2026!');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('button', { name: 'Save answer' }).waitFor();
  await expectAccessible(tab, 'case-question');
  await visit.close();
});

test('a form without a network, and a link that has ended', async () => {
  const visit = await handedOver('ready');
  const { tab } = visit;
  await tab.route('**/api/**', (route) => route.abort());
  // Without the keys of the tablet, as after the browser was killed: with them the form opens from here.
  await tab.evaluate(() => {
    const { userHash: _, ...ticket } = JSON.parse(sessionStorage.getItem('assent.ticket') ?? '{}') as { userHash?: string };
    sessionStorage.setItem('assent.ticket', JSON.stringify(ticket));
  });
  await tab.reload();
  await heading(tab, 'Ask the clinician').waitFor();
  await expectAccessible(tab, 'sign-no-network');
  await visit.close();
  const outside = await openProfile(stage.browser);
  const visitor = await outside.context.newPage();
  await visitor.goto(`${stage.server.origin}/consent/${'x'.repeat(43)}`);
  await heading(visitor, 'This page has ended').waitFor();
  await expectAccessible(visitor, 'link-ended');
  outside.expectQuiet();
  await outside.context.close();
});

test('the other ways in which a visit ends: a form that changed, more time, and no', async () => {
  const visit = await handedOver('ready');
  const { tab } = visit;
  await readToSignature(tab);
  await answerElsewhere(tab);
  await tab.getByRole('radio', { name: 'Type my name' }).check();
  await tab.getByLabel('Your name').fill('Ada Demo-Case');
  await press(tab, 'I agree and sign', 'Sign to say you agree');
  await tab.getByText('Then press the button again.').first().waitFor();
  await press(tab, 'I agree and sign', 'The form has changed since it was shown');
  await expectAccessible(tab, 'sign-changed');
  await press(tab, 'Show the form again', 'Is this you?');
  await readToSignature(tab);
  await press(tab, 'I need more time', 'Do you need more time?');
  await press(tab, 'Yes, I need more time', 'You asked for more time');
  await expectAccessible(tab, 'sign-later');
  await takeBack(tab);
  await handOver(tab);
  await readToSignature(tab);
  await press(tab, 'I do not agree', 'Do you want to say no?');
  await press(tab, 'I do not want this', 'You have said no');
  await expectAccessible(tab, 'sign-declined');
  await visit.close();
});

async function open(place: string): Promise<void> {
  await page.goto(`${stage.server.origin}${place}`);
}

async function openCase(recordID: string): Promise<void> {
  await open(`/consent?id=${recordID}`);
  await page.getByText(/^Unbroken/).waitFor();
}

/** Opens the confirmation of an act in the case's menu, checks it, and cancels. */
async function lookAtAct(label: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: label }).click();
  await page.getByRole('dialog').getByLabel('Reason').waitFor();
  await expectAccessible(page, name);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The same patient's answer arrives from another screen, so that the form shown on this one is outdated. */
async function answerElsewhere(tab: Page): Promise<void> {
  const kept = await tab.evaluate(() => sessionStorage.getItem('assent.ticket'));
  const { ticket, consentID } = JSON.parse(kept ?? '{}') as { ticket: string; consentID: string };
  const wires = { fetch, root: `${stage.server.origin}/api`, token: ticket, idempotencyKey: crypto.randomUUID() };
  await call(calls.recordAnswers, { consentID, mattersToMe: 'Something else' }, wires);
}

/** A profile of its own, in which a clinician has handed the tablet to a patient. */
async function handedOver(until: Stage) {
  const made = await given(until);
  const profile = await openProfile(stage.browser, { provoked: [/status of 4\d\d/, /net::ERR_FAILED/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  const tab = await profile.context.newPage();
  await tab.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await handOver(tab);
  const close = async () => {
    profile.expectQuiet();
    await profile.context.close();
  };
  return { profile, tab, close };
}
