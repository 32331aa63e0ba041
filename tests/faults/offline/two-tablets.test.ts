import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { goToStep, heading } from '#tests/support/browser/journey.ts';
import { makeCase } from '#tests/support/forms/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import { arrive, changePhone, openFromList, untilSent, untilWaiting } from '#tests/support/browser/ward.ts';
import type { WardTablet } from '#tests/support/browser/ward-tablet.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();

type Side = { readonly tablet: WardTablet; readonly page: Page };

/** Two tablets of one clinician, both offline at the screen of the same patient. */
async function bothAt(lastName: string): Promise<[Side, Side]> {
  stage.secret(lastName);
  await stage.staff.ask('patientCreate', { firstName: 'Test', lastName, dateOfBirth: '1950-03-14', phoneNumber: '07700900000' });
  return bothOffline(async (page) => {
    await openFromList(page, lastName);
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  });
}

/** Two tablets of one clinician, brought to the same screen and then cut off. */
async function bothOffline(go: (page: Page) => Promise<void>): Promise<[Side, Side]> {
  const sides: Side[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const tablet = stage.tablet();
    const page = await tablet.open();
    await arrive(page, stage.proxy.origin);
    await go(page);
    await tablet.context.setOffline(true);
    sides.push({ tablet, page });
  }
  const [first, second] = sides;
  if (first === undefined || second === undefined) throw new Error('There are two');
  return [first, second];
}

async function changeEmail(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await heading(page, 'Edit details').waitFor({ state: 'detached' });
}

const notes = (page: Page) => page.getByRole('region', { name: 'Notes of this tablet' }).getByRole('listitem');

test('what two tablets changed in different fields of one patient is merged, and both end with both', async () => {
  const lastName = 'Demo-Disjoint-Fields';
  const [one, other] = await bothAt(lastName);
  await changePhone(one.page, '07700900777');
  await changeEmail(other.page, 'demo@example.org');
  for (const { tablet, page } of [one, other]) {
    await untilWaiting(page, 1);
    await tablet.context.setOffline(false);
    await untilSent(page);
  }
  const fields = { phoneNumber: '07700900777', emailAddress: 'demo@example.org' };
  await expectOnServer(stage.staff, [{ lastName, changes: 2, fields }]);
  await other.page.getByText('07700900777').first().waitFor();
  // The tablet that synced second has merged them, and notes it beside the patient.
  const note = notes(other.page).filter({ hasText: 'The changes of two people were merged' });
  await note.getByText('Phone number').waitFor();
  await note.getByText('Email').waitFor();
  await one.page.reload();
  await one.page.getByText('demo@example.org').first().waitFor();
});

test('what two tablets wrote in different fields of one draft is merged, and both end with both', async () => {
  const lastName = stage.secret('Demo-Disjoint-Draft');
  const person = { firstName: 'Test', lastName, dateOfBirth: '1950-03-14' };
  const { consentID, recordID } = await makeCase(stage.server.origin, stage.staff, { person, until: 'draft' });
  const onServer = async () => (await stage.staff.ask('recordDetails', { id: recordID })).data.consents;
  const [before] = await onServer();
  const address = `${stage.proxy.origin}/create-consent?consent=${consentID}&record=${recordID}`;
  const [one, other] = await bothOffline(async (page) => {
    await page.goto(address);
    await heading(page, /^Consent form: /).waitFor({ state: 'attached' });
  });
  const words = stage.secret('Hears the children sing again');
  await goToStep(one.page, 'What matters');
  await one.page.getByLabel(/^What matters to/).fill(words);
  await goToStep(other.page, 'Interpreter');
  await other.page.getByRole('radio', { name: 'Yes' }).check();
  const interpreter = { name: 'Ilse Demo-Interpreter', language: 'German' };
  await other.page.getByLabel('Name', { exact: true }).fill(interpreter.name);
  await other.page.getByLabel('Language', { exact: true }).fill(interpreter.language);
  for (const { tablet, page } of [one, other]) {
    await page
      .getByText(/^Saved on this tablet$/)
      .first()
      .waitFor();
    await untilWaiting(page, 1);
    await tablet.context.setOffline(false);
    await untilSent(page);
  }
  const after = await onServer();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ mattersToMe: words, interpreterNeeded: true, interpreter });
  expect(after[0]?.version, 'one step of each tablet').toBe((before?.version ?? 0) + 2);
  // Both see both, and the one that synced second notes it beside the form.
  for (const { page } of [one, other]) {
    await page.goto(address);
    await goToStep(page, 'What matters');
    await expect.poll(() => page.getByLabel(/^What matters to/).inputValue()).toBe(words);
    await goToStep(page, 'Interpreter');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(interpreter.name);
  }
  await other.page.goto(`${stage.proxy.origin}/consent?id=${recordID}`);
  const note = notes(other.page).filter({ hasText: 'The changes of two people were merged' });
  await note.getByText('What matters to the patient', { exact: true }).waitFor();
  await note.getByText('Interpreter', { exact: true }).waitFor();
});

test.each(['mine', 'theirs'] as const)(
  'what two tablets changed in the same field stands side by side, and choosing %s makes one version at most',
  async (choice) => {
    const lastName = `Demo-Same-Field-${choice}`;
    const [one, other] = await bothAt(lastName);
    await changePhone(one.page, '07700900111');
    await changePhone(other.page, '07700900222');
    await one.tablet.context.setOffline(false);
    await untilSent(one.page);
    await other.tablet.context.setOffline(false);
    await expect
      .poll(async () => (await waitingIn(other.page)).map(({ state }) => state), { timeout: 30_000 })
      .toEqual(['conflict']);
    await expectOnServer(stage.staff, [{ lastName, changes: 1, fields: { phoneNumber: '07700900111' } }]);
    await other.page.goto(`${stage.proxy.origin}/outbox`);
    await other.page.getByRole('link', { name: 'Look at what needs you' }).click();
    const main = other.page.getByRole('main');
    await main.getByText('Before: 07700900000').waitFor();
    const [kept, lost] = choice === 'mine' ? ['07700900222', '07700900111'] : ['07700900111', '07700900222'];
    await main.getByText(lost).first().waitFor();
    await main.getByRole('radio', { name: new RegExp(kept) }).check();
    await main.getByRole('button', { name: 'Keep what I chose' }).click();
    await untilSent(other.page);
    const changes = choice === 'mine' ? 2 : 1;
    await expectOnServer(stage.staff, [{ lastName, changes, fields: { phoneNumber: kept } }]);
    // The values that lost remain readable, also after a restart of the app.
    await openFromList(other.page, lastName);
    const note = notes(other.page).filter({ hasText: 'Two people changed the same field, and one change was chosen' });
    await note.getByText(lost).waitFor();
    await other.page.reload();
    await note.getByText(new RegExp(`${kept}.* stays\\. Not kept: ${lost}`)).waitFor();
  },
);
