import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile } from '#tests/support/browser/browser.ts';
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
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const birthYear = new Date().getUTCFullYear() - 10;
const CHILD = { firstName: 'Ada', lastName: `Demo-Child-${Date.now()}`, dateOfBirth: `${birthYear}-01-02` };

let page: Page;
const stage = openStage(async ({ browser }) => {
  page = await (await openProfile(browser)).context.newPage();
});
// One visit to the ward: each test continues where the one before stopped.
asOneVisit(() => page);

const group = (name: string | RegExp) => page.getByRole('group', { name });
const choose = (question: string | RegExp, answer: string | RegExp) =>
  group(question).getByRole('radio', { name: answer, exact: true }).check();
const goOn = () => page.getByRole('button', { name: 'Save and continue' }).click();

test('a child’s consent starts on the form that an adult decides on, with all forms of the age', async () => {
  await page.goto(stage.server.origin);
  await signIn(page);
  await page.getByRole('link', { name: 'New consent' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, CHILD);
  await page.waitForURL(/create-consent\?patient=/);
  expect(await page.getByRole('radio', { name: /^Form 2/ }).isChecked()).toBe(true);
  await chooseProcedure(page, 'tonsil', 'Tonsillectomy');
  expect(await page.getByRole('radio', { name: /^Form 2/ }).isChecked(), 'not the library’s form for adults').toBe(true);
  expect(await page.getByRole('radio', { name: /^Form \d/ }).count()).toBe(3);
  await expectAccessible(page, 'form-2-choice');
  await goOn();
  await heading(page, 'Consent form: Risks and benefits').waitFor({ state: 'attached' });
  await goOn();
  await heading(page, 'Consent form: Family').waitFor({ state: 'attached' });
});

test('the mother signs, and the father’s answer is written down', async () => {
  await expectAccessible(page, 'form-2-family-empty');
  await choose('Who decides about this treatment?', /^A parent/);
  await choose(/looked after/, 'No');
  await page.getByRole('button', { name: 'Add an adult' }).click();
  const mother = page.getByRole('region', { name: /^(?:Adult 1|Mia Demo)$/ });
  await mother.getByLabel('Full name').fill('Mia Demo');
  await mother.getByLabel(/^Relation/).fill('Mother');
  await mother.getByLabel(/^Why may this adult decide/).selectOption('GUARDIAN');
  await mother.getByLabel('Kind of order').waitFor();
  await mother.getByLabel(/^Why may this adult decide/).selectOption('MOTHER');
  await page.getByRole('button', { name: 'Add another adult' }).click();
  const father = page.getByRole('region', { name: /^(?:Adult 2|Ben Demo)$/ });
  await father.getByLabel('Full name').fill('Ben Demo');
  await father.getByRole('radio', { name: /^Does not sign/ }).check();
  await father.getByRole('radio', { name: 'Does not agree' }).check();
  await page.getByRole('region', { name: 'The adults disagree' }).waitFor();
  await expectAccessible(page, 'form-2-family-disagree');
  await father.getByRole('radio', { name: 'Agrees', exact: true }).check();
  await father.getByRole('radio', { name: 'By telephone' }).check();
  await page.getByRole('region', { name: 'The adults disagree' }).waitFor({ state: 'detached' });
  await father.getByRole('button', { name: /^Close/ }).click();
  await shot(page, 'form-2-family');
  await goOn();
});

test('the child says no; the form goes on only with a note', async () => {
  await heading(page, 'Consent form: Child').waitFor({ state: 'attached' });
  await choose(/say to the treatment/, 'Does not agree');
  await goToStep(page, 'Review');
  const missing = group('What is missing');
  await missing.getByRole('button', { name: /^The child said no/ }).click();
  await heading(page, 'Consent form: Child').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('child-note');
  await page.locator('#child-note-error').waitFor();
  await page.getByLabel(/^What did the child say/).fill('Is afraid of the needle. Cream was offered.');
  await page.locator('#child-note-error').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assess the child' }).click();
  for (const point of await group(/^(?:Understands|Can weigh|Decides freely)/).all())
    await point.getByRole('radio', { name: 'No', exact: true }).check();
  await choose(/^So: can the child decide/, 'No');
  await page.getByLabel('Why do you judge so?').fill('Is nine, and does not weigh it up yet.');
  expect(await page.getByLabel('Who assessed the child?').inputValue(), 'prefilled').toBe('Demo Clinician');
  expect(await page.getByLabel('Time').inputValue()).toMatch(/^\d\d:\d\d$/);
  await expectAccessible(page, 'form-2-child');
});

test('the review tells the family in words, and the form is made ready', async () => {
  await goToStep(page, 'Review');
  const family = page.getByRole('region', { name: 'Family' });
  await family.getByText('Agrees, answered by telephone').waitFor();
  await page.getByRole('region', { name: 'The child' }).getByText('Is afraid of the needle. Cream was offered.').waitFor();
  await page.getByRole('checkbox', { name: /^I have talked this through/ }).check();
  await page.getByRole('checkbox', { name: /^I judge that whoever decides/ }).check();
  await page.getByText('This form is complete').waitFor();
  await expectAccessible(page, 'form-2-review');
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await heading(page, 'Consent, version 1').waitFor();
  await page.getByRole('region', { name: 'Family and child' }).getByText('The child said no').waitFor();
  await page.getByRole('region', { name: 'Signatures' }).getByText('Mia Demo', { exact: true }).waitFor();
  await expectAccessible(page, 'form-2-case');
});

test('the mother signs on the tablet, then the clinician, and the form is sealed', async () => {
  await handOver(page, 'parent');
  await press(page, 'Yes, all this is right', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await press(page, 'Continue', /^Sign (?:this form|to say)/);
  await drawSignature(page);
  await press(page, 'I agree and sign', /^Thank you/);
  await takeBack(page);
  await signAsClinician(page);
  await page
    .getByText(/Signed and sealed|confirm on the day/i)
    .first()
    .waitFor({ timeout: 90_000 });
});

test('a birth date that was set right since says who is asked now, on the case and where it is put on a list', async () => {
  const recordID = new URL(page.url()).searchParams.get('id') ?? '';
  const caller = await callerAs(stage.server.origin);
  const { patient } = (await caller.ask('recordDetails', { id: recordID })).data.record;
  const { version } = (await caller.ask('patientGetDetails', { id: patient.id })).data.patient;
  const dateOfBirth = `${new Date().getUTCFullYear() - 17}-01-02`;
  await caller.ask('patientUpdate', { id: patient.id, version, dateOfBirth });
  await page.reload();
  await page.getByText('Now 17: the young person is asked').first().waitFor();
  await expectAccessible(page, 'case-age');
});
