import { expect, test, vi } from 'vitest';
import { PATIENCE } from '#tests/support/browser/browser.ts';
import { anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { drawSignature, heading, PASSWORD, press, signAsClinician, signIn, takeBack } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { handTo, readAsDecider, signDrawn, openCases, untilSigned } from '#tests/support/forms/signers.ts';
import { vaultRowsOf } from '#tests/support/tablet/vault-rows.ts';
import { untilSent } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const [ADA, BEN] = ['Ada Demo-Mother', 'Ben Demo-Father'];
const cases = openCases();

test('a parent’s whole visit with the keyboard alone, from the handover to the tablet taken back', async () => {
  const { recordID } = await sent2(cases.staff, family2({ parents: [aParent(), anotherParent()] }));
  const { tab } = await cases.open(recordID, false);
  const act = (button: string) => tabAndEnter(tab, button);
  await act(`Hand the tablet to ${ADA}`);
  await tab.getByRole('dialog').waitFor();
  await tabTo(tab, `${ADA}, parent`);
  await tab.keyboard.press('ArrowRight');
  await tab.getByRole('heading', { name: `Hand the tablet to ${BEN}?` }).waitFor();
  await act('Hand over now');
  await heading(tab, `Are you ${BEN}?`).waitFor();
  await act('Yes, all this is right');
  await heading(tab, 'What is planned').waitFor();
  for (;;) {
    const h1 = (await tab.getByRole('heading', { level: 1 }).textContent()) ?? '';
    if (h1 === 'Do you have a question?') break;
    await expect.poll(() => tab.evaluate(() => document.activeElement?.tagName), { message: `${h1} has the focus` }).toBe('H1');
    await act('Continue');
    const isOn = (before: string) =>
      document.querySelector('h1')?.textContent !== before || document.querySelector('[role=alert]');
    await tab.waitForFunction(isOn, h1);
    const leave = tab.getByRole('button', { name: 'Leave it for now' });
    if (await leave.isVisible()) await act('Leave it for now');
    // Pages of their own chunk are fetched: until then the title stands there.
    const isRead = (before: string) => ![before, 'Consent form'].includes(document.querySelector('h1')?.textContent ?? before);
    await tab.waitForFunction(isRead, h1);
  }
  await tabTo(tab, 'Yes');
  await tab.keyboard.press('ArrowRight');
  await act('Continue');
  await heading(tab, 'Check before you sign').waitFor();
  await act('Continue');
  await heading(tab, 'Sign this form').waitFor();
  await tabTo(tab, 'Draw');
  await tab.keyboard.press('ArrowRight');
  await tabTo(tab, 'Your name');
  await tab.keyboard.type(BEN);
  await act('I agree and sign');
  await heading(tab, 'Thank you. You have signed.').waitFor();
  await act('Staff: take the tablet back');
  await heading(tab, 'Take the tablet back').waitFor();
  await tabTo(tab, 'Password');
  await tab.keyboard.type(PASSWORD);
  await tab.keyboard.press('Enter');
  await heading(tab, /^Consent, version/).waitFor();
  await tab.getByText(`Ready for ${ADA} to sign on this tablet.`).waitFor();
});

test('two parents sign without a network, one says no, and all of it counts once, for the right parent, when the network is back', async () => {
  const { recordID, consentID } = await sent2(cases.staff, family2({ parents: [aParent(), anotherParent()] }));
  const { tab, profile } = await cases.open(recordID);
  const cached = async () => (await vaultRowsOf(tab, 'consents')).map(({ id }) => id);
  await expect.poll(cached, { timeout: PATIENCE }).toContain(consentID);
  // The worker passes the keys on to the signer's page.
  await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await profile.context.setOffline(true);
  await handTo(tab, BEN, BEN);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readAsDecider(tab);
  await signDrawn(tab);
  await tab.getByText('Saved on this tablet.').waitFor();
  await takeBack(tab);
  await handTo(tab, ADA, ADA);
  await press(tab, 'Yes, all this is right', 'What is planned');
  await readAsDecider(tab);
  await drawSignature(tab);
  await press(tab, 'I do not agree', 'Do you want to say no?');
  await press(tab, 'I do not want this', 'You have said no');
  await takeBack(tab);
  await tab.getByText(`${ADA} does not agree`).waitFor();
  await profile.context.setOffline(false);
  await tab.goto(`${cases.stage.server.origin}/login`);
  await signIn(tab);
  await untilSent(tab);
  const { consents } = (await cases.staff.call('recordDetails', { id: recordID })).data;
  const { status, recipients, signatures, disagreement } = consents[0]!;
  expect(status).toBe('PARTIALLY_SIGNED');
  expect(recipients.map(({ recipient_name, state }) => [recipient_name, state])).toEqual([
    [ADA, 'DECLINED'],
    [BEN, 'SIGNED'],
    ['Demo Clinician', expect.any(String)],
  ]);
  expect(signatures.map(({ name }) => name)).toEqual([BEN]);
  expect(disagreement).toMatchObject({ outcome: 'NOT_SETTLED' });
  await tab.goto(`${cases.stage.server.origin}/consent?id=${recordID}`);
  await tab.getByRole('button', { name: 'Record how it was settled' }).click();
  const settling = tab.getByRole('dialog', { name: 'How was this settled?' });
  await settling.getByRole('radio', { name: /^The adults now agree/ }).check();
  await settling.getByRole('button', { name: 'Record it' }).click();
  await settling.waitFor({ state: 'detached' });
  await signAsClinician(tab);
  await untilSigned(tab);
});
