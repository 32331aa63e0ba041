import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { aPatient, procedureId, sent, templateId } from '#tests/support/forms/builders.ts';
import { aChild, anAbleChild, ABLE_CHILD_BORN, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { heading, press, readUntil, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import {
  handTo,
  readAsDecider,
  signDrawn,
  untilSigned,
  openCases,
  TO_AGREE,
  takeBackAndSign,
  readAsPatient,
} from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const cases = openCases();

async function aChildOf15(): Promise<string> {
  const { patient } = (await cases.staff.call('patientCreate', aPatient({ firstName: 'Robin', dateOfBirth: ABLE_CHILD_BORN })))
    .data;
  return patient.id;
}

test('a parent signs, and the child signs too: the child’s no is kept and the form goes on', async () => {
  const { recordID } = await sent2(cases.staff, family2({ child: aChild({ signs: true }) }));
  const { tab } = await cases.open(recordID);
  await handTo(tab, 'the parent', 'Ada Demo-Mother');
  await press(tab, 'Yes, all this is right', 'What is planned');
  await expectAccessible(tab, 'parent-plan');
  await readUntil(tab, 'Who decides');
  expect(await tab.getByText('Parents may know').count(), 'between the child and the staff').toBe(0);
  await expectAccessible(tab, 'parent-family');
  await readAsDecider(tab);
  await signDrawn(tab);
  await takeBack(tab);
  await tab.getByText('The form does not wait for this signature.').waitFor();
  await expectAccessible(tab, 'child-next');
  await handTo(tab, 'the child');
  await expectAccessible(tab, 'child-identity');
  await press(tab, 'Yes, this is me', 'What is planned');
  await readUntil(tab, 'Who decides');
  await tab.getByText('Parents may know').waitFor();
  await readAsDecider(tab, TO_AGREE);
  await expectAccessible(tab, 'child-sign');
  await press(tab, 'I do not agree', 'Do you want to say no?');
  await expectAccessible(tab, 'child-decline');
  await tab.getByLabel('Do you want to tell us why?').fill('I am afraid.');
  await press(tab, 'I do not want this', 'You have said no');
  await expectAccessible(tab, 'child-declined');
  await takeBack(tab);
  await tab.getByText('“I am afraid.” It is shown on the form.').waitFor();
  await expectAccessible(tab, 'child-said-no');
  await signAsClinician(tab);
  await untilSigned(tab);
});

test('a child who can decide signs alone, and staff read that parents are not told', async () => {
  const { recordID } = await sent2(
    cases.staff,
    family2({ basis: 'CHILD', parents: [], child: anAbleChild({ tellParents: 'NO', encouraged: true }) }),
  );
  const { tab } = await cases.open(recordID);
  await tab.getByText('Parents must not be told').waitFor();
  await handTo(tab, 'the child');
  await press(tab, 'Yes, this is me', 'What is planned');
  const passed = await readUntil(tab, 'Who decides');
  expect(passed).toContain('What can go wrong');
  await tab.getByText('Private').waitFor();
  await expectAccessible(tab, 'child-alone-family');
  await readAsDecider(tab, TO_AGREE);
  await signDrawn(tab);
  await expectAccessible(tab, 'child-signed');
  await takeBackAndSign(tab);
});

test('on Form 1 a child of 15 with an assessment signs as the patient', async () => {
  const patientID = await aChildOf15();
  const { recordID } = await sent(cases.staff, { patientID, child: anAbleChild() });
  const { tab } = await cases.open(recordID);
  await expectAccessible(tab, 'form-1-child-case');
  await readAsPatient(tab);
  await signDrawn(tab);
  await takeBackAndSign(tab);
});

const INTERPRETER = {
  name: 'Demo Interpreter',
  language: 'Polish',
  mode: 'PHONE' as const,
  signsHere: true,
  adult: true,
  statement: 'I know both languages well.',
};

/** A Form 3 that an interpreter signs on this device. */
async function interpreted(): Promise<string> {
  const { recordID } = await sent(cases.staff, {
    formType: 'FORM_3',
    templateID: await templateId(cases.staff, 'FORM_3'),
    procedures: [{ procedureID: await procedureId(cases.staff, 'cataract'), side: 'RIGHT', anaesthetic: ['LOCAL'] }],
    interpreterNeeded: true,
    interpreter: INTERPRETER,
  });
  return recordID;
}

test('an interpreter has an own page, is not asked to consent, comments, and signs', async () => {
  const { tab } = await cases.open(await interpreted());
  await handTo(tab, 'the patient');
  await press(tab, 'Yes, this is me', 'What is planned');
  await tab.getByText('Demo Interpreter, Polish').waitFor();
  await readAsDecider(tab, TO_AGREE);
  await signDrawn(tab);
  await takeBack(tab);
  await handTo(tab, 'the interpreter', INTERPRETER.name);
  expect(await tab.getByText(/birth|Born/).count(), 'nobody asks the interpreter for the birth date').toBe(0);
  await expectAccessible(tab, 'interpreter-identity');
  await press(tab, 'Yes, this is me', 'Is this right?');
  for (const words of ['Polish', 'By phone', INTERPRETER.statement]) await tab.getByText(words, { exact: true }).waitFor();
  await expectAccessible(tab, 'interpreter-language');
  await press(tab, 'Yes, this is right', 'What is planned');
  const passed = await readUntil(tab, 'Sign this form');
  expect(passed).not.toContain('Do you have a question?');
  await tab.getByText(/I interpreted the talk about/).waitFor();
  expect(await tab.getByRole('button', { name: /agree|more time/ }).count(), 'decides nothing').toBe(0);
  await tab.getByLabel('Is there something the clinician should know?').fill('Two words had no equal.');
  await expectAccessible(tab, 'interpreter-sign');
  await signDrawn(tab, 'Sign');
  await expectAccessible(tab, 'interpreter-signed');
  await takeBack(tab);
  await tab.getByText('Two words had no equal.').first().waitFor();
  await expectAccessible(tab, 'interpreter-signed-case');
  await signAsClinician(tab);
  await untilSigned(tab);
});

test('an interpreter who cannot sign says so', async () => {
  const { tab } = await cases.open(await interpreted());
  await tab.getByRole('button', { name: 'Hand the tablet to the interpreter' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await press(tab, 'Yes, this is me', 'Is this right?');
  await press(tab, 'Yes, this is right', 'What is planned');
  await tab.getByRole('button', { name: 'Stop here' }).click();
  await heading(tab, 'Do you want to stop here?').waitFor();
  await expectAccessible(tab, 'interpreter-stop');
  await press(tab, 'I cannot sign', 'Can you not sign?');
  await expectAccessible(tab, 'interpreter-decline');
  await press(tab, 'I cannot sign', 'You said that you cannot sign');
  await expectAccessible(tab, 'interpreter-declined');
  await takeBack(tab);
  await tab.getByText('The interpreter cannot sign').waitFor();
  await tab.getByRole('button', { name: 'Change the form' }).waitFor();
  expect(await tab.getByRole('button', { name: /^Hand the tablet/ }).count(), 'one next step').toBe(0);
  await expectAccessible(tab, 'interpreter-declined-case');
});

test('an interpreter whose language is wrong holds the form back until it is checked', async () => {
  const { tab } = await cases.open(await interpreted());
  await tab.getByRole('button', { name: 'Hand the tablet to the interpreter' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await press(tab, 'Yes, this is me', 'Is this right?');
  await press(tab, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await takeBack(tab);
  await tab.getByText('The interpreter said that the details are wrong').waitFor();
  await tab.getByRole('button', { name: 'Change the form' }).waitFor();
  await expectAccessible(tab, 'interpreter-wrong-case');
});
