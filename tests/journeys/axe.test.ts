import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { isFull, rowsOf } from '#tests/support/checks/full.ts';
import { caseGiver } from '#tests/support/forms/given-case.ts';
import { goToStep, heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
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
  staff = await openProfile(browser, { provoked: [/status of 4\d\d/, /net::ERR_/] });
  page = await staff.context.newPage();
  await page.goto(server.origin);
});
afterEach((context) => shotOfFailure(page, context));

test('signing in, also when it fails', async () => {
  await heading(page, 'Sign in').waitFor();
  await expectAccessible(page, 'login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').first().waitFor();
  await expectAccessible(page, 'login-errors');
  await signIn(page);
  await heading(page, 'Home').waitFor();
});

test.runIf(isFull)('the start and the lists, full and empty', async () => {
  const lists = [
    ['/', /^Home$/, 'home'],
    ['/patient', /^Patients$/, 'patients'],
    ['/consent', /^Consents$/, 'consents'],
    ['/patient?mode=choose', /^Who is the consent for/, 'patients-choose'],
    ['/procedure', /^Library$/, 'library'],
    ['/templates', /^Templates$/, 'templates'],
  ] as const;
  for (const [place, title, name] of rowsOf(lists, 3)) {
    await open(place);
    await heading(page, title).waitFor();
    await page.getByRole('main').getByRole('listitem').or(page.getByRole('table').getByRole('link')).first().waitFor();
    await expectAccessible(page, name);
  }
  await open('/?view=figures');
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  await expectAccessible(page, 'figures');
  await expectChartToGrow(page);
  await open('/patient');
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.getByText('No patient found').waitFor();
  await expectAccessible(page, 'patients-empty');
});

// The pieces of these screens are checked by the gallery on each push, the screens with test:full.
test.runIf(isFull)('a new patient: the form, its errors, and a likely double', async () => {
  await open('/patient?mode=new');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page, 'patient-new-errors');
  const person = { firstName: 'Ada', lastName: 'Demo-Double', dateOfBirth: '1948-05-06' };
  await caller.ask('patientCreate', person);
  const wrong = page.locator('#lastName[aria-invalid="true"], #nhsNumber[aria-invalid="true"]');
  expect(await wrong.count()).toBe(1);
  await page.getByLabel('Last name').fill(person.lastName);
  expect(await wrong.count(), 'a problem goes when it is put right').toBe(0);
  await page.getByLabel('NHS number').fill('9990000019');
  expect(await wrong.count()).toBe(0);
  await page.getByLabel('First name').focus();
  await page.getByText('The NHS number is not valid: please check each digit').waitFor();
  await page.getByLabel('NHS number').fill('');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Day').fill('6');
  await page.getByLabel('Month').fill('5');
  await page.getByLabel('Year').fill('1948');
  await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check();
  await page.getByRole('button', { name: 'Create patient' }).click();
  await heading(page, 'Is this the same person?').waitFor();
  await expectAccessible(page, 'patient-double');
});

test.runIf(isFull)('a patient: details, editing, the question about the status, and a deceased one', async () => {
  const { patientID } = await given('draft');
  await open(`/patient/detail?id=${patientID}`);
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor();
  await expectAccessible(page, 'patient');
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Deceased' }).check();
  await expectAccessible(page, 'patient-status');
  await page.getByRole('dialog').getByRole('radio', { name: 'Merged' }).check();
  await page.getByRole('dialog').getByLabel('Find the record to keep').fill('Demo-');
  await page.getByRole('dialog').getByRole('group', { name: 'Merge into' }).getByRole('radio').first().check();
  await expectAccessible(page, 'patient-merge');
  await page.getByRole('dialog').getByRole('radio', { name: 'Deceased' }).check();
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

test.runIf(isFull)('the builder: its five steps, its questions and what is missing', async () => {
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
  await page.getByRole('group', { name: 'Is an interpreter needed?' }).getByRole('radio', { name: 'No' }).check();
  await goToStep(page, 'Review');
  await page.getByText('This form is complete').waitFor();
  await expectAccessible(page, 'builder-review');
});

test('a case in each of its states', async () => {
  for (const until of rowsOf(['half', 'draft', 'ready', 'signed'] as const, 2)) {
    const made = await given(until);
    if (until === 'signed') await sealedDocument(stage.server.origin, caller, made);
    await openCase(made);
    if (until === 'half') await page.getByText(/^Checked: this is exactly/).waitFor();
    await expectAccessible(page, `case-${until}`);
  }
});

test.runIf(isFull)('a case that has ended', async () => {
  const { consentID, recordID } = await given('signed');
  await caller.ask('recordWithdraw', { consentID, reason: 'The patient changed their mind' });
  await openCase({ recordID });
  await expectAccessible(page, 'case-withdrawn');
  const voided = await given('ready');
  await caller.ask('recordVoid', { consentID: voided.consentID, reason: 'The appointment was cancelled' });
  await openCase(voided);
  await expectAccessible(page, 'case-voided');
});

test.runIf(isFull)('a procedure of the library, the profile, and what the app says of itself', async () => {
  await open('/procedure');
  await page.getByRole('table').getByRole('link').first().click();
  await heading(page, /./).waitFor();
  await page.getByText('Risks').first().waitFor();
  await expectAccessible(page, 'procedure');
  await open('/profile');
  await page.getByText('Display on this device').waitFor();
  await expectAccessible(page, 'profile');
  await page.getByRole('tab', { name: 'Tablet PIN' }).click();
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expectAccessible(page, 'profile-tablet-pin');
  await page.getByRole('tab', { name: 'My Profile' }).click();
  await page.getByRole('radio', { name: 'On top' }).check();
  await page.getByRole('radio', { name: 'Larger' }).check();
  await expectAccessible(page, 'profile-on-top-larger');
  await page.getByRole('radio', { name: 'At the side' }).check();
  await page.getByRole('radio', { name: 'Normal' }).check();
  await open('/about');
  await heading(page, /^About/).waitFor();
  await expectAccessible(page, 'about');
  await open('/blank-forms');
  await heading(page, 'Blank forms').waitFor();
  await expectAccessible(page, 'blank-forms');
  await open('/terms');
  await heading(page, 'Terms of use').waitFor();
  await expectAccessible(page, 'terms');
  await open('/api/docs');
  await heading(page, 'The calls').waitFor();
  await expectAccessible(page, 'api-docs');
});

test.runIf(isFull)('checking a signed form, with each answer', async () => {
  const made = await given('signed');
  const pdf = Buffer.from(await sealedDocument(stage.server.origin, caller, made));
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
  const { data } = await caller.ask('recordDetails', { id: made.recordID });
  await open(`/verify/${data.consents[0]?.verifyCode}`);
  await page.getByText('AUTHENTIC', { exact: true }).waitFor();
  await expectAccessible(page, 'verify-code');
});

test('no staff screen complained', () => {
  staff.expectQuiet();
});

async function open(place: string): Promise<void> {
  await page.goto(`${stage.server.origin}${place}`);
}

async function openCase({ recordID }: Pick<MadeCase, 'recordID'>): Promise<void> {
  await open(`/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
  await page.getByText(/^Unbroken/).waitFor();
}

/** The chart's text grows with the person's text size. */
async function expectChartToGrow(page: Page): Promise<void> {
  await page.locator('.recharts-cartesian-axis-tick-value').first().waitFor();
  const [large, usual] = await page.evaluate(() => {
    const root = document.documentElement;
    // Read at once: the chart is drawn anew a moment later.
    const sizes = ['200%', '100%'].map((size) => {
      root.style.fontSize = size;
      const text = document.querySelector('.recharts-cartesian-axis-tick-value');
      return text === null ? 0 : Number.parseFloat(getComputedStyle(text).fontSize);
    });
    root.style.fontSize = '';
    return sizes;
  });
  expect(usual).toBeGreaterThan(0);
  expect(large).toBe(2 * (usual ?? 0));
}
