import type { Page, Route } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { FAILURES } from '#domain/base/messages.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { fontsOf } from '#tests/support/browser/fonts.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { hasTouch: false, provoked: [/status of 4\d\d/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => profile.expectQuiet());

/** A patient who is on the server alone. @returns the id */
async function given(lastName: string, dateOfBirth = '1950-03-14'): Promise<string> {
  const { data } = await caller.ask('patientCreate', { firstName: 'Ada', lastName, dateOfBirth });
  return data.patient.id;
}

const onServer = async (id: string) => (await caller.ask('patientGetDetails', { id })).data.patient;
const open = (place: string) => page.goto(`${stage.server.origin}${place}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const value = (label: string) => page.getByRole('textbox', { name: label }).inputValue();
/** The name of the focused element, or its text. */
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Delays the answer to the next call of this path until the test releases it. */
async function holdBack(path: string) {
  const held: Route[] = [];
  await page.context().route(`**/api/${path}`, (route) => void held.push(route), { times: 1 });
  const asked = () => vi.waitUntil(() => held[0], { timeout: PATIENCE });
  return {
    asked,
    answer: async (give: (route: Route) => Promise<void> = (route) => route.continue()) => give(await asked()),
  };
}

/** Types as a person who does not look at the screen, whether or not the field accepts input. */
async function typeBlindly(label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).focus();
  await page.keyboard.type(text);
}

test('a name in letters that the device has not is drawn in the font that came for it', async () => {
  await page.getByRole('link', { name: 'Patients' }).click();
  const name = page.getByText('DEMO-BEGUM').first();
  await name.waitFor();
  await expect.poll(() => fontsOf(page, name), { timeout: PATIENCE }).toContain('Noto Sans Bengali');
});

test('nobody is merged into a record that does not stand on the screen', async () => {
  const [gone, stays] = [await given('Demo-Merge-Gone'), await given('Demo-Quillfeather', '1961-04-02')];
  await given('Demo-Brackenbury');
  await open(`/patient/detail?id=${gone}`);
  await button('Change status').click();
  const dialog = page.getByRole('dialog');
  const search = dialog.getByLabel('Find the record to keep');
  const change = dialog.getByRole('button', { name: 'Change status' });
  const chosen = dialog.getByText('Merge into DEMO-QUILLFEATHER, Ada');
  const choose = async () => {
    await search.fill('Quillfeather');
    await dialog.getByRole('radio', { name: 'QUILLFEATHER' }).check();
    await chosen.waitFor();
    expect(await change.isEnabled()).toBe(true);
  };
  const expectNobody = async () => {
    await chosen.waitFor({ state: 'detached' });
    expect(await change.isDisabled()).toBe(true);
  };
  await dialog.getByRole('radio', { name: 'Merged' }).check();
  expect(await change.isDisabled()).toBe(true);

  await choose();
  await search.fill('Brackenbury');
  await expectNobody();
  await dialog.getByRole('radio', { name: 'BRACKENBURY' }).waitFor();
  await expectNobody();

  await choose();
  await search.fill('');
  await expectNobody();

  await choose();
  await dialog.getByRole('radio', { name: 'Inactive' }).check();
  await dialog.getByRole('radio', { name: 'Merged' }).check();
  await expectNobody();

  await choose();
  const { recordID } = await onServer(stays);
  const confirmation = dialog.getByRole('status').filter({ hasText: 'Merge into' });
  for (const words of [longDate('1961-04-02'), `No NHS number · ${recordID}`]) await confirmation.getByText(words).waitFor();
  await expectAccessible(page, 'patient-merge-chosen');
  const merge = await holdBack('patient/update/status');
  await change.click();
  await merge.asked();
  await typeBlindly('Find the record to keep', 'x');
  expect(await search.inputValue(), 'what is asked for cannot be changed').toBe('Quillfeather');
  expect(await chosen.isVisible()).toBe(true);
  await merge.answer();
  await dialog.waitFor({ state: 'detached' });
  expect(await onServer(gone)).toMatchObject({ status: 'MERGED', mergedInto: stays });
});

test('while an edit is being saved nothing can be typed that would not be in it', async () => {
  const id = await given('Demo-Slow-Edit');
  await open(`/patient/detail?id=${id}&mode=edit`);
  await page.getByLabel('Phone number').fill('07700900111');
  const saving = await holdBack('patient/update');
  await button('Save').click();
  await typeBlindly('Email', 'late@example.org');
  await saving.asked();
  await typeBlindly('Email', 'late@example.org');
  expect(await value('Email')).toBe('');
  await saving.answer();
  await heading(page, 'Edit details').waitFor({ state: 'detached' });
  expect(await onServer(id)).toMatchObject({ phoneNumber: '07700900111', emailAddress: null });
});

test('after a save that met somebody else’s the form is as it was typed, can be typed into, and the focus is at what is wrong', async () => {
  const id = await given('Demo-Slow-Conflict');
  await open(`/patient/detail?id=${id}&mode=edit`);
  await page.getByLabel('Phone number').fill('07700900222');
  const saving = await holdBack('patient/update');
  await button('Save').press('Enter');
  await saving.asked();
  const { version } = await onServer(id);
  await caller.ask('patientUpdate', { id, version, phoneNumber: '07700900333' });
  await typeBlindly('Phone number', '9');
  expect(await value('Phone number')).toBe('07700900222');
  await saving.answer();
  await page.getByRole('heading', { name: 'Somebody else saved this record while you were typing' }).waitFor();
  await expect.poll(focused).toContain('There is a problem');
  expect(await value('Phone number')).toBe('07700900222');

  await page.getByRole('group', { name: 'which one do you want to keep?' }).getByRole('radio', { name: '07700900222' }).check();
  await page.getByRole('textbox', { name: 'Email' }).fill('in-time@example.org');
  const again = await holdBack('patient/update');
  await button('Save').click();
  await again.asked();
  await page.getByRole('radio', { name: '07700900333' }).focus();
  await page.keyboard.press('Space');
  expect(await value('Phone number'), 'nor can a choice be changed').toBe('07700900222');
  await again.answer();
  await heading(page, 'Edit details').waitFor({ state: 'detached' });
  expect(await onServer(id)).toMatchObject({ phoneNumber: '07700900222', emailAddress: 'in-time@example.org' });
});

test('while a new patient is being created nothing can be typed either, and a refusal leaves all that was', async () => {
  const { message } = FAILURES.FORBIDDEN;
  await open('/patient?mode=new');
  await heading(page, 'New patient').waitFor();
  const refused = await holdBack('patient/create');
  await createPatient(page, { firstName: 'Ada', lastName: 'Demo-Slow-New', dateOfBirth: '1950-03-14' });
  await typeBlindly('Hospital number', 'H-LATE');
  await refused.asked();
  await typeBlindly('Hospital number', 'H-LATE');
  expect(await value('Hospital number')).toBe('');
  await refused.answer((route) =>
    route.fulfill({ status: 403, headers: { 'X-App': 'consent' }, json: { message, error: 'FORBIDDEN' } }),
  );
  await page.getByRole('alert').getByText(message).waitFor();
  await expect.poll(focused).toContain(message);
  expect(await value('Last name')).toBe('Demo-Slow-New');

  await page.getByLabel('Hospital number').fill('H-IN-TIME');
  await button('Create patient').click();
  await page.waitForURL(/\/patient\/detail\?id=/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(await onServer(id)).toMatchObject({ lastName: 'Demo-Slow-New', hospitalNumber: 'H-IN-TIME' });
});

test('a likely double is shown while one types, and nobody is created before the answer', async () => {
  const id = await given('Demo-Twice');
  const all = async () => (await caller.ask('patientSearch', { search: 'Demo-Twice' })).data.length;
  await open('/patient?mode=new');
  const person = { firstName: 'Ada', lastName: 'Demo-Twice', dateOfBirth: '1950-03-14' };
  await createPatient(page, person);
  await heading(page, 'Is this the same person?').waitFor();
  expect(await all()).toBe(1);
  await button('Back to the details').click();
  expect(await value('Last name')).toBe('Demo-Twice');
  await page.getByText('A patient with the same details already exists.').waitFor();
  await button('Use this one DEMO-TWICE, Ada').click();
  await page.waitForURL(`**/patient/detail?id=${id}`);
  expect(await all()).toBe(1);

  await open('/patient?mode=new');
  await createPatient(page, person);
  await button('Another person: create').click();
  await page.waitForURL(/\/patient\/detail\?id=/);
  expect(new URL(page.url()).searchParams.get('id')).not.toBe(id);
  expect(await all()).toBe(2);
});

test('a double that another tablet made in the same moment is shown after the creation, and merged by choice alone', async () => {
  await open('/patient?mode=new');
  const creation = await holdBack('patient/create');
  await createPatient(page, { firstName: 'Ada', lastName: 'Demo-At-Once', dateOfBirth: '1950-03-14' });
  await creation.asked();
  const id = await given('Demo-At-Once');
  await creation.answer();
  await heading(page, 'Is this the same person?').waitFor();
  await button('Use this one DEMO-AT-ONCE, Ada').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge the records' }).click();
  await page.waitForURL(`**/patient/detail?id=${id}`);
});
