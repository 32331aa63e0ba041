import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectAccessible } from '#tests/support/people/access.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, createPatient, heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { callerAs } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { untilFetched } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const ADMIN = 'admin@demo.nhs.uk';
const NEW_PERSON = { firstName: 'Ada', lastName: 'Demo-Kept-Here', dateOfBirth: '1961-04-02' };

let profile: Profile;
let page: Page;

const stage = openStage(
  async ({ browser }) => {
    profile = await openProfile(browser, {
      provoked: [/net::ERR_INTERNET_DISCONNECTED/, /status of (40[13]|429|50[023])/, /net::ERR_FAILED/, /^CallFailed: Busy/],
    });
    page = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const offline = (is: boolean) => profile.context.setOffline(is);
const changesFetched = () => page.waitForResponse((response) => response.url().includes('/api/sync/changes') && response.ok());

async function leave(): Promise<void> {
  await page.getByRole('link', { name: 'You', exact: true }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
}

async function fillIn(email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

beforeAll(async () => {
  await page.goto(stage.server.origin);
  const fetched = changesFetched();
  await signIn(page);
  await fetched;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

test('a reload with a live session opens the work on this tablet without a question', async () => {
  const fetched = changesFetched();
  await page.reload();
  await fetched;
  // Stored as well: a page that is left before that holds no copies yet.
  await untilFetched(page, 'patients', []);
  await heading(page, 'Home').waitFor();
});

const OURS = { 'X-App': 'consent', 'Retry-After': '60' };
const busy = { status: 503, headers: OURS, json: { message: 'Busy', error: 'BUSY' } };
const HTML = { contentType: 'text/html', body: '<h1>Gateway</h1>' };

test.each([
  ['busy', busy],
  ['failing', { ...busy, status: 500 }],
  ['asking for patience', { ...busy, status: 429 }],
  ['behind a gateway that fails', { ...HTML, status: 502 }],
  ['behind a gateway that is busy', { ...HTML, status: 503 }],
  ['behind a page of another network', { ...HTML, status: 200 }],
  ['out of reach', null],
] as const)('a start while the server is %s signs nobody out, and opens the address once it answers', async (_, answer) => {
  await page.route('**/api/**', (route) => (answer === null ? route.abort() : route.fulfill(answer)));
  await page.goto(`${stage.server.origin}/patient`);
  await page.getByText('You are still signed in').first().waitFor();
  await page.unroute('**/api/**');
  await heading(page, 'Patients').waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).pathname).toBe('/patient');
});

test('while the server fails, the password opens the copies of this tablet as well', async () => {
  await page.route('**/api/**', (route) => route.fulfill(busy));
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'The server is busy').first().waitFor();
  await expectAccessible(page, 'start-busy');
  await page.getByRole('link', { name: 'Work without the server' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByText('Your password opens your work on this tablet').waitFor();
  await fillIn(CLINICIAN, PASSWORD);
  await heading(page, 'Patients').waitFor();
  await page.getByText('The server has a problem', { exact: true }).first().waitFor();
  expect(await page.getByText('You are offline').count()).toBe(0);
  await page.unroute('**/api/**');
});

test('a cold start without the network asks for the password, and a wrong one opens nothing', async () => {
  await offline(true);
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, 'Sign in').waitFor();
  await page.getByText('Your password opens your work on this tablet').waitFor();
  await expectAccessible(page, 'login-offline');
  await fillIn(CLINICIAN, 'Wrong0!Word');
  await page.getByRole('alert').getByText('this email and password open nothing on this tablet').waitFor();
  await fillIn('nobody@demo.nhs.uk', PASSWORD);
  await page.getByRole('alert').getByText('this email and password open nothing on this tablet').waitFor();
});

test('the right one opens the place that was asked for, and what is made there is kept', async () => {
  await fillIn(CLINICIAN, PASSWORD);
  await heading(page, 'Patients').waitFor();
  await page.getByRole('link', { name: 'New patient' }).click();
  await createPatient(page, NEW_PERSON);
  await page.getByText('Saved on this tablet', { exact: true }).first().waitFor();
});

test('signing out names what is not sent, and keeps it sealed', async () => {
  await leave();
  await heading(page, '1 item is not sent').waitFor();
  await page.getByText('Demo-Kept-Here').waitFor();
  await expectAccessible(page, 'logout-unsent');
  await page.getByRole('button', { name: 'Sign out and keep them sealed here' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByText(/: 1 unsent$/).waitFor();
});

test('somebody else on the same tablet neither sees nor sends it', async () => {
  await offline(false);
  await page.reload();
  await signIn(page, ADMIN);
  await heading(page, 'Home').waitFor();
  expect(await page.getByText('Demo-Kept-Here').count()).toBe(0);
  await leave();
  await heading(page, 'Sign in').waitFor();
  await page.getByText(/: 1 unsent$/).waitFor();
  const { ask } = await callerAs(stage.server.origin, ADMIN);
  expect((await ask('patientGet', { search: 'Demo-Kept-Here' })).data.total).toBe(0);
});

test('the next sign-in of the same person sends it, once', async () => {
  await signIn(page);
  const { ask } = await callerAs(stage.server.origin, ADMIN);
  await expect.poll(async () => (await ask('patientGet', { search: 'Demo-Kept-Here' })).data.total, { timeout: 20_000 }).toBe(1);
});

test('a blocked tablet signs everybody out, and the next sign-in ends in the server’s words', async () => {
  const { ask } = await callerAs(stage.server.origin, ADMIN);
  const [tablet] = (await ask('deviceGet', {})).data.records;
  await ask('deviceRevoke', { id: tablet!.id, isRevoked: true });
  await page.reload();
  await heading(page, 'Sign in').waitFor();
  await fillIn(CLINICIAN, PASSWORD);
  await page.getByText('This tablet has been blocked by an administrator').first().waitFor();
});
