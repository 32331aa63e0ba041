import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { PATIENCE } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, press } from '#tests/support/browser/journey.ts';
import { lookAt } from '#tests/support/browser/look.ts';
import { sent } from '#tests/support/forms/builders.ts';
import { aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { formFourSent } from '#tests/support/forms/form-4.ts';
import { answerWho, linkTo } from '#tests/support/forms/mailed-link.ts';
import { openCases, openPhones, readAsDecider } from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ASK = 'Ask one more person to sign';
const BEN = 'Ben Demo-Father';
const CHILD_BORN = { Day: '14', Month: '3', Year: '2015' };
const cases = openCases();

const aPhone = openPhones(cases);

const versionOf = async (recordID: string) => (await cases.staff.call('recordDetails', { id: recordID })).data.consents[0]!;
const signersOf = async (recordID: string) => (await versionOf(recordID)).recipients.map((each) => each.recipient_name);
const dialogOf = (tab: Page) => tab.getByRole('dialog', { name: `${ASK}?` });
const signersOn = (tab: Page) => tab.getByRole('region', { name: 'Signatures' });

test('a second parent is added to a form that is out, by a code, reads it and signs', async () => {
  const { recordID } = await sent2(cases.staff, family2({ parents: [aParent()] }));
  const { tab } = await cases.open(recordID, false);
  await tab.getByRole('button', { name: ASK }).click();
  const dialog = dialogOf(tab);
  const send = dialog.getByRole('button', { name: 'Ask to sign' });
  expect(await send.isDisabled()).toBe(true);
  await lookAt(tab, 'one-more-who');
  await dialog.getByRole('radio', { name: /^Another adult/ }).check();
  await dialog.getByLabel('Name', { exact: true }).fill(BEN);
  await dialog.getByRole('radio', { name: /^A code for their phone/ }).check();
  await send.click();
  // The rules of a complete form hold, and the fault stands at its field.
  await dialog.getByText(`Choose why ${BEN} may decide for the child`).first().waitFor();
  expect(await signersOf(recordID)).not.toContain(BEN);
  await lookAt(tab, 'one-more-fault');
  await dialog.getByLabel('Why may this adult decide for the child?').selectOption('FATHER_REGISTERED');
  const [answer] = await Promise.all([tab.waitForResponse(/record\/sendInvite/), send.click()]);
  await tab.getByText(`${BEN} was added to the signers`).waitFor();
  await tab.getByRole('img', { name: 'Code for the camera' }).waitFor();
  await lookAt(tab, 'one-more-code');
  const { data } = (await answer.json()) as { data: { link: { url: string } }[] };

  const phone = await aPhone();
  await phone.goto(`${cases.stage.server.origin}${new URL(data[0]!.link.url).pathname}`);
  await press(phone, 'Start', 'First, show that it is you');
  await answerWho(phone, 'Demo-Father', CHILD_BORN);
  await heading(phone, 'What is planned').waitFor();
  await readAsDecider(phone);
  await drawSignature(phone);
  await press(phone, 'I agree and sign', 'Thank you. You have signed.');
  expect((await versionOf(recordID)).signatures.map(({ name }) => name)).toEqual([BEN]);

  await tab.getByRole('button', { name: 'Done', exact: true }).click();
  await signersOn(tab).getByText(BEN, { exact: true }).waitFor();
  // Somebody has signed: what is shown would change under the signature.
  await expect.poll(() => tab.getByRole('button', { name: ASK }).count(), { timeout: PATIENCE }).toBe(0);
  await lookAt(tab, 'one-more-signed');
});

test('an interpreter is added by email, and the form has room for no other', async () => {
  const { recordID } = await sent(cases.staff);
  const { tab } = await cases.open(recordID, false);
  await tab.getByRole('button', { name: ASK }).click();
  const dialog = dialogOf(tab);
  await dialog.getByText('An interpreter.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Ines Demo-Interpreter');
  await dialog.getByLabel('Language', { exact: true }).fill('Polish');
  await dialog.getByRole('radio', { name: /^A link by email/ }).check();
  const address = `ines-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await dialog.getByLabel('Email', { exact: true }).fill(address);
  await lookAt(tab, 'one-more-interpreter');
  await dialog.getByRole('button', { name: 'Ask to sign' }).click();
  await tab.getByText('Ines Demo-Interpreter was added to the signers. The link is on its way.').first().waitFor();
  expect(await linkTo(cases.stage.server, address)).toContain('/login/');
  await signersOn(tab).getByText('Ines Demo-Interpreter').first().waitFor();
  await expect.poll(() => tab.getByRole('button', { name: ASK }).count(), { timeout: PATIENCE }).toBe(0);
});

test('another clinician is added without a link, and the page says where they sign', async () => {
  const { recordID } = await formFourSent(cases.staff);
  const { tab } = await cases.open(recordID, false);
  await tab.getByRole('button', { name: ASK }).click();
  const dialog = dialogOf(tab);
  await dialog.getByRole('radio', { name: /^Somebody who was asked/ }).check();
  await lookAt(tab, 'one-more-consulted');
  await dialog.getByRole('radio', { name: /^A second opinion/ }).check();
  expect(await dialog.getByRole('radio', { name: /^A link by email/ }).count()).toBe(0);
  await dialog.getByLabel('Name', { exact: true }).fill('Sam Demo-Second');
  await dialog.getByLabel('Role', { exact: true }).fill('Consultant');
  await dialog.getByRole('radio', { name: 'Agrees' }).check();
  const at = new Date();
  await dialog.getByLabel('Day', { exact: true }).fill(String(at.getDate()));
  await dialog.getByLabel('Month', { exact: true }).fill(String(at.getMonth() + 1));
  await dialog.getByLabel('Year', { exact: true }).fill(String(at.getFullYear()));
  await dialog.getByLabel('Time', { exact: true }).fill('00:01');
  await dialog.getByRole('button', { name: 'Ask to sign' }).click();
  await tab
    .getByText(/^Added to the signers\. Nobody signs in this role by a link/)
    .first()
    .waitFor();
  expect(await signersOf(recordID)).toContain('Sam Demo-Second');
});

test('nobody is added while a signer has the tablet, to a form that was taken back meanwhile, or without a network', async () => {
  const { recordID, consentID } = await sent2(cases.staff, family2({ parents: [aParent()] }));
  const { tab, profile } = await cases.open(recordID, false);
  await tab.getByRole('button', { name: ASK }).click();
  const dialog = dialogOf(tab);
  await dialog.getByRole('radio', { name: /^An interpreter/ }).check();
  await dialog.getByLabel('Name', { exact: true }).fill('Ines Demo-Interpreter');
  await dialog.getByRole('radio', { name: /^A code for their phone/ }).check();
  await cases.staff.call('consentSendToSign', { consentID, role: 'PARENT' });
  const send = dialog.getByRole('button', { name: 'Ask to sign' });
  await send.click();
  await dialog.getByText('A signer has the form on a tablet now. Take the tablet back first.').first().waitFor();
  await lookAt(tab, 'one-more-refused');
  await cases.staff.call('recordRecall', { consentID, reason: 'Another side' });
  await send.click();
  await dialog.getByText('This form is a draft. Complete it and make it ready for signing first.').first().waitFor();
  expect(await signersOf(recordID)).not.toContain('Ines Demo-Interpreter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const other = await sent2(cases.staff, family2({ parents: [aParent()] }));
  await tab.goto(`${cases.stage.server.origin}/consent?id=${other.recordID}`);
  await tab.getByRole('button', { name: ASK }).waitFor();
  await profile.context.setOffline(true);
  await tab.getByText('Adding a person needs the network, and the server cannot be reached.').waitFor();
  expect(await tab.getByRole('button', { name: ASK }).isDisabled()).toBe(true);
  await lookAt(tab, 'one-more-offline');
  await profile.context.setOffline(false);
});
