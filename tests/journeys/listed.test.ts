import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/limits.ts';
import { localDate, longDate, shortDate } from '#domain/plain-date.ts';
import { expectAccessible } from '#tests/support/access.ts';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser.ts';
import { heading, signIn } from '#tests/support/journey.ts';
import { callerAs, makeCase, sealedDocument } from '#tests/support/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const PERSON = { firstName: 'Ada', lastName: 'Demo-Listed', dateOfBirth: '1961-04-02' };
const SIGNED = { firstName: 'Bea', lastName: 'Demo-Listed-Signed', dateOfBirth: '1955-01-09' };
const tomorrow = localDate(Date.now() + DAY, 'Europe/London');
const [year = '', month = '', day = ''] = tomorrow.split('-');

let profile: Profile;
let page: Page;
let recordID: string;

const stage = openStage(async ({ browser, server }) => {
  const caller = await callerAs(server.origin);
  ({ recordID } = await makeCase(server.origin, caller, { person: PERSON, until: 'ready' }));
  const done = await makeCase(server.origin, caller, { person: SIGNED, until: 'signed' });
  await sealedDocument(server.origin, caller, done);
  const { version } = (await caller.ask('recordDetails', { id: done.recordID })).data.consents[0]!;
  const listed = { date: localDate(Date.now(), 'Europe/London'), theatre: 'Theatre 1', listType: 'THEATRE' as const };
  await caller.ask('recordUpdate', { recordID: done.recordID, version, listed });
  profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
});
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const list = () => page.getByRole('table', { name: 'Today’s and coming list' });
const onServer = async () => {
  const { ask } = await callerAs(stage.server.origin);
  return (await ask('recordDetails', { id: recordID })).data;
};
/** Goes there without loading the page anew: without a network too. */
const goHome = () => page.getByRole('link', { name: 'Home', exact: true }).first().click();

test('the start shows what is listed for today and the days to come', async () => {
  await page.goto(stage.server.origin);
  await signIn(page);
  await list().getByText('DEMO-LISTED-SIGNED, Bea').waitFor();
  const row = list().getByRole('row').filter({ hasText: 'DEMO-LISTED-SIGNED' });
  for (const words of ['Today', 'Theatre 1', 'RIGHT eye', 'Green', 'Signed and sealed'])
    await row.getByText(words).first().waitFor();
  await expectAccessible(page, 'home-listed');
});

test('without a network a case is listed on this tablet, and stands on the list at once', async () => {
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await heading(page, 'Consent, version 1').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await profile.context.setOffline(true);
  await page.getByRole('button', { name: 'List for surgery' }).click();
  const dialog = page.getByRole('dialog', { name: 'List for surgery' });
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.getByText('The Date is required').waitFor();
  await expectAccessible(page, 'case-list-errors');
  await dialog.getByLabel('Day').fill(day);
  await dialog.getByLabel('Month').fill(month);
  await dialog.getByLabel('Year').fill(year);
  await dialog.getByLabel(/^Theatre/).fill('Theatre 2');
  await dialog.getByRole('button', { name: 'List', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const panel = page.getByRole('region', { name: 'Listed for surgery' });
  await panel.getByText(longDate(tomorrow)).waitFor();
  await expectAccessible(page, 'case-listed');
  await goHome();
  const row = list().getByRole('row').filter({ hasText: 'DEMO-LISTED, Ada' });
  for (const words of [shortDate(tomorrow), 'Theatre 2', 'Amber', 'Waiting to send'])
    await row.getByText(words).first().waitFor();
  expect((await onServer()).record.listed).toBeNull();
});

test('with the network back the server has it once', async () => {
  await profile.context.setOffline(false);
  await expect
    .poll(async () => (await onServer()).record.listed, { timeout: PATIENCE })
    .toEqual({ date: tomorrow, theatre: 'Theatre 2', listType: 'THEATRE' });
  expect((await onServer()).timeline.filter(({ type }) => type === 'LISTED')).toHaveLength(1);
  await expect.poll(() => list().getByText('Waiting to send').count(), { timeout: PATIENCE }).toBe(0);
});

test('taken off, it leaves the start', async () => {
  await list()
    .getByRole('link', { name: /DEMO-LISTED, Ada/ })
    .click();
  await heading(page, 'Consent, version 1').waitFor();
  await page.getByRole('region', { name: 'Listed for surgery' }).getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click();
  await page.getByText('Not on a list.').waitFor();
  expect((await onServer()).record.listed).toBeNull();
  await goHome();
  await list().getByText('DEMO-LISTED-SIGNED, Bea').waitFor();
  await expect.poll(() => list().getByText('DEMO-LISTED, Ada').count(), { timeout: PATIENCE }).toBe(0);
});
