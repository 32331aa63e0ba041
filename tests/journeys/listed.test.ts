import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate, longDate, plainDateOf, shortDate } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 480_000 });

const PERSON = { firstName: 'Ada', lastName: 'Demo-Listed', dateOfBirth: '1961-04-02' };
const NAME = 'DEMO-LISTED, Ada';
const SIGNED = { firstName: 'Bea', lastName: 'Demo-Listed-Signed', dateOfBirth: '1955-01-09' };
/** The number of drafts on the list as well, a month ahead. */
const DRAFTS = 4;

/** The longest duration of the whole visit, ms. */
const VISIT = 4 * 60_000;

const dayAt = (at: number) => localDate(at, 'Europe/London');
const inDays = (days: number) => plainDateOf(Date.parse(dayAt(Date.now())) + days * DAY);

let profile: Profile;
let page: Page;
let recordID: string;

const stage = openStage(
  async ({ browser, server }) => {
    // The whole visit is on one day: shortly before midnight it starts after midnight.
    if (dayAt(Date.now() + VISIT) !== dayAt(Date.now())) await wait(VISIT);
    const caller = await callerAs(server.origin);
    const listOn = async (id: string, date: string) => {
      const { version } = (await caller.ask('recordDetails', { id })).data.record;
      await caller.ask('recordUpdate', { recordID: id, version, listed: { date, theatre: 'Theatre 1', listType: 'THEATRE' } });
    };
    ({ recordID } = await makeCase(server.origin, caller, { person: PERSON, until: 'ready' }));
    const done = await makeCase(server.origin, caller, { person: SIGNED, until: 'signed' });
    await sealedDocument(server.origin, caller, done);
    await listOn(done.recordID, inDays(0));
    for (let nth = 0; nth < DRAFTS; nth += 1) {
      const person = { firstName: 'Cleo', lastName: `Demo-Listed-Draft-${'ABCD'[nth]}`, dateOfBirth: `1970-01-0${nth + 1}` };
      await listOn((await makeCase(server.origin, caller, { person, until: 'draft' })).recordID, inDays(30));
    }
    profile = await openProfile(browser, { hasTouch: false, provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const list = () => page.getByRole('table', { name: 'Theatre lists, today and next days' });
const rowOf = (name: string) => list().getByRole('row').filter({ hasText: name });
const needs = () => page.getByRole('region', { name: /^Needs me/ });
const panel = () => page.getByRole('region', { name: 'Listed for surgery' });
const onServer = async () => {
  const { ask } = await callerAs(stage.server.origin);
  return (await ask('recordDetails', { id: recordID })).data;
};
/** Navigates without loading the page anew: works without a network too. */
const goHome = () => page.getByRole('link', { name: 'Home', exact: true }).first().click();
const goToCase = async () => {
  await list()
    .getByRole('link', { name: new RegExp(NAME) })
    .click();
  await heading(page, 'Consent, version 1').waitFor();
};
/** Types a date over the present one: the slash moves to the next box. */
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
  for (const words of ['Born 9 Jan 1955', 'Today', 'Theatre 1', 'RIGHT eye', 'Ready', 'Signed and sealed'])
    await rowOf('DEMO-LISTED-SIGNED').getByText(words).first().waitFor();
  for (const words of [shortDate(inDays(30)), 'Stop', 'No consent yet'])
    await rowOf('DEMO-LISTED-DRAFT-A').getByText(words).first().waitFor();
  expect(await page.getByRole('button', { name: /^Show all/ }).count()).toBe(0);
  await expectAccessible(page, 'home-listed');
});

test('what waits for this person stands first, with the reason and one act by its name', async () => {
  const person = { firstName: 'Dana', lastName: 'Demo-Half', dateOfBirth: '1964-05-06' };
  await makeCase(stage.server.origin, await callerAs(stage.server.origin), { person, until: 'half' });
  await page.reload();
  const line = needs().getByRole('listitem').filter({ hasText: 'DEMO-HALF, Dana' });
  await line.getByText('Your signature is missing.').waitFor();
  await line.getByText('Cataract surgery with lens implant, RIGHT eye.').waitFor();
  await expectAccessible(page, 'home-needs');
  await tabAndEnter(page, 'Sign: DEMO-HALF, Dana');
  await heading(page, 'Consent, version 1').waitFor();
  await goHome();
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
  await dialog.getByRole('alert').getByText('Choose the date').waitFor();
  await expectAccessible(page, 'case-list-errors');
  await typeDate(inDays(-1));
  await tabTo(page, 'Theatre (optional)');
  await page.keyboard.type('Theatre 2');
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.getByRole('alert').getByText('The date must be today or later').waitFor();
  expect(await dialog.getByLabel(/^Theatre/).inputValue()).toBe('Theatre 2');
  await typeDate(inDays(4 * 365));
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.getByRole('alert').getByText('The date is more than three years away. Please check the year.').waitFor();
  await typeDate(inDays(1));
  await dialog.getByRole('button', { name: 'List', exact: true }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  for (const words of [longDate(inDays(1)), 'Theatre 2', 'Theatre list'])
    await panel().getByText(words, { exact: true }).waitFor();
  const { record, timeline } = await onServer();
  expect(record.listed).toEqual({ date: inDays(1), theatre: 'Theatre 2', listType: 'THEATRE' });
  expect(timeline.filter(({ type }) => type === 'LISTED')).toHaveLength(1);
  await expectAccessible(page, 'case-listed');
});

test('it stands on the start with its light; a long list is cut, and shown whole when asked', async () => {
  await goHome();
  for (const words of [shortDate(inDays(1)), 'Theatre 2', 'Not ready', 'Nobody has signed yet'])
    await rowOf(NAME).getByText(words).first().waitFor();
  expect(await rowOf('DEMO-LISTED').count()).toBe(5);
  await tabAndEnter(page, `Show all ${DRAFTS + 2}`);
  await rowOf('DEMO-LISTED-DRAFT-D').waitFor();
  await page.getByRole('button', { name: 'Show the first 5', expanded: true }).waitFor();
  // A search for a case shows its results alone.
  await page.getByRole('searchbox').click();
  await page.keyboard.type('alder');
  await list().waitFor({ state: 'detached' });
  expect(await page.getByRole('searchbox').inputValue(), 'the box under the keys stays the same').toBe('alder');
  await page.getByRole('searchbox').fill('');
  await list().waitFor();
});

test('without a network another day is said on this tablet, and stands on the list at once', async () => {
  await goToCase();
  await panel()
    .getByText(longDate(inDays(1)))
    .waitFor();
  await page.context().setOffline(true);
  await tabAndEnter(page, 'Change');
  const dialog = page.getByRole('dialog', { name: 'Change where it is listed' });
  await dialog.waitFor();
  await typeDate(inDays(2));
  await tabAndEnter(page, 'Save');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Saved on this tablet' }).waitFor();
  await panel()
    .getByText(longDate(inDays(2)))
    .waitFor();
  await panel().getByText('Waiting to send').waitFor();
  expect((await onServer()).record.listed?.date).toBe(inDays(1));
  await goHome();
  for (const words of [shortDate(inDays(2)), 'Theatre 2', 'Not ready', 'Waiting to send'])
    await rowOf(NAME).getByText(words).first().waitFor();
  // Each copy says its own age.
  await expect.poll(() => page.getByText(/^As of \d/).count()).toBe(2);
  await needs()
    .getByText(/^As of \d/)
    .waitFor();
  await expectAccessible(page, 'home-listed-offline');
});

test('with the network back the server has it once', async () => {
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await onServer()).record.listed, { timeout: PATIENCE })
    .toEqual({ date: inDays(2), theatre: 'Theatre 2', listType: 'THEATRE' });
  expect((await onServer()).timeline.filter(({ type }) => type === 'LISTED')).toHaveLength(2);
  await expect.poll(() => list().getByText('Waiting to send').count(), { timeout: PATIENCE }).toBe(0);
  await expect.poll(() => page.getByText(/^As of/).count(), { timeout: PATIENCE }).toBe(0);
});

test('taken off by keys after one question, it leaves the start', async () => {
  await goToCase();
  await tabAndEnter(page, 'Change');
  await page.getByRole('dialog', { name: 'Change where it is listed' }).waitFor();
  await tabAndEnter(page, 'Take off the list');
  const question = page.getByRole('dialog', { name: 'Take off the list?' });
  await question.getByText(`${longDate(inDays(2))} · Theatre 2 · Theatre list`).waitFor();
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
