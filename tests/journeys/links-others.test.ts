import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { anotherParent, aParent, draft2, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { drawSignature, heading, press, readUntil, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { answerWho, enter, linkTo, mailedCase } from '#tests/support/forms/mailed-link.ts';
import { handTo, openCases, openPhones, readAsDecider, signDrawn, untilSigned } from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const [ADA, BEN] = ['Ada Demo-Mother', 'Ben Demo-Father'];
const CHILD_BORN = { Day: '14', Month: '3', Year: '2015' };
const cases = openCases();

const aPhone = openPhones(cases);

/** Checks the page, and goes back to the size of a phone. */
async function look(at: Page, name: string): Promise<void> {
  await expectAccessible(at, `link-${name}`);
  await at.setViewportSize(SCREENS.phone);
}

const versionOf = async (recordID: string) => (await cases.staff.call('recordDetails', { id: recordID })).data.consents[0]!;

test('one parent signs on the tablet, the other by a link at home, and the form is sealed', async () => {
  const emailAddress = `father-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const parents = [aParent(), anotherParent({ emailAddress })];
  const { consentID, recordID, version } = await draft2(cases.staff, family2({ parents }));
  const channels = [{ signing_order: 2, channel: 'EMAIL' as const }];
  await cases.staff.call('consentSend', { consentID, version, channel: 'DEVICE', channels });

  const { tab } = await cases.open(recordID);
  await handTo(tab, ADA, ADA);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readAsDecider(tab);
  await signDrawn(tab);

  const home = await aPhone();
  await home.goto(await linkTo(cases.stage.server, emailAddress));
  await press(home, 'Start', 'First, show that it is you');
  await look(home, 'parent-who');
  // Not the mother, whose last name is another.
  await answerWho(home, 'Demo-Mother', CHILD_BORN);
  await home.getByRole('alert').getByText('That does not match. 4 tries left.').waitFor();
  await answerWho(home, 'Demo-Father', CHILD_BORN);
  await heading(home, 'What is planned').waitFor();
  await look(home, 'parent-plan');
  await readAsDecider(home);
  await look(home, 'parent-sign');
  await drawSignature(home);
  await press(home, 'I agree and sign', 'Thank you. You have signed.');
  await look(home, 'parent-signed');

  await takeBack(tab);
  await signAsClinician(tab);
  await untilSigned(tab);
  const { status, signatures } = await versionOf(recordID);
  expect([status, signatures.length]).toEqual(['SIGNED', 3]);
  await home.getByRole('button', { name: 'Look again' }).click();
  await home.getByRole('button', { name: 'Download a copy' }).waitFor();
  expect(BEN).toBe(signatures.find(({ signing_order: order }) => order === 2)?.name);
});

/** A form whose interpreter signs by a link, at the page that asks who this is. */
async function interpreting(agencyId: string | null) {
  const emailAddress = `interpreter-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const interpreter = {
    name: 'Ines Demo-Interpreter',
    language: 'Polish',
    emailAddress,
    agencyId,
    signing: 'LINK',
    adult: true,
    for: 'PATIENT',
  } as const;
  const caller = await callerAs(cases.stage.server.origin);
  const form = await mailedCase(cases.stage.server, caller, { interpreterNeeded: true, interpreter });
  const page = await aPhone();
  await page.goto(await linkTo(cases.stage.server, emailAddress));
  return { ...form, page };
}

test('an interpreter shows who they are by an agency number, and signs at home', async () => {
  const { page, recordID } = await interpreting('AG-4711');
  await press(page, 'Start', 'First, show that it is you');
  await page.getByLabel('Your own name').fill('ines demo interpreter');
  await page.getByLabel(/^Your agency number/).fill('ag 4711');
  await look(page, 'interpreter-who');
  await press(page, 'Continue', 'Is this right?');
  await look(page, 'interpreter-right');
  await press(page, 'Yes, this is right', 'What is planned');
  await readUntil(page, 'Sign this form');
  await page.getByLabel('Is there something the clinician should know?').fill('Two words were hard to interpret.');
  await look(page, 'interpreter-sign');
  await drawSignature(page);
  await press(page, 'Sign', 'Thank you. You have signed.');
  expect(await page.locator('.actions').count(), 'an empty bar').toBe(0);
  await look(page, 'interpreter-signed');
  const { interpreterComments, signatures } = await versionOf(recordID);
  expect([interpreterComments, signatures.map(({ role }) => role)]).toEqual([
    'Two words were hard to interpret.',
    ['INTERPRETER'],
  ]);
});

test('by keyboard alone an interpreter gives the six digits that staff read out, reads the form and signs', async () => {
  const { page, recordID } = await interpreting(null);
  const code = (await versionOf(recordID)).links?.find((each) => each.code !== null)?.code ?? '';
  expect(code).toMatch(/^\d{6}$/);
  await tabAndEnter(page, 'Start');
  await heading(page, 'First, show that it is you').waitFor();
  await tabTo(page, 'Your own name');
  await page.keyboard.type('Ines Demo-Interpreter');
  await tabTo(page, 'Your agency number, or the six digits');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await heading(page, 'Is this right?').waitFor();
  await tabAndEnter(page, 'Yes, this is right');
  while ((await heading(page, 'Sign this form').count()) === 0) {
    const step = await page.locator('.step').textContent();
    await tabAndEnter(page, 'Continue');
    await page.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
  await tabTo(page, 'Draw');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Your name');
  await page.keyboard.type('Ines Demo-Interpreter');
  await tabAndEnter(page, 'Sign');
  await heading(page, 'Thank you. You have signed.').waitFor();
  expect((await versionOf(recordID)).signatures.map(({ method }) => method)).toEqual(['TYPED']);
});

test('a code that the clinician shows opens the form on the patient’s own phone', async () => {
  const { recordID } = await sent2(cases.staff, family2({ parents: [aParent()] }));
  const { tab } = await cases.open(recordID);
  await tab.getByRole('button', { name: /^Show a code/ }).click();
  const [answer] = await Promise.all([
    tab.waitForResponse(/record\/sendInvite/),
    tab.getByRole('dialog').getByRole('button', { name: 'Show the code' }).click(),
  ]);
  await tab.getByRole('img', { name: 'Code for the camera' }).waitFor();
  const { data } = (await answer.json()) as { data: { link: { url: string } }[] };
  const page = await aPhone();
  await page.goto(`${cases.stage.server.origin}${new URL(data[0]!.link.url).pathname}`);
  await press(page, 'Start', 'First, show that it is you');
  await tab.getByText('The page was opened').waitFor();
  await look(tab, 'code-opened');
  await answerWho(page, 'Demo-Mother', CHILD_BORN);
  await heading(page, 'What is planned').waitFor();
  await readAsDecider(page);
  await drawSignature(page);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  expect((await versionOf(recordID)).signatures).toHaveLength(1);
});

test('the page that a patient left is the page they come back to, by the same link and by a new one', async () => {
  const caller = await callerAs(cases.stage.server.origin);
  const form = await mailedCase(cases.stage.server, caller);
  const first = await aPhone();
  await enter(first, form);
  await readUntil(first, 'What matters to you?');
  await first.getByLabel('What matters to me').fill('Seeing the garden');
  await readUntil(first, 'Do you have a question?');
  await first.getByRole('radio', { name: 'Yes' }).check();
  await first.getByLabel('What would you like to ask?').fill('When may I');
  const phone = await first.context().newPage();
  await first.close();

  const isThere = async (page: Page) => {
    expect(await page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    expect(await page.getByLabel('What would you like to ask?').inputValue()).toBe('When may I');
  };
  await enter(phone, form, 'Do you have a question?');
  await isThere(phone);
  await look(phone, 'back-at-page');
  await caller.ask('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  const link = await linkTo(cases.stage.server, form.address, 2);
  await enter(phone, { ...form, link }, 'Do you have a question?');
  await isThere(phone);
  await press(phone, 'Back', 'Other things we need to ask');
  await press(phone, 'Back', 'What matters to you?');
  expect(await phone.getByLabel('What matters to me').inputValue()).toBe('Seeing the garden');
});
