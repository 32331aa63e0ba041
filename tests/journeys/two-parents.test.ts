import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { heading, press, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { handTo, readAsDecider, signDrawn, untilSigned, openCases } from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const [ADA, BEN] = ['Ada Demo-Mother', 'Ben Demo-Father'];
const cases = openCases();

/** Each state of these pages is looked at with the part `screens`. */
async function look(tab: Page, name: string): Promise<void> {
  if (isFull) await expectAccessible(tab, name);
}

test('two parents: one signs, the other says no, it is recorded how that was settled, and the form is sealed', async () => {
  const { recordID } = await sent2(cases.staff, family2({ parents: [aParent(), anotherParent()] }));
  const { tab } = await cases.open(recordID);

  await tab.getByRole('button', { name: `Hand the tablet to ${BEN}` }).click();
  const dialog = tab.getByRole('dialog');
  expect(await dialog.getByRole('radio', { name: `${BEN}, parent` }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: `${ADA}, parent` }).check();
  await tab.getByRole('heading', { name: `Hand the tablet to ${ADA}?` }).waitFor();
  await look(tab, 'handover-who-signs');
  await dialog.getByRole('button', { name: 'Hand over now' }).click();
  await heading(tab, `Are you ${ADA}?`).waitFor();
  await look(tab, 'parent-identity');
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readAsDecider(tab);
  await look(tab, 'parent-sign');
  await signDrawn(tab);
  await look(tab, 'parent-signed');
  await takeBack(tab);

  await handTo(tab, BEN, BEN);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readAsDecider(tab);
  await press(tab, 'I do not agree', 'Do you want to say no?');
  await tab.getByLabel('Do you want to tell us why?').fill('I want to wait until the summer.');
  await look(tab, 'parent-decline');
  await press(tab, 'I do not want this', 'You have said no');
  await look(tab, 'parent-declined');
  await takeBack(tab);

  await tab.getByText(`${BEN} does not agree`).waitFor();
  const act = tab.getByRole('button', { name: 'Record how it was settled' });
  await act.waitFor();
  expect(await tab.getByRole('heading', { name: 'Next step' }).count(), 'one next step').toBe(1);
  expect(await tab.getByRole('button', { name: /^Sign as/ }).count(), 'nobody signs before').toBe(0);
  await look(tab, 'two-parents-unsettled');
  await act.click();
  const settling = tab.getByRole('dialog', { name: 'How was this settled?' });
  await settling.getByRole('radio', { name: /^The consent of one adult is enough/ }).check();
  await settling.getByRole('button', { name: 'Record it' }).click();
  await tab.locator('#settle-note-error').waitFor();
  expect(await tab.evaluate(() => document.activeElement?.id)).toBe('settle-note');
  await look(tab, 'disagreement-error');
  await settling.getByLabel(/^How was it settled/).fill('Both were told that the law lets one of them decide.');
  await tab.locator('#settle-note-error').waitFor({ state: 'detached' });
  await settling.getByRole('button', { name: 'Record it' }).click();
  await settling.waitFor({ state: 'detached' });
  await tab.getByText(`${BEN} does not agree`).waitFor({ state: 'detached' });
  await look(tab, 'two-parents-settled');

  await signAsClinician(tab);
  await untilSigned(tab);
  // Its own sealed document appears by itself.
  const outcome = tab.getByRole('button', { name: 'Outcome', exact: true });
  await outcome.waitFor();
  await look(tab, 'two-parents-sealed');
  const download = tab.waitForEvent('download');
  await outcome.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/_outcome\.pdf$/);

  await tab.goto(`${cases.stage.server.origin}/verify`);
  await tab.locator('input[type=file]').setInputFiles(await file.path());
  await tab.getByRole('heading', { name: 'This is a real record of how a disagreement was settled' }).waitFor();
  await tab.getByText('The form that it belongs to is in force.').waitFor();
  await tab.getByText(/^[0-9a-f]{64}$/).waitFor();
  await look(tab, 'verify-outcome');
});
