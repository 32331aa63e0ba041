import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import {
  capacityWithAttorney,
  completeCapacity,
  DEMO_ATTORNEY,
  DEMO_DAUGHTER,
  formFourSent,
} from '#tests/support/forms/form-4.ts';
import { press, readUntil, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { handTo, signDrawn, untilSigned, openCases, takeBackAndSign } from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const [ATTORNEY] = DEMO_ATTORNEY.names;

const cases = openCases();

test('an attorney signs after the clinician, with the power that they have', async () => {
  const { recordID } = await formFourSent(cases.staff, capacityWithAttorney());
  const { tab } = await cases.open(recordID);
  await tab.getByText(/The form also waits for the person consulted/).waitFor();
  await expectAccessible(tab, 'attorney-before');
  await signAsClinician(tab);
  await tab.getByText('Ready for the person consulted to sign on this tablet.').waitFor();
  await expectAccessible(tab, 'attorney-next');
  await handTo(tab, 'the person consulted', ATTORNEY);
  await expectAccessible(tab, 'attorney-identity');
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readUntil(tab, 'What the form says');
  await expectAccessible(tab, 'attorney-capacity');
  const passed = await readUntil(tab, 'Sign this form');
  expect(passed).not.toContain('Do you have a question?');
  await tab.getByText(/The law lets me decide for .+ \(lasting power of attorney\)/).waitFor();
  await expectAccessible(tab, 'attorney-sign');
  await signDrawn(tab, 'Sign');
  await expectAccessible(tab, 'attorney-signed');
  await takeBack(tab);
  await untilSigned(tab);
});

test('an attorney who does not agree ends the form, and the case says so', async () => {
  const { recordID } = await formFourSent(cases.staff, capacityWithAttorney());
  const { tab } = await cases.open(recordID);
  await handTo(tab, 'the person consulted', ATTORNEY);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readUntil(tab, 'Sign this form');
  await press(tab, 'I do not agree', 'Do you not agree?');
  await expectAccessible(tab, 'attorney-decline');
  await press(tab, 'I do not agree', 'You do not agree');
  await takeBack(tab);
  await tab.getByText('Somebody who has to sign does not agree').waitFor();
  await expectAccessible(tab, 'attorney-declined-case');
});

const asked = () => formFourSent(cases.staff, completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }));

test('a person who was asked may sign before the clinician, and says that they give no consent', async () => {
  const { recordID } = await asked();
  const { tab } = await cases.open(recordID);
  await tab.getByText(/The form does not wait for this: once you have signed, it is sealed/).waitFor();
  await expectAccessible(tab, 'person-consulted-before');
  await handTo(tab, 'the person consulted', DEMO_DAUGHTER.name);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readUntil(tab, 'Sign this form');
  await tab.getByText(/I do not give consent\. The clinician decides\./).waitFor();
  await expectAccessible(tab, 'person-consulted-sign');
  await signDrawn(tab, 'Sign');
  await takeBackAndSign(tab);
});

test('the form is sealed without a person who was asked and need not sign', async () => {
  const { recordID } = await asked();
  const { tab } = await cases.open(recordID);
  await signAsClinician(tab);
  await untilSigned(tab);
  await tab.getByText('Did not sign').waitFor();
  await expectAccessible(tab, 'person-consulted-did-not-sign');
});
