import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { draw } from '#tests/support/browser/browser.ts';
import { sent } from '#tests/support/forms/builders.ts';
import { drawSignature, heading, press, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
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

/** A form of the shape in which a witness signs: an interpreter is named, and signs nowhere. */
function interpreted() {
  return sent(cases.staff, {
    interpreterNeeded: true,
    interpreter: { name: 'Demo Interpreter', language: 'Polish', mode: 'PHONE', adult: true, signing: 'NAMED' },
  });
}

test('a mark, with a witness who signs in the same act', async () => {
  const { recordID } = await interpreted();
  const { tab } = await cases.open(recordID);
  await readAsPatient(tab);
  await tab.getByRole('radio', { name: 'Make a mark' }).check();
  await tab.getByRole('button', { name: 'I agree and sign' }).click();
  await tab.getByRole('link', { name: 'Please make a mark in the box' }).waitFor();
  await expectAccessible(tab, 'witness-errors');
  await drawSignature(tab);
  await tab.getByLabel('Name of your witness').fill('Demo Nurse');
  await tab.getByLabel('Who is your witness?').fill('Nurse');
  await tab.getByRole('radio', { name: 'Type the name' }).check();
  await tab.getByRole('group', { name: 'Is the witness 18 or older?' }).getByRole('radio', { name: 'Yes' }).check();
  const typedName = tab.locator('[id="witness.typedName"]');
  await typedName.fill('Somebody Else');
  await tab.getByRole('link', { name: 'Choose how the witness signs' }).waitFor({ state: 'detached' });
  await tab.getByRole('button', { name: 'I agree and sign' }).click();
  await tab.getByRole('link', { name: /^The witness typed Somebody Else, but is named Demo Nurse/ }).waitFor();
  await expectAccessible(tab, 'witness-name-question');
  await typedName.fill('Demo Nurse');
  await expectAccessible(tab, 'mark-witnessed');
  await press(tab, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(tab);
  await tab.getByText(/Witness of Test Demo-Builder/).waitFor();
  await expectAccessible(tab, 'mark-witnessed-case');
  await signAsClinician(tab);
  await untilSigned(tab);
});

test('a spoken yes: the witness draws a signature in the same act', async () => {
  const { recordID } = await interpreted();
  const { tab } = await cases.open(recordID);
  await readAsPatient(tab);
  await tab.getByRole('radio', { name: 'Say it' }).check();
  await tab.getByLabel('Name of your witness').fill('Demo Nurse');
  await tab.getByLabel('Who is your witness?').fill('Nurse');
  await tab.getByRole('group', { name: 'How does the witness sign?' }).getByRole('radio', { name: 'Draw' }).check();
  await draw(tab.locator('.witness .pad canvas'));
  await tab.getByRole('button', { name: 'I agree and sign' }).click();
  await tab.getByRole('link', { name: 'Say if the witness is 18 or older' }).waitFor();
  await tab.getByRole('group', { name: 'Is the witness 18 or older?' }).getByRole('radio', { name: 'Yes' }).check();
  await expectAccessible(tab, 'spoken-witnessed');
  await press(tab, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(tab);
  await tab.getByText('spoken, with a witness: Demo Nurse, Nurse').waitFor();
  await signAsClinician(tab);
  await untilSigned(tab);
});

test('a witness who signs later has an own page, and the form waits for them', async () => {
  const { recordID } = await interpreted();
  const { tab } = await cases.open(recordID);
  await readAsPatient(tab);
  await tab.getByRole('radio', { name: 'Say it' }).check();
  await tab.getByLabel('Name of your witness').fill('Demo Nurse');
  await tab.getByLabel('Who is your witness?').fill('Nurse');
  await tab.getByRole('radio', { name: 'At another time' }).check();
  await press(tab, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(tab);
  await signAsClinician(tab);
  await tab.getByText('Ready for Demo Nurse to sign on this tablet.').waitFor();
  await expectAccessible(tab, 'witness-next');
  await handTo(tab, 'Demo Nurse', 'Demo Nurse');
  await expectAccessible(tab, 'witness-identity');
  await press(tab, 'Yes, this is me', 'Sign this form');
  expect(await tab.getByRole('radio', { name: /^(Make a mark|Say it)$/ }).count(), 'a witness needs none').toBe(0);
  await tab.getByRole('group', { name: 'Are you 18 or older?' }).getByRole('radio', { name: 'Yes' }).check();
  await expectAccessible(tab, 'witness-sign');
  await signDrawn(tab, 'Sign');
  await takeBack(tab);
  await untilSigned(tab);
});

test('on a form of the first shape the witness is named, and signs on an own page', async () => {
  const { recordID } = await sent(cases.staff);
  const { tab } = await cases.open(recordID);
  await readAsPatient(tab);
  await tab.getByRole('radio', { name: 'Make a mark' }).check();
  await drawSignature(tab);
  await tab.getByLabel('Name of your witness').fill('Demo Nurse');
  await tab.getByLabel('Who is your witness?').fill('Nurse');
  expect(await tab.getByText('How does the witness sign?').count()).toBe(0);
  await press(tab, 'I agree and sign', 'Thank you. You have signed.');
  await takeBack(tab);
  await tab.getByText('mark, with a witness: Demo Nurse, Nurse').waitFor();
  await signAsClinician(tab);
  await handTo(tab, 'Demo Nurse', 'Demo Nurse');
  await press(tab, 'Yes, this is me', 'Sign this form');
  await tab.getByRole('group', { name: 'Are you 18 or older?' }).getByRole('radio', { name: 'Yes' }).check();
  await signDrawn(tab, 'Sign');
  await takeBack(tab);
  await untilSigned(tab);
});

test('a re-consent says to staff and patient what has changed since the form before', async () => {
  const before = await sent(cases.staff);
  const { tab } = await cases.open(before.recordID);
  await readAsPatient(tab);
  await signDrawn(tab);
  await takeBackAndSign(tab);
  const { data: fresh } = await cases.staff.call('recordReconsent', { id: before.recordID, reason: 'Half a year later' });
  const { version } = await cases.staff.call('consentUpdate', {
    consentID: fresh.consentID,
    version: fresh.version,
    procedures: [{ procedureID: fresh.procedures[0]!.procedureID, side: 'LEFT' }],
    clinicianStatement: { discussed: true, capacity: true },
  });
  await cases.staff.call('consentSend', { consentID: fresh.consentID, version, channel: 'DEVICE' });
  await tab.reload();
  await heading(tab, 'Consent, version 2').waitFor();
  const panel = tab.getByRole('region', { name: 'What has changed since the form before' });
  await panel.getByText(/LEFT/).first().waitFor();
  await expectAccessible(tab, 'reconsent-case');
  await handTo(tab, 'the patient');
  await press(tab, 'Yes, this is me', 'What is planned');
  await press(tab, 'Continue', 'What has changed since the form before');
  await tab.getByRole('main').getByText(/LEFT/).first().waitFor();
  await expectAccessible(tab, 'reconsent-changed');
  await readAsDecider(tab, TO_AGREE);
  await signDrawn(tab);
});
