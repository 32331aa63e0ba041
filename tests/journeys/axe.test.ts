import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/access.ts';
import { launchBrowser, openProfile, type Profile } from '#tests/support/browser.ts';
import { drawSignature, goToStep, handOver, heading, press, readUntil, signIn } from '#tests/support/journey.ts';
import { callerAs, makeCase, sealedDocument, type Caller, type MadeCase, type Stage } from '#tests/support/made-cases.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { shotOfFailure } from '#tests/support/shots.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

let server: ServerProcess;
let browser: Browser;
let caller: Caller;
let staff: Profile;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  caller = await callerAs(server.origin);
  staff = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_/] });
  page = await staff.context.newPage();
  await open('/');
});
afterEach((context) => shotOfFailure(page, context));
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('signing in, also when it fails', async () => {
  await heading(page, 'Sign in').waitFor();
  await expectAccessible(page, 'login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').first().waitFor();
  await expectAccessible(page, 'login-errors');
  await signIn(page);
  await heading(page, 'Recent cases').waitFor();
});

test('the start and the lists, full and empty', async () => {
  for (const [place, title, name] of [
    ['/', /^Recent cases$/, 'home'],
    ['/patient', /^Patients$/, 'patients'],
    ['/patient?mode=choose', /^Who is the consent for/, 'patients-choose'],
    ['/consent', /^Consents$/, 'consents'],
    ['/procedure', /^Library$/, 'library'],
  ] as const) {
    await open(place);
    await heading(page, title).waitFor();
    await page.getByRole('table').getByRole('link').first().waitFor();
    await expectAccessible(page, name);
  }
  await open('/?view=figures');
  await page.getByRole('table').getByRole('row').nth(2).waitFor();
  await expectAccessible(page, 'figures');
  await open('/patient');
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.getByText('Nobody fits').waitFor();
  await expectAccessible(page, 'patients-empty');
});

test('a new patient: the form, its errors, and a likely double', async () => {
  await open('/patient?mode=new');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page, 'patient-new-errors');
  const person = { firstName: 'Ada', lastName: 'Demo-Double', dateOfBirth: '1948-05-06' };
  await caller.ask('patientCreate', person);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Day').fill('6');
  await page.getByLabel('Month').fill('5');
  await page.getByLabel('Year').fill('1948');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await heading(page, 'Is this the same person?').waitFor();
  await expectAccessible(page, 'patient-double');
});

test('a patient: details, editing, the question about the status, and a deceased one', async () => {
  const { patientID } = await given('draft');
  await open(`/patient/detail?id=${patientID}`);
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  await expectAccessible(page, 'patient');
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Deceased' }).check();
  await expectAccessible(page, 'patient-status');
  await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page, 'patient-deceased');
  const { patientID: other } = await given('draft');
  await open(`/patient/detail?id=${other}&mode=edit`);
  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page, 'patient-edit-errors');
  await page.getByLabel('Last name').fill('Demo-Case');
});

test('the builder: its five steps, its questions and what is missing', async () => {
  const { consentID, recordID } = await given('draft');
  await open(`/create-consent?consent=${consentID}&record=${recordID}`);
  await heading(page, 'Consent form: Procedure').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'Cataract surgery with lens implant' }).waitFor();
  await expectAccessible(page, 'builder-procedure');
  await page.getByRole('button', { name: 'Add another procedure' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tonsillectomy/ })
    .waitFor();
  await expectAccessible(page, 'builder-picker');
  await page.keyboard.press('Escape');
  await goToStep(page, 'Risks and benefits');
  await page
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .waitFor();
  await expectAccessible(page, 'builder-risks');
  await page.getByRole('button', { name: 'Add a risk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add risk' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await expectAccessible(page, 'builder-own-risk-errors');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It has been treated before');
  await expectAccessible(page, 'builder-leave-out');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it out' }).click();
  await goToStep(page, 'What matters');
  await expectAccessible(page, 'builder-matters');
  await goToStep(page, 'Interpreter');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Relation to the patient').fill('daughter');
  await expectAccessible(page, 'builder-interpreter');
  await goToStep(page, 'Review');
  await page.getByRole('group', { name: 'What is missing' }).waitFor();
  await expectAccessible(page, 'builder-review-missing');
  await goToStep(page, 'Interpreter');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await goToStep(page, 'Review');
  await page.getByText('This form is complete').waitFor();
  await expectAccessible(page, 'builder-review');
});

test('a case in each of its states', async () => {
  const stages = ['draft', 'ready', 'half', 'signed'] as const;
  for (const stage of stages) {
    const made = await given(stage);
    if (stage === 'signed') await sealedDocument(server.origin, caller, made);
    await openCase(made);
    if (stage === 'half') await page.getByText(/^Checked: this is exactly/).waitFor();
    await expectAccessible(page, `case-${stage}`);
  }
  const { consentID, recordID } = await given('signed');
  await caller.ask('recordWithdraw', { consentID, reason: 'The patient changed their mind' });
  await openCase({ recordID });
  await expectAccessible(page, 'case-withdrawn');
  const voided = await given('ready');
  await caller.ask('recordVoid', { consentID: voided.consentID, reason: 'The appointment was cancelled' });
  await openCase(voided);
  await expectAccessible(page, 'case-voided');
});

test('the questions that a case asks before it acts', async () => {
  await openCase(await given('ready'));
  await page.getByRole('button', { name: 'Hand the tablet to the patient' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'case-handover');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Take back to change' }).waitFor();
  await expectAccessible(page, 'case-menu');
  await page.getByRole('menuitem', { name: 'Take back to change' }).click();
  await page.getByRole('dialog').getByLabel('Reason').waitFor();
  await expectAccessible(page, 'case-recall');
  await page.keyboard.press('Escape');
});

test('a procedure of the library, the profile, and what the app says of itself', async () => {
  await open('/procedure');
  await page.getByRole('table').getByRole('link').first().click();
  await heading(page, /./).waitFor();
  await page.getByText('Risks').first().waitFor();
  await expectAccessible(page, 'procedure');
  await open('/profile');
  await page.getByText('Display on this device').waitFor();
  await expectAccessible(page, 'profile');
  await page.getByRole('radio', { name: 'On top' }).check();
  await page.getByRole('radio', { name: 'Larger' }).check();
  await expectAccessible(page, 'profile-on-top-larger');
  await page.getByRole('radio', { name: 'At the side' }).check();
  await page.getByRole('radio', { name: 'Normal' }).check();
  await open('/about');
  await heading(page, /^About/).waitFor();
  await expectAccessible(page, 'about');
});

test('checking a signed form, with each answer', async () => {
  const made = await given('signed');
  const pdf = Buffer.from(await sealedDocument(server.origin, caller, made));
  await open('/verify');
  await page.getByRole('button', { name: 'Check the code' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page, 'verify-error');
  for (const [name, bytes, word] of [
    ['authentic', pdf, 'AUTHENTIC'],
    ['altered', Buffer.concat([pdf, Buffer.from('\n% more')]), 'ALTERED'],
    ['unknown', Buffer.from('%PDF-1.7 of somebody else'), 'UNKNOWN'],
  ] as const) {
    await page.locator('input[type=file]').setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: bytes });
    await page.getByText(word, { exact: true }).waitFor();
    await expectAccessible(page, `verify-${name}`);
  }
});

test('no staff screen complained', () => {
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
    await tab.getByRole('button', { name: 'Accept and send' }).click();
    await tab.getByRole('alert').waitFor();
    await expectAccessible(tab, `sign-${way.toLowerCase().replaceAll(' ', '-')}-errors`);
  }
  await press(tab, 'I need more time', 'Do you need more time?');
  await expectAccessible(tab, 'sign-more-time');
  await press(tab, 'Back', 'Sign to say you agree');
  await press(tab, 'I do not agree', 'Do you not agree?');
  await expectAccessible(tab, 'sign-not-agree');
  await press(tab, 'Back', 'Sign to say you agree');
  await tab.getByRole('radio', { name: 'Type my name' }).check();
  await tab.getByLabel('Your name').fill('Ada Demo-Case');
  await press(tab, 'Accept and send', 'Thank you. You have signed.');
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
  await tab.reload();
  await heading(tab, 'Is this you?').waitFor();
  await press(tab, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await expectAccessible(tab, 'sign-wrong-person');

  const elsewhere = await visit.profile.context.newPage();
  await elsewhere.goto(`${server.origin}/patient`);
  await heading(elsewhere, 'This tablet is with a patient').waitFor();
  await expectAccessible(elsewhere, 'handover-elsewhere');
  await elsewhere.close();

  await tab.getByRole('button', { name: 'Clinician: take the tablet back' }).click();
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
  await tab.getByRole('button', { name: 'Keep this answer' }).waitFor();
  await expectAccessible(tab, 'case-question');
  await visit.close();
});

test('a form without a network, and a link that has ended', async () => {
  const visit = await handedOver('ready');
  const { tab } = visit;
  await tab.route('**/api/**', (route) => route.abort());
  await tab.reload();
  await heading(tab, 'Ask the clinician').waitFor();
  await expectAccessible(tab, 'sign-no-network');
  await visit.close();
  const outside = await openProfile(browser);
  const visitor = await outside.context.newPage();
  await visitor.goto(`${server.origin}/consent/${'x'.repeat(43)}`);
  await heading(visitor, 'This link has ended').waitFor();
  await expectAccessible(visitor, 'link-ended');
  outside.expectQuiet();
  await outside.context.close();
});

let count = 0;

function given(until: Stage): Promise<MadeCase> {
  count += 1;
  const person = { firstName: 'Ada', lastName: `Demo-Case ${count}`, dateOfBirth: `19${30 + count}-03-04` };
  const own = {
    name: 'Slow healing',
    text: '',
    frequency: { num: 5, den: 100 },
    source: null,
    year: null,
    population: null,
    core: false,
  };
  const procedures = [{ name: 'Cataract surgery with lens implant', side: 'RIGHT', site: 'eye', personalRisks: [own] }] as const;
  return makeCase(server.origin, caller, {
    person,
    until,
    procedures: procedures.map((each) => ({ ...each, personalRisks: [...each.personalRisks] })),
  });
}

async function open(place: string): Promise<void> {
  await page.goto(`${server.origin}${place}`);
}

async function openCase({ recordID }: Pick<MadeCase, 'recordID'>): Promise<void> {
  await open(`/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
  await page.getByText(/^Unbroken/).waitFor();
}

/** A profile of its own, in which a clinician has handed the tablet to a patient. */
async function handedOver(until: Stage) {
  const made = await given(until);
  const profile = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_FAILED/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  const tab = await profile.context.newPage();
  await tab.goto(`${server.origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await handOver(tab);
  const close = async () => {
    profile.expectQuiet();
    await profile.context.close();
  };
  return { profile, tab, close };
}
