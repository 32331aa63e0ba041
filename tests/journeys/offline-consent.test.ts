import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { openProfile, PATIENCE, type Profile } from '#tests/support/browser/browser.ts';
import { chooseProcedure, goToStep, heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';
import { untilFetched } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const PERSON = { firstName: 'Ada', lastName: 'Demo-No-Network', dateOfBirth: '1961-04-02' };
const CATARACT = 'Cataract surgery with lens implant';
const WORDS = 'I paint small pictures';

let profile: Profile;
let page: Page;

const stage = openStage(async ({ browser }) => {
  // Once the network is back a page may ask for its case before the queue has brought it to the server.
  const provoked = [/net::ERR_INTERNET_DISCONNECTED/, /status of 404 .*\/record\/details/];
  profile = await openProfile(browser, { provoked });
  page = await profile.context.newPage();
});
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const offline = (is: boolean) => profile.context.setOffline(is);
const caller = () => callerAs(stage.server.origin);
const chip = (words: string | RegExp) =>
  page
    .getByText(words, typeof words === 'string' ? { exact: true } : {})
    .filter({ visible: true })
    .first();

async function casesOnServer() {
  const { ask } = await caller();
  return (await ask('recordGet', { search: PERSON.lastName, limit: 100 })).data.records;
}

test('the ward is opened online: the patient and the library are on the tablet from then on', async () => {
  const { ask } = await caller();
  await ask('patientCreate', PERSON);
  await page.goto(stage.server.origin);
  const fetched = page.waitForResponse((response) => response.url().includes('/api/sync/changes') && response.ok());
  await signIn(page);
  await fetched;
  await untilFetched(page, 'patients', []);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('link', { name: 'New consent' }).click();
  await page.getByRole('searchbox').fill('No-Network');
  await page.getByRole('link', { name: /DEMO-NO-NETWORK, Ada/ }).click();
  await page.waitForURL(/create-consent\?patient=/);
  await page.getByRole('button', { name: 'Choose a procedure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a procedure' });
  await dialog.getByRole('button', { name: CATARACT }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.getByLabel('Template').inputValue(), { timeout: PATIENCE }).not.toBe('');
});

test('without a network a consent is built to the end, and the footer says no more than is true', async () => {
  await offline(true);
  await chooseProcedure(page, 'catar', CATARACT);
  await page.getByRole('radio', { name: 'RIGHT' }).check();
  await page.getByLabel(/^Site/).fill('eye');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await heading(page, 'Consent form: Risks and benefits').waitFor({ state: 'attached' });
  await chip('Saved on this tablet').waitFor();
  await goToStep(page, 'What matters');
  await page.getByLabel(/^What matters to/).fill(WORDS);
  await goToStep(page, 'Review');
  await page.getByLabel(/^I have talked this through with/).check();
  await page.getByLabel(/^I judge that/).check();
  await page.getByText('This form is complete').waitFor();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await heading(page, 'Consent, version 1').waitFor();
});

test('the case shows what was pinned here, what waits and what comes next', async () => {
  await chip('Patient to sign').waitFor();
  await chip('Waiting to send').waitFor();
  await page.getByText('The server cannot be reached').waitFor();
  await page.getByRole('button', { name: 'Hand the tablet to the patient' }).waitFor();
  await page.getByText(WORDS).waitFor();
  await page.getByText('On this tablet, waiting to send').first().waitFor();
  // Acts that need the network are not offered.
  expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Consents', exact: true }).first().click();
  await heading(page, 'Consents').waitFor();
  await page.getByRole('link', { name: /DEMO-NO-NETWORK, Ada/ }).waitFor();
  await chip('Waiting to send').waitFor();
  expect(await casesOnServer()).toEqual([]);
});

test('with the network back the server has exactly one consent, word for word the one that was shown', async () => {
  await page.getByRole('link', { name: /DEMO-NO-NETWORK, Ada/ }).click();
  await heading(page, 'Consent, version 1').waitFor();
  await offline(false);
  await expect.poll(async () => (await casesOnServer()).map(({ status }) => status), { timeout: PATIENCE }).toEqual(['SENT']);
  const [record] = await casesOnServer();
  const { ask } = await caller();
  const { consents, timeline } = (await ask('recordDetails', { id: record!.recordID })).data;
  expect(consents).toHaveLength(1);
  expect(consents[0]).toMatchObject({
    status: 'SENT',
    mattersToMe: WORDS,
    procedures: [{ procedureName: CATARACT, side: 'RIGHT', site: 'eye' }],
  });
  const steps = timeline.map(({ type }) => type).filter((type) => type !== 'CONSENT_UPDATED');
  expect(steps).toEqual(['CASE_CREATED', 'CONSENT_CREATED', 'CONSENT_COMPLETED', 'CONSENT_SENT']);
  await expect.poll(() => page.getByText('Waiting to send', { exact: true }).count(), { timeout: PATIENCE }).toBe(0);
  await chip('Patient to sign').waitFor();
});

test('a draft that two tabs write: the second to save the same field is asked, and nothing is written over', async () => {
  const person = { ...PERSON, lastName: 'Demo-Two-Tabs' };
  const { consentID, recordID } = await makeCase(stage.server.origin, await caller(), { person, until: 'draft' });
  const address = `${stage.server.origin}/create-consent?consent=${consentID}&record=${recordID}`;
  const matters = (tab: Page) => tab.getByLabel(/^What matters to/);
  await page.goto(address);
  await goToStep(page, 'What matters');
  const [other] = await Promise.all([
    profile.context.waitForEvent('page'),
    page.evaluate((url) => void window.open(url), address),
  ]);
  await goToStep(other, 'What matters');
  await offline(true);
  await matters(page).fill('From the first tab');
  await chip('Saved on this tablet').waitFor();
  await matters(other).fill('From the second tab');
  const asked = other.getByRole('dialog', { name: /has changed this consent/ });
  await asked.getByText('From the first tab').waitFor();
  await asked.getByText('From the second tab').waitFor();
  await asked.getByRole('button', { name: 'Take theirs' }).click();
  expect(await matters(other).inputValue()).toBe('From the first tab');
  await other.close();
  await offline(false);
  const { ask } = await caller();
  const onServer = async () => (await ask('recordDetails', { id: recordID })).data.consents[0]?.mattersToMe;
  await expect.poll(onServer, { timeout: PATIENCE }).toBe('From the first tab');
  await chip(/^Saved \d\d:\d\d$/).waitFor();
});
