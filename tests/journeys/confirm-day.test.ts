import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { caseGiver } from '#tests/support/forms/given-case.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, sealedDocument, type Caller, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { untilFetched } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let caller: Caller;
let given: ReturnType<typeof caseGiver>;
let profile: Profile;
let page: Page;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  given = caseGiver(server.origin, caller);
  profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
});
afterEach((context) => shotOfFailure(page, context));

const open = ({ recordID }: Pick<MadeCase, 'recordID'>) => page.goto(`${stage.server.origin}/consent?id=${recordID}`);
const details = async ({ recordID, consentID }: MadeCase) =>
  (await caller.ask('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID);
const DETAILS = /api\/record\/details/;

async function signedForm(): Promise<MadeCase> {
  const made = await given('signed');
  await sealedDocument(stage.server.origin, caller, made);
  return made;
}

/** The case as a server tells it twelve weeks later. */
async function growOld(): Promise<void> {
  await page.route(DETAILS, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { consents: { confirmState: string }[] } };
    for (const consent of json.data.consents) consent.confirmState = 'DUE';
    await route.fulfill({ response, json });
  });
}

async function answer(question: RegExp, words: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('group', { name: question }).getByRole('radio', { name: words }).check();
}

test('a consent that has grown old is confirmed on the day, when every answer is right and the name is typed', async () => {
  const made = await signedForm();
  await growOld();
  await open(made);
  await page.getByRole('button', { name: 'Confirm on the day' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true });
  for (const [question, words] of [
    [/side right/, 'Yes'],
    [/anything new/, 'No'],
    [/any questions/, 'Yes'],
    [/still yes/, 'Yes'],
  ] as const)
    await answer(question, words);
  await page.getByText('This cannot be confirmed').waitFor();
  await expectAccessible(page, 'case-confirm-not');
  expect(await confirm.count()).toBe(0);
  await answer(/any questions/, 'No');
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel('Your name').fill('Demo Somebody');
  await confirm.click();
  await page.getByText('You typed “Demo Somebody”. You are signed in as Demo Clinician.').waitFor();
  await expectAccessible(page, 'case-confirm-other-name');
  await page.getByLabel('Your name').fill('Demo Clinician');
  await expectAccessible(page, 'case-confirm');
  await page.unroute(DETAILS);
  await confirm.click();
  await page.getByText('Confirmed on the day').first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await details(made)).toMatchObject({
    status: 'SIGNED',
    confirmState: 'CONFIRMED',
    confirmation: { name: 'Demo Clinician' },
  });
});

test('what is new on the day is recorded, and the case says what was answered and that it is not confirmed', async () => {
  const made = await signedForm();
  await growOld();
  await open(made);
  await page.getByRole('button', { name: 'Confirm on the day' }).click();
  for (const [question, words] of [
    [/side right/, 'Yes'],
    [/anything new/, 'Yes'],
    [/any questions/, 'No'],
    [/still yes/, 'Yes'],
  ] as const)
    await answer(question, words);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('A new tablet since Monday');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('“A new tablet since Monday”').waitFor();
  await expectAccessible(page, 'case-not-confirmed');
  await page.unroute(DETAILS);
  const { timeline } = (await caller.ask('recordDetails', { id: made.recordID })).data;
  expect(timeline.at(-1)).toMatchObject({
    type: 'NOT_CONFIRMED',
    detail: { reason: 'Something is new.', note: 'A new tablet since Monday' },
  });
  expect((await details(made))?.confirmation ?? null).toBeNull();
});

async function answerAll(): Promise<void> {
  for (const [question, words] of [
    [/side right/, 'Yes'],
    [/anything new/, 'No'],
    [/any questions/, 'No'],
    [/still yes/, 'Yes'],
  ] as const)
    await answer(question, words);
  await page.getByLabel('Your name').fill('Demo Clinician');
}

test('another clinician operates; without a network it is confirmed on the tablet, and counts once the server has it', async () => {
  const made = await signedForm();
  await open(made);
  await page.getByRole('button', { name: 'Change the clinician' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the clinician' });
  await dialog.getByLabel('Who operates').selectOption({ label: 'Demo Lead' });
  await expectAccessible(page, 'case-change-clinician');
  await dialog.getByRole('button', { name: 'Change the clinician' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Demo Lead').first().waitFor();
  const ask = page.getByRole('button', { name: 'Confirm on the day' });
  await ask.waitFor();
  await untilFetched(page, 'consents', [made.consentID]);
  await profile.context.setOffline(true);
  await ask.click();
  await answerAll();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Confirmed on this tablet, waiting to send').waitFor();
  await page
    .getByText(/^Confirmed \d\d:\d\d, waiting to send$/)
    .first()
    .waitFor();
  await expectAccessible(page, 'case-confirmed-offline');
  expect(await details(made)).toMatchObject({ confirmState: 'DUE', confirmation: null });
  await profile.context.setOffline(false);
  await expect.poll(async () => (await details(made))?.confirmState, { timeout: PATIENCE }).toBe('CONFIRMED');
  await expect.poll(() => page.getByText(/waiting to send/i).count(), { timeout: PATIENCE }).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Confirmation', exact: true }).first().click();
  expect((await download).suggestedFilename()).toBe(`${made.consentID}_confirmation.pdf`);
});

test('a form for the wrong patient is recorded in error with what was wrong, and says so', async () => {
  const made = await signedForm();
  await open(made);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Record as made in error' }).click();
  const record = page.getByRole('dialog').getByRole('button', { name: 'Record as made in error' });
  await page.getByLabel('Reason').fill('Another person of this name');
  expect(await record.isDisabled()).toBe(true);
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /wrong patient/ })
    .check();
  await record.click();
  await page.getByText('it does not count').waitFor();
  await expectAccessible(page, 'case-in-error');
  expect(await details(made)).toMatchObject({ status: 'VOIDED', voidKind: 'WRONG_PATIENT' });
});

test('an older version is recorded in error from the list of versions, while the newer one is written', async () => {
  const made = await signedForm();
  await caller.ask('recordReconsent', { id: made.recordID, reason: 'Another talk' });
  await open(made);
  await page.getByRole('button', { name: 'Record as made in error version 1' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /wrong patient/ })
    .check();
  await page.getByLabel('Reason').fill('Another person of this name');
  await page.getByRole('dialog').getByRole('button', { name: 'Record as made in error' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Record as made in error version 1' }).waitFor({ state: 'detached' });
  await expectAccessible(page, 'case-older-in-error');
  expect(await details(made)).toMatchObject({ status: 'VOIDED', voidKind: 'WRONG_PATIENT' });
});

test('a form that is out warns when the record names its patient otherwise, and can be changed', async () => {
  const made = await given('ready');
  const { patient } = (await caller.ask('patientGetDetails', { id: made.patientID })).data;
  await caller.ask('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Demo-Changed' });
  await open(made);
  await page.getByText('These differ on the form: Last name').waitFor();
  await expectAccessible(page, 'case-patient-changed');
  await page.getByRole('button', { name: 'Change the form' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The name was put right');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the form' }).click();
  await page.waitForURL('**/create-consent?**');
  expect((await details(made))?.status).toBe('DRAFT');
  profile.expectQuiet();
});
