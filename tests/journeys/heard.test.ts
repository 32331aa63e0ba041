import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { monthBefore } from '#domain/experience/experience-months.ts';
import { openChainKey } from '#server/outside/chain-key.ts';
import { passOf } from '#server/work/experience/pass.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, openSignedIn, press, readUntil } from '#tests/support/browser/journey.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { callerAs, makeCase, type Caller } from '#tests/support/forms/made-cases.ts';
import { enter, mailedCase, type MailedCase } from '#tests/support/forms/mailed-link.ts';
import { readAsDecider, readAsPatient, signDrawn, TO_AGREE } from '#tests/support/forms/signers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let admin: Profile;
let page: Page;
let caller: Caller;
let form: MailedCase;
const stage = openStage(
  async ({ browser, server }) => {
    caller = await callerAs(server.origin);
    form = await mailedCase(server, caller);
    ({ profile: admin, page } = await openSignedIn(browser, server.origin, {
      email: 'admin@demo.nhs.uk',
      provoked: [/status of 4\d\d/],
    }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => admin.expectQuiet());

const QUESTIONS = 'Three questions about the talk';
const asked = (at: Page) => at.getByRole('heading', { name: QUESTIONS });
const counts = async (month: string) => (await caller.ask('experienceFigures', { from: month, to: month })).data;

async function aPhone(): Promise<Page> {
  const { context } = await openProfile(stage.browser, { viewport: SCREENS.phone, provoked: [/status of 4\d\d/] });
  return context.newPage();
}

const panelOf = (at: Page) => at.getByRole('region', { name: 'Was I heard?' });

test('an administrator switches the questions on once the licence is ticked', async () => {
  await page.goto(`${stage.server.origin}/organisation`);
  await heading(page, 'Organisation').waitFor();
  const panel = panelOf(page);
  await panel.getByText('The licence has to be read first').waitFor();
  await page.getByRole('button', { name: 'Change whether people are asked' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ask people after they have signed').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Read the licence of the questions first').waitFor();
  await expectAccessible(page, 'heard-licence');
  await dialog.getByLabel('I have read the licence, and it allows our use').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('On', { exact: true }).waitFor();
});

test('a paste that is no translation is refused with what it takes', async () => {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Paste the words in English, those asked/ }).click();
  await dialog.getByLabel('Questions and answers').fill('One?\nTwo?');
  await dialog.getByRole('button', { name: 'Save words' }).click();
  await dialog.getByRole('alert').getByText('Paste eight lines').waitFor();
  await expectAccessible(page, 'heard-words');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await panelOf(page).getByText('Not pasted: they are not asked').waitFor();
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'heard-setting');
  await page.setViewportSize(SCREENS.tablet);
});

test('at home a signer answers once: neither a reload nor another phone offers it again', async () => {
  page = await aPhone();
  await enter(page, form);
  await readAsDecider(page, TO_AGREE);
  await drawSignature(page);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await asked(page).waitFor();
  await page.getByText('We count the answers without your name.').waitFor();
  await expectAccessible(page, 'heard-home');
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'heard-home');
  await page.setViewportSize(SCREENS.phone);
  const [skip, send] = [page.getByRole('button', { name: 'Skip' }), page.getByRole('button', { name: 'Send' })];
  const [one, other] = [await skip.boundingBox(), await send.boundingBox()];
  expect([one?.width, one?.height], 'both ways on weigh the same').toEqual([other?.width, other?.height]);
  await send.click();
  await page.getByRole('alert').getByText('Choose an answer to question 1, or skip all three.').waitFor();
  await expectAccessible(page, 'heard-missing');
  await page.setViewportSize(SCREENS.phone);
  for (const question of await page.getByRole('radio', { name: 'Every effort was made' }).all()) await question.check();
  const sending = page.waitForRequest(/experience\/answer/);
  await send.click();
  const request = await sending;
  expect(request.headers()['authorization'], 'nothing says whose answers they are').toBeUndefined();
  expect(Object.keys(request.postDataJSON() as object)).toEqual(['pass', 'q1', 'q2', 'q3']);
  await page.getByRole('heading', { name: 'Thank you. Your answers are counted.' }).waitFor();
  await expectAccessible(page, 'heard-sent');
  await page.reload();
  await heading(page, 'Thank you. You have signed.').waitFor();
  await page.getByRole('button', { name: 'Ask a question' }).waitFor();
  expect(await asked(page).count()).toBe(0);
  const another = await aPhone();
  await enter(another, form, 'Thank you. You have signed.');
  await another.getByRole('button', { name: 'Ask a question' }).waitFor();
  expect(await asked(another).count()).toBe(0);
});

test('on a tablet a signer skips, and a reload does not ask again; nobody is asked after a no', async () => {
  const { profile, page: tab } = await openSignedIn(stage.browser, stage.server.origin, { provoked: [/status of 4\d\d/] });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = tab;
  const person = (lastName: string) => ({ firstName: 'Ida', lastName, dateOfBirth: '1955-01-09' });
  const made = await makeCase(stage.server.origin, caller, { person: person('Demo-Heard'), until: 'ready' });
  await tab.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await heading(tab, /^Consent, version/).waitFor();
  await readAsPatient(tab);
  await signDrawn(tab);
  await asked(tab).waitFor();
  await expectAccessible(tab, 'heard-tablet');
  await tab.getByRole('button', { name: 'Skip' }).click();
  await tab.getByRole('heading', { name: 'That is fine. Nothing was sent.' }).waitFor();
  await tab.reload();
  await heading(tab, 'Thank you. You have signed.').waitFor();
  // It would have come with the form.
  await tab.waitForLoadState('networkidle');
  expect(await asked(tab).count()).toBe(0);
  const other = await mailedCase(stage.server, caller);
  const phone = await aPhone();
  page = phone;
  await enter(phone, other);
  await readUntil(phone, 'Do you have a question?');
  await phone.getByRole('radio', { name: 'No' }).check();
  await press(phone, 'Continue', 'Check before you sign');
  await press(phone, 'Continue', TO_AGREE);
  await press(phone, 'I do not agree', 'Do you want to say no?');
  await press(phone, 'I do not want this', 'You have said no');
  await phone.waitForLoadState('networkidle');
  expect(await asked(phone).count()).toBe(0);
});

test('figures show the months that are over, from ten answers on, and say so where there are fewer', async () => {
  const key = await openChainKey(stage.server.dataDir);
  const { user } = await caller.ask('userMe', {});
  const { data: library } = await caller.ask('procedureGet', { page: 1, limit: 100, search: '', status: 'ACTIVE' });
  const month = monthBefore(monthBefore(new Date().toISOString().slice(0, 7)));
  const answer = async (procedureId: string, q3: number) =>
    caller.ask('experienceAnswer', {
      pass: passOf(key, {
        organisationId: user.organisation[0]?._id ?? '',
        procedureId,
        month,
        nonce: crypto.randomUUID(),
        endsAt: new Date(Date.now() + HOUR).toISOString(),
      }),
      q1: 4,
      q2: 4,
      q3,
    });
  const [first, second] = library.records.map(({ procedureID }) => procedureID);
  for (let n = 0; n < 16; n += 1) await answer(first ?? '', n < 12 ? 4 : 2);
  for (let n = 0; n < 9; n += 1) await answer(second ?? '', 4);
  expect((await counts(month)).find(({ procedureID }) => procedureID === null)).toMatchObject({ n: 16, top: 0.75 });
  ({ page } = await openSignedIn(stage.browser, stage.server.origin));
  await page.goto(`${stage.server.origin}/?view=figures`);
  await page.getByRole('heading', { name: 'Was I heard?' }).waitFor();
  await page.getByText('75 % of 16 answers (95 % interval 51 % to 90 %)').waitFor();
  const rows = page.getByRole('table', { name: 'Every effort, three times' }).getByRole('row');
  expect(await rows.count(), 'its head, and the operation with ten answers alone').toBe(2);
  await expectAccessible(page, 'heard-figures');
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'heard-figures');
  await page.setViewportSize(SCREENS.tablet);
  await page.getByRole('group', { name: 'Show by' }).getByRole('button', { name: 'Month' }).click();
  await page.getByRole('cell', { name: 'Fewer than 10 answers' }).first().waitFor();
  await expectAccessible(page, 'heard-figures-months');
});
