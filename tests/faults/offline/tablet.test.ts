import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isKept } from '#tests/support/faults/fault-proxy.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { chooseProcedure, CLINICIAN, heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import {
  addPatient,
  arrive,
  dismissNotices,
  openFromList,
  untilFetched,
  untilLibraryFetched,
  untilSent,
} from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();
const NURSE = 'nurse@demo.nhs.uk';

/** Patients of this clinician, created on another device. */
async function elsewhere(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const lastName of names) {
    const { data } = await stage.staff.ask('patientCreate', { firstName: 'Test', lastName, dateOfBirth: '1950-03-14' });
    ids.push(data.patient.id);
    stage.secret(lastName);
  }
  return ids;
}

/** Opens the vault of this tablet with the password alone. */
async function unlock(page: Page): Promise<void> {
  await heading(page, 'Sign in').waitFor();
  await page.getByText('No network').waitFor();
  await signIn(page);
}

test('installed and then started without a network, a tablet takes a patient and a draft through two reloads to the server', async () => {
  const tablet = stage.tablet();
  const online = await tablet.open();
  await arrive(online, stage.proxy.origin);
  await untilLibraryFetched(online);
  await tablet.close();
  const page = await tablet.open();
  await tablet.context.setOffline(true);
  const from = stage.proxy.asked.length;
  await page.goto(`${stage.proxy.origin}/`);
  await unlock(page);
  await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
  const lastName = stage.secret('Demo-Cold-Start');
  const id = await addPatient(page, lastName);
  // The notice stays until somebody has read it.
  await dismissNotices(page);
  await page.getByRole('link', { name: 'New consent' }).click();
  await chooseProcedure(page, 'catar', 'Cataract surgery with lens implant');
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await page.getByLabel(/^Site/).fill('eye');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Consent form: Risks and benefits').waitFor({ state: 'attached' });
  for (const _ of [1, 2]) {
    await page.reload();
    await unlock(page);
    expect((await waitingIn(page)).map(({ call, state, attempts }) => [call, state, attempts])).toEqual([
      ['patientCreate', 'queued', 0],
      ['consentCreate', 'queued', 0],
    ]);
  }
  expect(stage.proxy.asked.slice(from).filter(isKept)).toEqual([]);
  await tablet.context.setOffline(false);
  await page
    .getByText(/Opened on this tablet without the network|You are not signed in to the server/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await untilSent(page);
  await expectOnServer(stage.staff, [{ lastName, changes: 0 }]);
  const { data } = await stage.staff.ask('patientGetDetails', { id });
  expect(data.records).toHaveLength(1);
});

test('a sign-out without a network names what is not sent; nobody else opens or sends it, and its owner does', async () => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await tablet.context.setOffline(true);
  const names = ['One', 'Two', 'Three'].map((nth) => stage.secret(`Demo-Left-Behind-${nth}`));
  for (const lastName of names) await addPatient(page, lastName);
  await signOutByLink(page);
  await heading(page, '3 items are not sent').waitFor();
  for (const lastName of names) await page.getByText(new RegExp(lastName, 'i')).first().waitFor();
  await dismissNotices(page);
  await page.getByRole('button', { name: 'Sign out and keep them sealed here' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByText('Demo Clinician: 3 unsent').waitFor();
  await tablet.context.setOffline(false);
  const from = stage.proxy.asked.length;
  await signIn(page, NURSE);
  await heading(page, 'Home').waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.waitForTimeout(2000);
  expect(stage.proxy.asked.slice(from).filter(isKept)).toEqual([]);
  expect(await waitingIn(page)).toHaveLength(3);
  await signOutByLink(page);
  await page.getByText('Demo Clinician: 3 unsent').waitFor();
  await signIn(page, CLINICIAN);
  await untilSent(page);
  await expectOnServer(
    stage.staff,
    names.map((lastName) => ({ lastName, changes: 0 })),
  );
});

async function signOutByLink(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'You' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
}

test('a wrong password opens nothing, and a damaged or moved record takes no other with it', async () => {
  const names = ['Whole', 'Damaged', 'Moved', 'Swapped'].map((nth) => `Demo-Record-${nth}`);
  const [whole = '', damaged = '', moved = '', swapped = ''] = await elsewhere(...names);
  const tablet = stage.tablet();
  let page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await untilFetched(page, 'patients', [whole, damaged, moved, swapped]);
  await damage(page, { damaged, moved, swapped });
  await tablet.close();
  page = await tablet.open();
  await tablet.context.setOffline(true);
  await page.goto(stage.proxy.origin);
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('Email').fill(CLINICIAN);
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}?`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('this email and password open nothing on this tablet').first().waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Demo-Record/i);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
  await openFromList(page, 'Demo-Record-Whole');
  await page.getByText('DEMO-RECORD-WHOLE').first().waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  for (const name of ['Damaged', 'Moved', 'Swapped']) {
    await openFromList(page, `Demo-Record-${name}`);
    await page
      .getByRole('main')
      .getByText(/not kept on this|cannot be read/i)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  }
});

/** Flips one bit of one record, and swaps two others. */
async function damage(page: Page, ids: { damaged: string; moved: string; swapped: string }): Promise<void> {
  await page.evaluate(async ({ damaged, moved, swapped }) => {
    type Row = { id: string; iv: Uint8Array; ct: ArrayBuffer };
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('v-'));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(found?.name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const table = database.transaction('patients', 'readwrite', { durability: 'strict' }).objectStore('patients');
    const read = (id: string) =>
      new Promise<Row>((resolve) => {
        const reading = table.get(id);
        reading.addEventListener('success', () => resolve(reading.result as Row));
      });
    const [first, second, third] = [await read(damaged), await read(moved), await read(swapped)];
    const bytes = new Uint8Array(first.ct);
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    table.put({ ...first, ct: bytes.buffer });
    table.put({ ...third, id: second.id });
    table.put({ ...second, id: third.id });
    await new Promise((resolve) => table.transaction.addEventListener('complete', resolve));
    database.close();
  }, ids);
}
