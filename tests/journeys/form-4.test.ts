import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { chooseProcedure, createPatient, goToStep, heading, signIn } from '#tests/support/browser/journey.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
const stage = openStage(async ({ browser }) => {
  profile = await openProfile(browser);
  page = await profile.context.newPage();
});
// One visit: an adult who cannot decide, who objects, so that another clinician gives an opinion too.
asOneVisit(() => page);

const PERSON = { firstName: 'Zofia', lastName: 'Demo-Formfour', dateOfBirth: '1941-09-09' };
const step = (name: string) => heading(page, `Consent form: ${name}`).waitFor({ state: 'attached' });
const goOn = () => page.getByRole('button', { name: 'Save and continue' }).click();
const answer = (question: string, yes: boolean) =>
  page
    .getByRole('radiogroup', { name: question })
    .getByRole('radio', { name: yes ? 'Yes' : 'No', exact: true })
    .check();
const choose = (question: string, name: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name, exact: true }).check();

test('Form 4 is chosen for an adult', async () => {
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
  await signIn(page);
  await page.getByRole('link', { name: 'New consent' }).click();
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, PERSON);
  await step('Procedure');
  await chooseProcedure(page, 'catar', 'Cataract surgery with lens implant');
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await page.getByRole('radio', { name: /^Form 4/ }).check();
  await goOn();
  await step('Risks and benefits');
  await goOn();
  await step('Capacity');
});

/** Tabs on from the present field. */
async function next(name: string): Promise<void> {
  await page.keyboard.press('Tab');
  await tabTo(page, name);
}

test('capacity is tested without a pointer, one question at a time', async () => {
  await expectAccessible(page, 'form-4-capacity-empty');
  for (const [ability, able] of [
    ['Understand', true],
    ['Remember', false],
    ['Weigh it up', false],
    ['Say it', true],
  ] as const) {
    const question = page.getByRole('radiogroup', { name: ability });
    await question.waitFor();
    if (ability === 'Understand') await next('Yes');
    else
      await expect
        .poll(() => question.getByRole('radio', { name: 'Yes' }).evaluate((at) => at === document.activeElement))
        .toBe(true);
    await page.keyboard.press('Space');
    if (!able) await page.keyboard.press('ArrowRight');
    expect(await question.getByRole('radio', { name: able ? 'Yes' : 'No' }).isChecked()).toBe(true);
    await next('What did you see or hear?');
    if (!able) await page.keyboard.type('Did not know it after a minute.');
    await next('Done');
    await page.keyboard.press('Enter');
  }
  await page.getByText('cannot remember it for long enough or weigh it up').waitFor();
  await next('Yes');
  await page.keyboard.press('Space');
  await next('What is it?');
  await page.keyboard.type('dementia');
  await next('Yes');
  await page.keyboard.press('Space');
  await next('No');
  await page.keyboard.press('Space');
  expect(
    await page
      .getByRole('group', { name: 'May they be able to decide later?' })
      .getByRole('radio', { name: 'No', exact: true })
      .isChecked(),
  ).toBe(true);
  await next('Plain words');
  await page.keyboard.press('Space');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Demo Clinician');
  await expectAccessible(page, 'form-4-capacity');
  await page.getByText('because of dementia.').waitFor();
  await goOn();
  await step('Who may decide');
});

test('an attorney whose paper does not cover this has no power', async () => {
  await answer('Is this urgent?', false);
  await answer('Is this needed to keep the patient alive?', false);
  await answer('Is there one for health and welfare?', true);
  await page.getByLabel('Add an attorney').first().fill('Ann Demo-Attorney');
  await page.getByRole('button', { name: 'Add an attorney' }).click();
  await answer('Is it registered?', true);
  await answer('Have you seen the paper?', true);
  await answer('Does it cover this treatment?', true);
  await page.getByText('The attorney decides', { exact: true }).waitFor();
  await choose('What does the attorney say?', 'Consents');
  await page.getByText('The attorney decides and signs').waitFor();
  await answer('Does it cover this treatment?', false);
  await page.getByText('has no power to decide this, and can only be consulted').waitFor();
  await answer('Has the Court of Protection appointed one for health and welfare?', false);
  await answer('Has the patient refused a treatment in advance?', true);
  await answer('Does it refuse this treatment?', false);
  await page.getByText('You decide', { exact: true }).waitFor();
  await expectAccessible(page, 'form-4-authority');
  await goOn();
  await step('People asked');
});

test('somebody who knows the patient is asked', async () => {
  await page.getByRole('button', { name: 'Add somebody you asked' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Dora Demo-Daughter');
  await page.getByLabel('How they know the patient').fill('Daughter');
  await page.getByLabel('How you asked').selectOption('By telephone');
  await answer('Are they paid to care for the patient?', false);
  await page.getByLabel('What did they say?').fill('She always wanted to see her garden.');
  await answer('Are they against the treatment?', false);
  await expectAccessible(page, 'form-4-people');
  await goOn();
  await step('Best interests');
});

test('the options are weighed, and the patient objects', async () => {
  await answer('Is this serious medical treatment?', true);
  await page.getByRole('textbox', { name: 'What did the patient want in the past?' }).fill('To read, and to see the garden.');
  await page.getByRole('button', { name: 'Not known: Beliefs and values' }).click();
  await page.getByRole('textbox', { name: 'What does the patient say or show now?' }).fill('Shakes her head.');
  await answer('Does the patient object?', true);
  await page.getByRole('button', { name: 'Add an option' }).click();
  await page.getByLabel('Option 1', { exact: true }).last().fill('The operation');
  await page.getByLabel('For and against').fill('She will see again.');
  await page.getByRole('button', { name: 'Add “No treatment”' }).click();
  await page.getByLabel('For and against').nth(1).fill('She will see less and less.');
  await page.getByLabel('Why will no gentler option do?').fill('Glasses do not help any more.');
  await answer('Is restraint planned?', false);
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
  await page.getByLabel('Why is this best for').fill('She will see her garden again, and will not fall as often.');
  await expectAccessible(page, 'form-4-best-interests');
  await goOn();
  await step('Second opinion');
  await page.getByText('The patient objects, and the treatment is serious.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Demo Eyes');
  await page.getByLabel('Role').fill('Consultant');
  await choose('What do they say?', 'Agrees');
  await expectAccessible(page, 'form-4-second-opinion');
  await goOn();
  await step('Interpreter');
  await goOn();
  await step('Review');
});

test('the review says all of it in words, and an open answer leads to its field', async () => {
  await goToStep(page, 'Best interests');
  await page.getByLabel('Why will no gentler option do?').fill('');
  await page.getByText('Say why no gentler option will do').waitFor();
  await goToStep(page, 'Review');
  await page.getByRole('button', { name: 'Say why no gentler option will do' }).click();
  await step('Best interests');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('capacity-bestInterests-leastRestrictive');
  await page.keyboard.type('Glasses do not help any more.');
  await goToStep(page, 'Review');
  await page.getByText('cannot make this decision, even with help').waitFor();
  await page.getByLabel('I have talked this through with').check();
  await page.getByText('This form is complete').waitFor();
  expect(await page.getByRole('button', { name: 'Ready and hand over' }).count()).toBe(0);
  await expectAccessible(page, 'form-4-review');
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await heading(page, /^Consent, version/).waitFor();
});

test('nothing is handed to the patient: the clinician signs', async () => {
  await page.getByText('The patient does not sign').waitFor();
  expect(await page.getByRole('button', { name: /Hand the tablet/ }).count()).toBe(0);
  await page.getByText('What is best for the patient').click();
  await expectAccessible(page, 'form-4-case');
  await page.getByRole('button', { name: 'Sign as Demo Clinician' }).click();
  await page.getByText('gives the second opinion: signed in under their own account').waitFor();
  expect(await page.getByRole('button', { name: 'Give the second opinion' }).count()).toBe(0);
});

test('another clinician gives the second opinion under their own account, and the form is sealed', async () => {
  const other = await openProfile(stage.browser);
  const theirs = await other.context.newPage();
  await theirs.goto(page.url());
  await heading(theirs, 'Sign in').waitFor();
  await signIn(theirs, 'eyes@demo.nhs.uk');
  await theirs.getByRole('button', { name: 'Give the second opinion' }).click();
  await theirs.getByText('I have looked at this myself.').waitFor();
  await shot(theirs, 'form-4-give-second-opinion');
  await theirs.getByRole('button', { name: 'Sign as Demo Eyes' }).click();
  await theirs.getByText('Signed and sealed').first().waitFor({ timeout: PATIENCE });
});
