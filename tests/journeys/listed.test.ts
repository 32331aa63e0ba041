import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/limits.ts';
import { localDate, longDate, shortDate } from '#domain/plain-date.ts';
import { expectAccessible } from '#tests/support/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser.ts';
import { heading, signIn } from '#tests/support/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/keyboard.ts';
import { callerAs, makeCase, sealedDocument } from '#tests/support/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const PERSON = { firstName: 'Ada', lastName: 'Demo-Listed', dateOfBirth: '1961-04-02' };
const NAME = 'DEMO-LISTED, Ada';
const SIGNED = { firstName: 'Bea', lastName: 'Demo-Listed-Signed', dateOfBirth: '1955-01-09' };
/** So many drafts stand on the list as well, a month ahead. */
const DRAFTS = 4;

const inDays = (days: number) => localDate(Date.now() + days * DAY, 'Europe/London');
const [today, tomorrow, later] = [inDays(0), inDays(1), inDays(2)];

let profile: Profile;
let page: Page;
let recordID: string;

const stage = openStage(async ({ browser, server }) => {
  const caller = await callerAs(server.origin);
  const listOn = async (id: string, date: string) => {
    const { version } = (await caller.ask('recordDetails', { id })).data.record;
    await caller.ask('recordUpdate', { recordID: id, version, listed: { date, theatre: 'Theatre 1', listType: 'THEATRE' } });
  };
  ({ recordID } = await makeCase(server.origin, caller, { person: PERSON, until: 'ready' }));
  const done = await makeCase(server.origin, caller, { person: SIGNED, until: 'signed' });
  await sealedDocument(server.origin, caller, done);
  await listOn(done.recordID, today);
  for (let nth = 0; nth < DRAFTS; nth += 1) {
    const person = { firstName: 'Cleo', lastName: `Demo-Listed-Draft-${'ABCD'[nth]}`, dateOfBirth: `1970-01-0${nth + 1}` };
    await listOn((await makeCase(server.origin, caller, { person, until: 'draft' })).recordID, inDays(30));
  }
  profile = await openProfile(browser, { hasTouch: false, provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
});
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const list = () => page.getByRole('table', { name: 'Today’s and coming list' });
const rowOf = (name: string) => list().getByRole('row').filter({ hasText: name });
const panel = () => page.getByRole('region', { name: 'Listed for surgery' });
const onServer = async () => {
  const { ask } = await callerAs(stage.server.origin);
  return (await ask('recordDetails', { id: recordID })).data;
};
/** Goes there without loading the page anew: without a network too. */
const goHome = () => page.getByRole('link', { name: 'Home', exact: true }).first().click();
const goToCase = async () => {
  await list()
    .getByRole('link', { name: new RegExp(NAME) })
    .click();
  await heading(page, 'Consent, version 1').waitFor();
};
/** Types a day over the one that stands there: the slash goes on to the next box. */
const typeDate = async (date: string) => {
  await tabTo(page, 'Day');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(date.split('-').toReversed().join('/'));
};

test('the start shows what is listed for today and the days to come, each with its light in words', async () => {
  await page.goto(stage.server.origin);
  await signIn(page);
  await list().getByText('DEMO-LISTED-SIGNED, Bea').waitFor();
  // From the next load on the app’s worker answers for every part of it.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  for (const words of ['Born 9 Jan 1955', 'Today', 'Theatre 1', 'RIGHT eye', 'Green', 'Signed and sealed'])
    await rowOf('DEMO-LISTED-SIGNED').getByText(words).first().waitFor();
  for (const words of [shortDate(inDays(30)), 'Red', 'No consent yet'])
    await rowOf('DEMO-LISTED-DRAFT-A').getByText(words).first().waitFor();
  expect(await page.getByRole('button', { name: /^Show all/ }).count()).toBe(0);
  await expectAccessible(page, 'home-listed');
});

test('a case is listed by keys, and what is missing is said', async () => {
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(page, 'Consent, version 1').waitFor();
  await panel().getByText('Not on a list.').waitFor();
  await tabAndEnter(page, 'List for surgery');
  const dialog = page.getByRole('dialog', { name: 'List for surgery' });
  for (const words of [NAME, 'Born 2 April 1961', 'Cataract surgery with lens implant, RIGHT eye'])
    await dialog.getByText(words).waitFor();
  await expectAccessible(page, 'case-list');
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.getByRole('alert').getByText('The Date is required').waitFor();
  await expectAccessible(page, 'case-list-errors');
  await typeDate(inDays(-1));
  await tabTo(page, 'Theatre (optional)');
  await page.keyboard.type('Theatre 2');
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.getByRole('alert').getByText('The date must be today or later').waitFor();
  expect(await dialog.getByLabel(/^Theatre/).inputValue()).toBe('Theatre 2');
  await typeDate(tomorrow);
  await dialog.getByRole('button', { name: 'List', exact: true }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  for (const words of [longDate(tomorrow), 'Theatre 2', 'Theatre list'])
    await panel().getByText(words, { exact: true }).waitFor();
  const { record, timeline } = await onServer();
  expect(record.listed).toEqual({ date: tomorrow, theatre: 'Theatre 2', listType: 'THEATRE' });
  expect(timeline.filter(({ type }) => type === 'LISTED')).toHaveLength(1);
  await expectAccessible(page, 'case-listed');
});

test('it stands on the start with its light; a long list is cut, and shown whole when asked', async () => {
  await goHome();
  for (const words of [shortDate(tomorrow), 'Theatre 2', 'Amber', 'Nobody has signed yet'])
    await rowOf(NAME).getByText(words).first().waitFor();
  expect(await rowOf('DEMO-LISTED').count()).toBe(5);
  await tabAndEnter(page, `Show all ${DRAFTS + 2}`);
  await rowOf('DEMO-LISTED-DRAFT-D').waitFor();
  await page.getByRole('button', { name: 'Show the first 5', expanded: true }).waitFor();
  // Whoever looks for a case looks at what they find.
  await page.getByRole('searchbox').fill('alder');
  await list().waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('');
  await list().waitFor();
});

test('without a network another day is said on this tablet, and stands on the list at once', async () => {
  await goToCase();
  await panel().getByText(longDate(tomorrow)).waitFor();
  await page.context().setOffline(true);
  await tabAndEnter(page, 'Change');
  const dialog = page.getByRole('dialog', { name: 'Change where it is listed' });
  await dialog.waitFor();
  await typeDate(later);
  await tabAndEnter(page, 'Save');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Saved on this tablet' }).waitFor();
  await panel().getByText(longDate(later)).waitFor();
  await panel().getByText('Waiting to send').waitFor();
  expect((await onServer()).record.listed?.date).toBe(tomorrow);
  await goHome();
  for (const words of [shortDate(later), 'Theatre 2', 'Amber', 'Waiting to send'])
    await rowOf(NAME).getByText(words).first().waitFor();
  await page.getByText(/^As this tablet heard it (at|on) /).waitFor();
  await expectAccessible(page, 'home-listed-offline');
});

test('with the network back the server has it once', async () => {
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await onServer()).record.listed, { timeout: PATIENCE })
    .toEqual({ date: later, theatre: 'Theatre 2', listType: 'THEATRE' });
  expect((await onServer()).timeline.filter(({ type }) => type === 'LISTED')).toHaveLength(2);
  await expect.poll(() => list().getByText('Waiting to send').count(), { timeout: PATIENCE }).toBe(0);
  await page.getByText(/^As this tablet heard it/).waitFor({ state: 'detached' });
});

test('taken off by keys after one question, it leaves the start', async () => {
  await goToCase();
  await tabAndEnter(page, 'Change');
  await page.getByRole('dialog', { name: 'Change where it is listed' }).waitFor();
  await tabAndEnter(page, 'Take off the list');
  const question = page.getByRole('dialog', { name: 'Take off the list?' });
  await question.getByText(`${longDate(later)} · Theatre 2 · Theatre list`).waitFor();
  await expectAccessible(page, 'case-list-take-off');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Change where it is listed' }).waitFor();
  await tabAndEnter(page, 'Take off the list');
  await question.waitFor();
  await tabAndEnter(page, 'Take off the list');
  await question.waitFor({ state: 'detached' });
  await panel().getByText('Not on a list.').waitFor();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Taken off the surgery list').waitFor();
  expect((await onServer()).record.listed).toBeNull();
  await goHome();
  await rowOf('DEMO-LISTED-SIGNED').waitFor();
  await expect.poll(() => rowOf(NAME).count(), { timeout: PATIENCE }).toBe(0);
});
