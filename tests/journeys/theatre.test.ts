import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, openSignedIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase, sealedDocument } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const dayIn = (days: number) => localDate(Date.now() + days * DAY, 'Europe/London');

let profile: Profile;
let page: Page;
let withdrawnID = '';
openStage(
  async ({ browser, server }) => {
    const caller = await callerAs(server.origin);
    const listOn = async (id: string, days: number, theatre: string) => {
      const { version } = (await caller.ask('recordDetails', { id })).data.record;
      const listed = { date: dayIn(days), theatre, listType: 'THEATRE' as const };
      await caller.ask('recordUpdate', { recordID: id, version, listed });
    };
    const person = (lastName: string, dateOfBirth: string) => ({ firstName: 'Ida', lastName, dateOfBirth });
    const ready = await makeCase(server.origin, caller, { person: person('Demo-Ready', '1955-01-09'), until: 'signed' });
    await sealedDocument(server.origin, caller, ready);
    await listOn(ready.recordID, 0, 'Theatre 1');
    const draft = await makeCase(server.origin, caller, { person: person('Demo-Draft', '1961-04-02'), until: 'draft' });
    await listOn(draft.recordID, 0, 'Theatre 2');
    const gone = await makeCase(server.origin, caller, { person: person('Demo-Gone', '1948-11-23'), until: 'signed' });
    await sealedDocument(server.origin, caller, gone);
    await listOn(gone.recordID, 0, 'Theatre 2');
    await caller.ask('recordWithdraw', { consentID: gone.consentID, reason: 'Changed her mind' });
    withdrawnID = gone.recordID;
    await listOn(
      (await makeCase(server.origin, caller, { person: person('Demo-Later', '1970-01-01'), until: 'ready' })).recordID,
      2,
      'Theatre 1',
    );
    ({ profile, page } = await openSignedIn(browser, server.origin, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] }));
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const filter = (name: RegExp | string) => page.getByRole('button', { name }).click();

test('the list of today stands by theatre, what must stop first, each with its reason in words', async () => {
  await tabAndEnter(page, 'Lists');
  await heading(page, 'Lists').waitFor();
  expect(new URL(page.url()).pathname).toBe('/listed');
  await row('DEMO-GONE, Ida').getByText('The consent is withdrawn').waitFor();
  for (const words of ['Stop', 'RIGHT eye', '23 Nov 1948']) await row('DEMO-GONE').getByText(words).first().waitFor();
  await row('DEMO-READY, Ida').getByText('Signed and sealed').waitFor();
  await row('DEMO-DRAFT, Ida').getByText('No consent yet').waitFor();
  const theatres = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(theatres.map((each) => each.replaceAll('\n', ' '))).toEqual([
    expect.stringMatching(/^Theatre 2 .*0 of 2 ready$/),
    expect.stringMatching(/^Theatre 1 .*1 of 1 ready$/),
  ]);
  await page.getByRole('button', { name: 'Not ready 2' }).waitFor();
  await expectAccessible(page, 'theatre-list');
  await page.setViewportSize(SCREENS.portrait);
  await shot(page, 'theatre-list');
  await page.setViewportSize(SCREENS.tablet);
});

test('filters show what is not ready, mine, and the days to come', async () => {
  await filter(/^Not ready/);
  await row('DEMO-READY').waitFor({ state: 'detached' });
  await row('DEMO-GONE').waitFor();
  await filter(/^All/);
  await filter('Seven days');
  await row('DEMO-LATER, Ida').waitFor();
  await expectAccessible(page, 'theatre-week');
  await page.getByLabel('List', { exact: true }).selectOption('CLINIC');
  await page.getByText('Nobody is listed').waitFor();
  await expectAccessible(page, 'theatre-empty');
  await page.getByLabel('List', { exact: true }).selectOption('THEATRE');
  await filter('Today');
  await row('DEMO-GONE').getByRole('link').click();
  await page.waitForURL(new RegExp(withdrawnID));
  await page.goBack();
  await row('DEMO-GONE').waitFor();
});

test('paper has the list without what is tapped', async () => {
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: /^Not ready/ }).isVisible()).toBe(false);
  expect(await row('DEMO-GONE').getByText('The consent is withdrawn').isVisible()).toBe(true);
  await shot(page, 'theatre-print');
  await page.emulateMedia({ media: 'screen' });
});

test('without a network the last list stays, with its age first; days that were never read say so', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await row('DEMO-GONE').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
  await page.getByText(/^This list is from \d\d:\d\d/).waitFor();
  await page.getByText('A withdrawal since then is not on it: ask the patient.').waitFor();
  await row('DEMO-GONE').getByText('The consent is withdrawn').waitFor();
  await expectAccessible(page, 'theatre-offline');
  await page.getByLabel('List', { exact: true }).selectOption('WAITING');
  await page.getByText('The server cannot be reached').waitFor();
  await expectAccessible(page, 'theatre-offline-unknown');
  await page.context().setOffline(false);
  await page.getByLabel('List', { exact: true }).selectOption('THEATRE');
  await page.getByText(/^This list is from/).waitFor({ state: 'detached' });
});
