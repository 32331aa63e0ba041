import fs from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible, sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, sealedDocument, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PERSON = { firstName: 'Ada', lastName: 'Demo-Export', dateOfBirth: '1950-03-14' };
let page: Page;
let profile: Profile;
let made: MadeCase;
let sealed: Uint8Array;
openStage(async ({ server, browser }) => {
  const caller = await callerAs(server.origin);
  made = await makeCase(server.origin, caller, { person: PERSON, until: 'signed' });
  sealed = await sealedDocument(server.origin, caller, made);
  profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/] });
  page = await profile.context.newPage();
  await page.goto(`${server.origin}/patient/detail?id=${made.patientID}`);
  await signIn(page);
  await heading(page, /^Patient P-/).waitFor();
});
asOneVisit(() => page);
afterAll(() => profile.expectQuiet());

const dialog = () => page.getByRole('dialog', { name: 'Record as FHIR' });

async function downloaded(choice: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Record as FHIR' }).click();
  await dialog().getByRole('radio', { name: choice }).check();
  const coming = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Download' }).click();
  const file = await coming;
  await page.getByText('Record downloaded').first().waitFor();
  return { name: file.suggestedFilename(), text: await fs.readFile(await file.path(), 'utf8') };
}

test('the record is downloaded without the documents, and with them', async () => {
  const small = await downloaded('Without the documents');
  expect(small.name).toMatch(/^P-\d+\.fhir\.json$/);
  const { type, entry } = JSON.parse(small.text) as { type: string; entry: { resource: { resourceType: string } }[] };
  expect(type).toBe('collection');
  expect(entry.map(({ resource }) => resource.resourceType)).toEqual(
    expect.arrayContaining(['Patient', 'Consent', 'Provenance']),
  );
  const data = Buffer.from(sealed).toString('base64');
  expect(small.text).not.toContain(data);
  expect((await downloaded('With the sealed documents')).text).toContain(data);
});

test('the choice is readable by everybody, on every screen', async () => {
  await page.getByRole('button', { name: 'Record as FHIR' }).click();
  await dialog().waitFor();
  await expectAccessible(page, 'record-as-fhir');
  for (const size of [SCREENS.tablet, SCREENS.portrait, SCREENS.phone]) {
    await page.setViewportSize(size);
    expect(await sideways(page)).toBe(0);
    await shot(page, `record-as-fhir-${size.width}`);
  }
  await page.setViewportSize(SCREENS.tablet);
});

test('without a network it says so, and downloads nothing', async () => {
  await profile.context.setOffline(true);
  await dialog().getByText('This needs the network').waitFor();
  expect(await dialog().getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  await shot(page, 'record-as-fhir-offline');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await profile.context.setOffline(false);
  await shot(page, 'patient-with-record-as-fhir');
});
