import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { CallFailed } from '#contract/engine/call.ts';
import { draw, HANDWRITING, openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import {
  chooseProcedure,
  createPatient,
  drawSignature,
  goToStep,
  handOver,
  heading,
  PASSWORD,
  press,
  readUntil,
  signAsClinician,
  signIn,
} from '#tests/support/browser/journey.ts';
import { countEffort, typeInto } from '#tests/support/browser/effort.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { callerAs, makeCase, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot, shotOfPdf } from '#tests/support/browser/shots.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const PIN = '402857';
const PERSON = { firstName: 'Łucja Zażółć', lastName: 'Demo-王伟', dateOfBirth: '1956-08-14' };

let page: Page;
let profile: Profile;
const stage = openStage(
  async ({ browser }) => {
    profile = await openProfile(browser, { provoked: [/status of 422 .*user\/unlock/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
// One visit to the ward: each test continues where the one before stopped.
asOneVisit(() => page);

test('a clinician signs in and creates a patient on the way to a new consent', async () => {
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
  await signIn(page);
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'New consent' }).click();
  await heading(page, 'Who is the consent for?').waitFor();
  await page.getByRole('searchbox').fill('Rowan');
  await expect.poll(() => page.getByRole('link', { name: /DEMO-ROWAN, Amber/ }).count(), { timeout: PATIENCE }).toBe(1);
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, PERSON);
  await page.waitForURL(/create-consent\?patient=/);
  await page.getByText('DEMO-王伟').first().waitFor();
});

test('two procedures are chosen; without its side the form does not go on', async () => {
  await chooseProcedure(page, 'catar', 'Cataract surgery with lens implant');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const problems = page.getByRole('alert');
  await problems.getByRole('link', { name: 'Choose the side for Cataract surgery with lens implant' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('procedures-0-side');
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  expect(await page.getByLabel(/^Site/).inputValue(), 'the library knows the site').toBe('eye');
  expect(await page.getByRole('radio', { name: /^Form 3/ }).isChecked(), 'and the usual form').toBe(true);
  // A tonsillectomy is not done awake.
  await page.getByRole('radio', { name: /^Form 1/ }).check();
  await chooseProcedure(page, 'tonsil', 'Tonsillectomy');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Consent form: Risks and benefits').waitFor({ state: 'attached' });
  await page.waitForURL(/consent=.*record=/);
});

test('a risk of this patient is added, and a core risk is left out only with a reason', async () => {
  await page.getByRole('button', { name: 'Add a risk' }).first().click();
  const own = page.getByRole('dialog');
  await own.getByLabel('Risk', { exact: true }).fill('Slow healing after steroids');
  await own.getByLabel(/It happens to/).fill('5');
  await own.getByLabel(/out of this many people/).fill('100');
  await own.getByRole('radio', { name: 'A published rate' }).check();
  await own.getByRole('button', { name: 'Add risk' }).click();
  await page.getByRole('heading', { name: 'Slow healing after steroids' }).waitFor();

  await page.getByRole('button', { name: 'Leave out Retinal detachment' }).click();
  const leaving = page.getByRole('dialog');
  const leaveOut = leaving.getByRole('button', { name: 'Leave it out' });
  expect(await leaveOut.isDisabled()).toBe(true);
  await leaving.getByLabel('Reason').fill('The vitreous was removed in 2019');
  await leaveOut.click();
  await page.getByText('Left out, because: The vitreous was removed in 2019').waitFor();
  await shot(page, 'builder-risks');
  await page.getByRole('button', { name: 'Save and continue' }).click();
});

test('what matters is written, and leaving half-way loses nothing', async () => {
  await heading(page, 'Consent form: What matters').waitFor({ state: 'attached' });
  await page.getByLabel(/^What matters to/).fill('I paint small pictures and want to go on with it.');
  const refusal = page.getByRole('textbox', { name: 'Add a refusal' });
  await refusal.fill('No blood of other people');
  await refusal.press('Enter');
  await page.getByText('No blood of other people').waitFor();
  // Left by browser navigation, not by a button: the input is saved on the way out.
  await page.goBack();
  await heading(page, 'Who is the consent for?').waitFor();
  await page.goto(stage.server.origin);
  await page
    .getByRole('link', { name: /DEMO-王伟/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Continue the form' }).click();
  await heading(page, 'Consent form: What matters').waitFor({ state: 'attached' });
  expect(await page.getByLabel(/^What matters to/).inputValue()).toBe('I paint small pictures and want to go on with it.');
  await page.getByText('No blood of other people').waitFor();
  await page.reload();
  await heading(page, 'Consent form: What matters').waitFor({ state: 'attached' });
  await goToStep(page, 'Procedure');
  expect(await page.getByRole('radio', { name: 'RIGHT' }).isChecked()).toBe(true);
  await goToStep(page, 'Risks and benefits');
  await page.getByRole('heading', { name: 'Slow healing after steroids' }).waitFor();
  await page.getByText('Left out, because: The vitreous was removed in 2019').waitFor();
});

test('a half-built form is not made ready: the review lists what is missing, and each item leads to its place', async () => {
  await goToStep(page, 'Interpreter');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Consent form: Review').waitFor({ state: 'attached' });
  const missing = page.getByRole('group', { name: 'What is missing' });
  await missing.getByRole('button', { name: 'Name the interpreter, or give a reason for going without' }).waitFor();
  await missing.getByRole('button', { name: 'Add your statement' }).waitFor();
  await shot(page, 'builder-review-missing');
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('missing');
  expect(page.url()).toContain('/create-consent');

  const { status, fields } = await sendAsItStands();
  expect(status).toBe(400);
  expect(fields.map(({ path: field }) => field)).toEqual(['interpreter', 'clinicianStatement']);

  await missing.getByRole('button', { name: 'Name the interpreter, or give a reason for going without' }).click();
  await heading(page, 'Consent form: Interpreter').waitFor({ state: 'attached' });
  await page.getByLabel('Why is there no interpreter?').fill('The patient prefers to speak English');
  await goToStep(page, 'Review');
});

test('the whole form is made ready and the tablet handed over', async () => {
  const discussed = page.getByLabel(/^I have talked this through with/);
  // The border of the fields, 3:1 on white; axe does not measure it.
  expect(await discussed.evaluate((box) => getComputedStyle(box).borderTopColor)).toBe('rgb(116, 132, 154)');
  // Where the columns are stacked, the statement stands before the whole form.
  expect(await discussed.evaluate((box) => box.closest('aside')?.previousElementSibling === null)).toBe(true);
  await discussed.check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByText('This form is complete').waitFor();
  await shot(page, 'builder-review');
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await page.waitForURL(/\/consent\?id=/);
  await heading(page, 'Consent').waitFor();
  await handOver(page);
});

test('the patient says who they are and reads one thing a page', async () => {
  await page.getByText('14 August 1956').waitFor();
  await shot(page, 'sign-identity');
  await press(page, 'Yes, this is me', 'What is planned');
  await page.getByText('Cataract surgery with lens implant, RIGHT eye').first().waitFor();
  const passed = await readUntil(page, 'What matters to you?');
  expect(passed).toEqual([
    'What is planned',
    'What it is for',
    'What can go wrong',
    'What can go wrong',
    'Your other options',
    'More about your consent',
  ]);
});

test('the patient changes an answer, asks nothing, and finds all of it on one page before signing', async () => {
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('I paint small pictures and want to go on with it.');
  await page.getByLabel('What matters to me').fill('I paint small pictures. I also drive my granddaughter to school.');
  await press(page, 'Continue', 'Other things we need to ask');
  await page
    .getByRole('group', { name: /^May we take photographs/ })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await page
    .getByRole('group', { name: /^May we give blood/ })
    .getByRole('radio', { name: 'No' })
    .check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(2);
  await press(page, 'Leave it for now', 'Do you have a question?');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Choose yes or no' }).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await page.getByText('I also drive my granddaughter to school.').waitFor();
  await shot(page, 'sign-check');
  await press(page, 'Continue', 'Sign to say you agree');
});

test('a signature is drawn, survives the turning of the tablet, and two taps send it once', async () => {
  await page.getByRole('button', { name: 'I agree and sign' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Please sign in the box' }).waitFor();
  await drawSignature(page);
  const upright = { width: 768, height: 1024 };
  await page.setViewportSize(upright);
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.pad canvas');
    return (
      canvas !== null &&
      (canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0) ??
        false)
    );
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await shot(page, 'sign-drawn');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/record/sign')) sent += 1;
  });
  await page.getByRole('button', { name: 'I agree and sign' }).dblclick();
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect(sent).toBe(1);
  await shot(page, 'sign-over');
});

test('the tablet goes back to the clinician with the right password alone', async () => {
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(new URL(page.url()).pathname).toBe('/consent/handover');
  await page.getByLabel('Password').fill('Demo2026!');
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await page.waitForURL(/\/consent\?id=/);
  await page.getByRole('img', { name: /^Signature of/ }).waitFor();
  expect(await page.getByRole('img', { name: /^Signature of/ }).count()).toBe(1);
});

test('the clinician reads which choices have no answer, signs, and the form is sealed', async () => {
  const open = page.getByText('The patient has not answered:').locator('..').getByRole('listitem');
  expect(await open.allInnerTexts()).toEqual([
    'May students watch, or help while supervised?',
    'May we use left-over tissue to teach or to do research?',
  ]);
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
  await signAsClinician(page);
  await page.getByText('Signed and sealed.').waitFor();
  await shot(page, 'case-sealed');
});

test('the sealed PDF is valid, whole and says everything', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click(),
  ]);
  await download.saveAs(pdf());
  expect(download.suggestedFilename()).toMatch(/^[0-9a-f-]{36}_consent\.pdf$/);
  const { signatures, text, content } = inspectPdf(pdf());
  expect(signatures).toContain('Signature is Valid');
  expect(signatures).toContain('Total document signed');
  for (const words of [
    'Łucja Zażółć',
    '王伟',
    'Cataract surgery with lens implant',
    'RIGHT eye',
    'Tonsillectomy',
    'Slow healing after steroids',
    'The vitreous was removed in 2019',
    'No blood of other people',
    'I also drive my granddaughter to school.',
    ...CATARACT_RISKS,
    ...TONSIL_RISKS,
  ])
    expect(text).toContain(words);
  expect(JSON.stringify(content)).toContain('Łucja Zażółć');
  shotOfPdf(pdf(), 'main-job');
});

test('whoever holds the PDF can check it by its file and by the address in its code', async () => {
  const address = await page.getByRole('link', { name: /^Check code/ }).getAttribute('href');
  const outside = await openProfile(stage.browser);
  const visitor = await outside.context.newPage();
  await visitor.goto(`${stage.server.origin}/verify`);
  await visitor.locator('input[type=file]').setInputFiles(pdf());
  await visitor.getByRole('heading', { name: 'This form is real and in force' }).waitFor();
  await visitor.getByText('AUTHENTIC').waitFor();
  await visitor.locator('input[type=file]').setInputFiles(altered());
  await visitor.getByText('ALTERED').waitFor();
  await visitor.goto(`${stage.server.origin}${address}`);
  await visitor.getByRole('heading', { name: 'This form is real and in force' }).waitFor();
  expect(await visitor.locator('body').innerText()).not.toContain('Łucja');
  outside.expectQuiet();
  await outside.context.close();
});

test('the timeline tells every step in its order, unbroken', async () => {
  const items = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem');
  const titles = (await items.allInnerTexts()).toReversed().map((text) => text.split('\n')[0]?.replace(/, \d+ times$/, ''));
  // Answers are saved as they are given, so the number of repetitions does not matter.
  const told = titles.filter((title, at) => title !== titles[at - 1]);
  expect(told).toEqual([
    'Case opened',
    'Consent started',
    'Consent edited',
    'Form complete',
    'Made ready for signing',
    'Tablet handed over: Patient',
    'Form opened by the signer',
    'Confirmed who they are',
    'Gave answers',
    'Signed: Patient, drawn by hand',
    'Tablet taken back',
    'Signed: Clinician, drawn by hand',
    'All signatures given',
    'Document sealed',
  ]);
  await page.getByText(/^Unbroken, \d+ events$/).waitFor();
});

const WHOSE = [
  { whose: 'a new patient', isNew: true },
  { whose: 'an existing patient', isNew: false },
];
test.each(rowsOf(WHOSE, 0))(
  'from Home to the sealed form of $whose: at most 30 taps and 50 characters',
  async ({ whose, isNew }) => {
    const { ask } = await callerAs(stage.server.origin);
    await ask('userTabletPinSet', { password: PASSWORD, tabletPin: PIN });
    await page.goto(stage.server.origin);
    await heading(page, 'Home').waitFor();
    await page.getByRole('link', { name: 'New consent' }).waitFor();
    const effort = await countEffort(profile.context);
    await page.getByRole('link', { name: 'New consent' }).click();
    if (isNew) {
      await page.getByRole('link', { name: 'New patient' }).click();
      await typeInto(page.getByLabel('Last name'), 'Demo-Nightingale');
      await typeInto(page.getByLabel('First name'), 'Florence');
      await typeInto(page.getByLabel('Day'), '12051950');
      await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check();
      await page.getByRole('button', { name: 'Create patient' }).click();
    } else {
      await typeInto(page.getByRole('searchbox'), 'Nightin');
      await page.getByRole('link', { name: /DEMO-NIGHTINGALE/ }).click();
    }
    await page
      .getByRole('group', { name: 'You chose these last:' })
      .getByRole('button', { name: /^Cataract surgery/ })
      .click();
    await page.getByRole('radio', { name: 'RIGHT' }).check();
    await page.getByRole('button', { name: 'Review' }).and(page.locator('.mantine-Button-root')).click();
    await page.getByLabel(/^I have talked this through with/).check();
    await page.getByLabel(/^I judge that/).check();
    await page.getByRole('button', { name: 'Ready and hand over' }).click();
    await page.getByRole('dialog').getByText('NIGHTINGALE').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
    await heading(page, 'Is this you?').waitFor();
    await page.getByText('12 May 1950').waitFor();
    await press(page, 'Yes, this is me', 'What is planned');
    await readUntil(page, 'Do you have a question?');
    await page.getByRole('radio', { name: 'No' }).check();
    await press(page, 'Continue', 'Check before you sign');
    await press(page, 'Continue', 'Sign to say you agree');
    await draw(page.locator('.pad canvas'), [HANDWRITING[0] ?? []]);
    await press(page, 'I agree and sign', 'Thank you. You have signed.');
    await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'tabletPin');
    await page.keyboard.type(PIN);
    await heading(page, /^Consent, version/).waitFor();
    await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
    await page.getByRole('button', { name: 'Sign as Demo Clinician' }).click();
    await page.getByText('Signed and sealed.').waitFor();
    const { taps, characters } = effort();
    process.stdout.write(`The main job with ${whose}: ${taps} taps, ${characters} characters\n`);
    expect(taps).toBeGreaterThan(20);
    expect(taps).toBeLessThanOrEqual(30);
    expect(characters).toBeGreaterThan(0);
    expect(characters).toBeLessThanOrEqual(50);
  },
);

const SCRIPTS = [
  { script: 'Arabic', firstName: 'أمل', lastName: 'Demo-النور' },
  { script: 'Urdu', firstName: 'کنول', lastName: 'Demo-چوہدری' },
  { script: 'Bengali', firstName: 'রহিমা', lastName: 'Demo-খাতুন' },
];
test.each(rowsOf(SCRIPTS))(
  'a name in $script stands in the record that its sealed PDF carries',
  async ({ script, firstName, lastName }) => {
    const caller = await callerAs(stage.server.origin);
    const person = { firstName, lastName, dateOfBirth: '1961-02-03' };
    const made = await makeCase(stage.server.origin, caller, { person, until: 'signed' });
    const file = path.join(stage.server.dataDir, `${script}.pdf`);
    writeFileSync(file, await sealedDocument(stage.server.origin, caller, made));
    const { signatures, text, content } = inspectPdf(file);
    expect(signatures).toContain('Signature is Valid');
    expect(signatures).toContain('Total document signed');
    expect(text).toContain('RIGHT eye');
    expect(JSON.stringify(content)).toContain(`${firstName} ${lastName}`);
    expect(JSON.stringify(content)).toContain(`"firstName":"${firstName}"`);
    shotOfPdf(file, script);
  },
);

test('no page complained on the way', () => {
  profile.expectQuiet();
});

const CATARACT_RISKS = [
  'Tear in the lens capsule',
  'Infection inside the eye',
  'Permanent serious loss of sight',
  'Clouding behind the new lens',
];
const TONSIL_RISKS = [
  'Bleeding that needs another operation',
  'Further tonsil surgery within five years',
  'Death within 28 days',
  'Pain',
];

const pdf = (): string => path.join(stage.server.dataDir, 'downloaded.pdf');

/** The same file with one byte of its middle changed. */
function altered(): string {
  const bytes = readFileSync(pdf());
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  const file = path.join(stage.server.dataDir, 'altered.pdf');
  writeFileSync(file, bytes);
  return file;
}

/** Sends the draft on screen as an outside program would. */
async function sendAsItStands(): Promise<CallFailed> {
  const at = new URL(page.url()).searchParams;
  const { ask } = await callerAs(stage.server.origin);
  const { data } = await ask('recordDetails', { id: at.get('record') ?? '' });
  const { consentID = '', version = 0 } = data.consents[0] ?? {};
  return ask('consentSend', { consentID, version, channel: 'DEVICE' }).then(
    () => Promise.reject(new Error('A half-built form was sent')),
    (failure: CallFailed) => failure,
  );
}
