import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { lookAt } from '#tests/support/browser/look.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { mailedTokens, sentForm, type SentForm } from '#tests/support/forms/sent-form.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const ADDRESS = 'ada.demo-link@example.org';
const INTERPRETER = 'ines.demo@example.org';

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ browser, server }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser, { hasTouch: false, provoked: [/ERR_INTERNET_DISCONNECTED/, /400 \(Bad Request\)/] });
  page = await profile.context.newPage();
  await page.goto(server.origin);
  await signIn(page);
  await heading(page, 'Home').waitFor();
  // Before a page is loaded anew: until then nothing of this session is kept on the tablet.
  // The heading is there before the needs are.
  await page.locator('[aria-labelledby="needs-me"][aria-busy="false"]').waitFor();
});
afterEach((context) => shotOfFailure(page, context));
afterAll(() => profile.expectQuiet());

const open = ({ recordID }: SentForm, tab = page) => tab.goto(`${stage.server.origin}/consent?id=${recordID}`);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const signers = () => page.getByRole('region', { name: 'Signatures' });
const timeline = () => page.getByRole('region', { name: 'Timeline' });
const tokens = (address: string) => mailedTokens(path.join(stage.server.dataDir, 'mail'), address);
const openedBy = (token: string) => call(calls.consentVerifyUser, { token }, { fetch, root: `${stage.server.origin}/api` });

/** Five answers of somebody who does not know the patient. */
async function lock(token: string): Promise<void> {
  for (let nth = 0; nth < 5; nth += 1)
    await call(
      calls.recordVerifyPatient,
      { id: token, patientDetails: { dateOfBirth: '1950-01-01', lastName: 'Nobody' } },
      { fetch, root: `${stage.server.origin}/api` },
    ).catch(() => undefined);
}

const look = (name: string) => lookAt(page, name);

test('the address is shown before a link goes by email, and the case says how far it has come', async () => {
  const form = await sentForm(caller, { emailAddress: ADDRESS, interpreter: { emailAddress: INTERPRETER } });
  await open(form);
  await signers().getByText('Not yet').first().waitFor();
  await look('links-none');
  await button(`Send a link by email to ${form.name}`).click();
  const asked = dialog('Send a link to the patient?');
  await asked.getByText(`A link goes to ${ADDRESS}.`).waitFor();
  await look('links-mail');
  await asked.getByRole('button', { name: 'Send the link' }).click();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => tokens(ADDRESS).then(({ length }) => length), { timeout: PATIENCE }).toBe(1);
  await open(form);
  await signers().getByText('Link sent').first().waitFor();
  await page.getByText('The patient can sign by the link that was sent.').waitFor();
  await signers()
    .getByText(/^It works until .+ 5 tries left\.$/)
    .waitFor();

  await button('Send a link by email to Ines Demo-Interpreter').click();
  await dialog('Send a link to the interpreter?').getByRole('button', { name: 'Send the link' }).click();
  await signers().getByText('Read these six digits out to the interpreter:').waitFor();
  expect(
    await signers()
      .getByText(/^\d{3} \d{3}$/)
      .count(),
  ).toBe(1);

  await openedBy((await tokens(ADDRESS))[0]!);
  await open(form);
  await signers().getByText('Link opened').waitFor();
  await look('links-opened');
  expect(await page.locator('body').innerText()).not.toContain('@example.org');

  await button(`End the link to ${form.name}`).click();
  await dialog('End the link of the patient?').getByRole('button', { name: 'End the link' }).click();
  await signers().getByText('It ended: somebody of the staff ended it.').waitFor();
  await timeline().getByText('Why: somebody of the staff ended it').waitFor();
  await look('links-ended');
  await expect(openedBy((await tokens(ADDRESS))[0]!)).rejects.toThrow('This page has ended');
});

test('a code is shown for two minutes, tells when it was opened, and is made anew when it is shown again', async () => {
  const form = await sentForm(caller, { emailAddress: null });
  // A clock of its own: that of the other tests goes on.
  const other = await openProfile(stage.browser, { hasTouch: false });
  const tab = await other.context.newPage();
  await tab.clock.install();
  await open(form, tab);
  await signIn(tab);
  await tab.getByText('No email address is on record. Add one to the patient’s details, or show a code.').waitFor();
  expect(await tab.getByRole('button', { name: /^Send a link by email/ }).isDisabled()).toBe(true);
  const code = tab.getByRole('img', { name: 'Code for the camera' });
  const shown = async (press: string) => {
    const [answer] = await Promise.all([
      tab.waitForResponse(/record\/sendInvite/),
      tab.getByRole('dialog').getByRole('button', { name: press }).click(),
    ]);
    await code.waitFor();
    const { data } = (await answer.json()) as { data: { link: { url: string } }[] };
    return data[0]!.link.url.split('/').at(-1)!;
  };
  await tab.getByRole('button', { name: /^Show a code/ }).click();
  await tab.getByText('Point the camera of the patient’s phone at it. It works for one hour until it is opened.').waitFor();
  const first = await shown('Show the code');
  await tab.getByText(/^Hidden in [12]:\d\d$/).waitFor();
  const before = page;
  page = tab;
  await look('links-code');
  page = before;
  // A screen that nobody uses for two minutes is hidden whole.
  await tab.clock.runFor('01:00');
  await tab.keyboard.press('Shift');
  await tab.clock.runFor('01:01');
  await tab.getByText('The code is hidden now.').waitFor();
  expect(await code.count()).toBe(0);
  const second = await shown('Show it again');
  expect(second).not.toBe(first);
  await expect(openedBy(first)).rejects.toThrow('This page has ended');
  await openedBy(second);
  await tab.clock.runFor('00:16');
  await tab.getByText('The page was opened').waitFor();
  expect(await code.count()).toBe(0);
  await tab.getByRole('button', { name: 'Done', exact: true }).click();
  await tab.getByText('Link opened').first().waitFor();
  other.expectQuiet();
  await other.context.close();
});

test('five wrong answers lock a link: the case says so, home too, and a new one can go', async () => {
  const form = await sentForm(caller, { emailAddress: 'locked.demo@example.org' });
  await caller.ask('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  await expect.poll(() => tokens('locked.demo@example.org').then(({ length }) => length), { timeout: PATIENCE }).toBe(1);
  await lock((await tokens('locked.demo@example.org'))[0]!);
  await open(form);
  await signers().getByText('Link locked').waitFor();
  await signers().getByText('Five wrong answers. Talk to the person first, then send a new link.').waitFor();
  await timeline().getByText('Link locked after five wrong answers: Patient').waitFor();
  await look('links-locked');
  await page.goto(stage.server.origin);
  await page.getByText('A link was locked.').first().waitFor();
  await look('links-home');
  await open(form);
  await button('Send the link again').click();
  await dialog('Send a link to the patient?').getByRole('button', { name: 'Send the link' }).click();
  await signers()
    .getByText(/^(?:Waiting to be mailed|Link sent)$/)
    .waitFor();
});

test('of a protected patient it is asked first whether the address is safe', async () => {
  const form = await sentForm(caller, { emailAddress: 'hidden.demo@example.org', restricted: true });
  await open(form);
  await button(/^Send a link by email/).click();
  const asked = dialog('Send a link to the patient?');
  const send = asked.getByRole('button', { name: 'Send the link' });
  expect(await send.isDisabled()).toBe(true);
  await look('links-protected');
  await asked.getByLabel('I have asked: the address on record is safe').check();
  await send.click();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => tokens('hidden.demo@example.org').then(({ length }) => length), { timeout: PATIENCE }).toBe(1);
});

test('without a network no link is offered, and the words say why', async () => {
  const form = await sentForm(caller, { emailAddress: 'offline.demo@example.org' });
  await open(form);
  await button(/^Send a link by email/).waitFor();
  await profile.context.setOffline(true);
  await signers().getByText('A link needs the network, and the server cannot be reached.').waitFor();
  expect(await button(/^Show a code/).isDisabled()).toBe(true);
  await look('links-offline');
  await profile.context.setOffline(false);
  await expect.poll(() => button(/^Show a code/).isEnabled(), { timeout: PATIENCE }).toBe(true);
});

test('a form whose time has ended is sent again, or opened to sign on the tablet', async () => {
  const form = await sentForm(caller, { emailAddress: 'late.demo@example.org' });
  await caller.ask('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  await page.route(/api\/record\/details/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { record: { status: string }; consents: ConsentView[] } };
    json.data.record.status = 'EXPIRED';
    json.data.consents = json.data.consents.map((each) => ({
      ...each,
      status: 'EXPIRED',
      links: (each.links ?? []).map((link) => ({ ...link, state: 'ENDED' })),
    }));
    await route.fulfill({ response, json });
  });
  await open(form);
  await button('Open it again to sign on this tablet').waitFor();
  await look('links-expired');
  await button('Send the links again').click();
  const asked = dialog('Send the links again?');
  await asked.getByText('A new link goes by email to the patient.').waitFor();
  await look('links-again');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(/api\/record\/details/);
});

test('mails and seals that are stuck stand on a page of management, without an address or a name', async () => {
  const other = await openProfile(stage.browser, { hasTouch: false });
  const before = page;
  page = await other.context.newPage();
  await page.goto(stage.server.origin);
  await signIn(page, 'admin@demo.nhs.uk');
  await page.goto(`${stage.server.origin}/status`);
  await page.getByText('Nothing waits: documents are sealed').waitFor();
  await look('status-none');
  await page.route(/api\/status\/get/, async (route) => {
    const response = await route.fetch();
    const mail = { attempts: 3, createdAt: '2026-11-24T09:00:00.000Z' };
    const mails = [
      {
        ...mail,
        id: crypto.randomUUID(),
        kind: 'LINK',
        state: 'QUEUED',
        lastError: 'The mail server could not be reached.',
        recordID: crypto.randomUUID(),
      },
      {
        ...mail,
        id: crypto.randomUUID(),
        kind: 'RESET',
        state: 'FAILED',
        lastError: 'The mail server did not take the address. Its answer was 550.',
        recordID: null,
      },
    ];
    const seal = { recordID: crypto.randomUUID(), consentID: crypto.randomUUID(), since: '2026-11-24T09:00:00.000Z' };
    const seals = [{ ...seal, attempts: 4, lastError: 'The document could not be made: SealerStopped.' }];
    await route.fulfill({ response, json: { message: 'OK', data: { mails, seals } } });
  });
  await page.reload();
  await page.getByText('Tried 3 times. The mail server could not be reached.').waitFor();
  await page.getByRole('region', { name: 'Not sealed' }).getByText('Tried 4 times.').waitFor();
  await look('status-stuck');
  page = before;
  other.expectQuiet();
  await other.context.close();
});
