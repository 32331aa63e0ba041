import type { Page } from 'playwright';
import { afterAll, expect, test, vi } from 'vitest';
import { draw, openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, type Caller, type MadeCase, type Stage } from '#tests/support/forms/made-cases.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { arrive } from '#tests/support/browser/ward.ts';

// A colleague changes an entity that a clinician has open.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const PAD = 'canvas[aria-label^="Signature box"]';

let profile: Profile;
let page: Page;
let caller: Caller;

const stage = openStage(async ({ server, browser }) => {
  caller = await callerAs(server.origin);
  profile = await openProfile(browser);
  page = await profile.context.newPage();
  await arrive(page, server.origin);
});
afterAll(() => profile.expectQuiet());

const made = (lastName: string, until: Stage) =>
  makeCase(stage.server.origin, caller, { person: { firstName: 'Test', lastName, dateOfBirth: '1948-05-06' }, until });
const onServer = async ({ recordID }: MadeCase) => (await caller.ask('recordDetails', { id: recordID })).data.consents[0];

/** The number of pixels with ink in the pad. */
const inked = () =>
  page.locator(PAD).evaluate((pad: HTMLCanvasElement) => {
    const pixels = pad.getContext('2d')?.getImageData(0, 0, pad.width, pad.height).data ?? new Uint8ClampedArray();
    return pixels.reduce((sum, value, at) => sum + (at % 4 === 3 && value > 0 ? 1 : 0), 0);
  });

test('what a clinician drew under a form stands under no other: one that was changed meanwhile is signed anew', async () => {
  const form = await made('Demo-Moved-On', 'ready');
  const { consentID, recordID } = form;
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await page.getByRole('button', { name: 'Sign as clinician first' }).click();
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
  await page.getByText('Draw my signature').click();
  await draw(page.locator(PAD));
  expect(await inked()).toBeGreaterThan(0);
  expect(await page.locator(PAD).getAttribute('aria-label')).toBe('Signature box, with your signature');
  // A colleague takes the form back, changes it and makes it ready, between two fetches of this page.
  await caller.ask('recordRecall', { consentID, reason: 'Demo reason' });
  const recalled = await onServer(form);
  const saved = await caller.ask('consentUpdate', { consentID, version: recalled?.version ?? 0, mattersToMe: 'My demo garden' });
  await caller.ask('consentSend', { consentID, version: saved.version, channel: 'DEVICE' });
  await page.getByText('My demo garden').first().waitFor();
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
  await page.getByText('Draw my signature').click();
  expect(await inked(), 'ink in the pad of the changed form').toBe(0);
  expect(await page.locator(PAD).getAttribute('aria-label')).toBe('Signature box, empty');
});

test('a form in which somebody else has chosen the other side is shown as it is now before it can be made ready', async () => {
  const form = await made('Demo-Other-Side', 'draft');
  const { consentID, recordID } = form;
  await page.goto(`${stage.server.origin}/create-consent?consent=${consentID}&record=${recordID}`);
  await page.getByRole('navigation', { name: 'Steps of this consent' }).getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Ready for signing' }).waitFor();
  const before = await onServer(form);
  const procedures = (before?.procedures ?? []).map(({ procedureID, libraryVersion, benefits, risks, alternatives, site }) => {
    const side = 'LEFT' as const;
    return { procedureID, libraryVersion, benefits, risks, alternatives, site, side };
  });
  await caller.ask('consentUpdate', { consentID, version: before?.version ?? 0, procedures });
  // Another tab of this tablet fetches the change; the open form does not.
  const other = await profile.context.newPage();
  await other.goto(`${stage.server.origin}/login?to=${encodeURIComponent(`/consent?id=${recordID}`)}`);
  await signIn(other);
  await heading(other, /^Consent, version/).waitFor();
  await other.getByText(/left/i).first().waitFor();
  await other.close();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('LEFT eye').waitFor();
  await dialog.getByText('RIGHT eye').waitFor();
  expect((await onServer(form))?.status).toBe('DRAFT');
  await dialog.getByRole('button', { name: 'Show it as it is now' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/left eye/i)
    .first()
    .waitFor();
  expect(await page.getByText(/right eye/i).count()).toBe(0);
  // While it is being made ready nothing in it can be changed.
  let goOn = () => {};
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/consent/send', async (route) => {
    await isHeld;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/consent/send');
  await page.getByRole('button', { name: 'Ready for signing' }).click();
  await asked;
  expect(
    await page
      .locator('main textarea')
      .first()
      .evaluate((field) => field.closest('[inert]') !== null),
  ).toBe(true);
  goOn();
  await heading(page, /^Consent, version/).waitFor();
  expect(await onServer(form)).toMatchObject({ status: 'SENT', procedures: [{ side: 'LEFT' }] });
});

test('a draft that is opened again from its case is handed over as soon as it is ready', async () => {
  const { recordID } = await made('Demo-Reopened', 'draft');
  await page.goto(`${stage.server.origin}/consent?id=${recordID}`);
  await page.getByRole('link', { name: 'Continue the form' }).click();
  await page.getByRole('navigation', { name: 'Steps of this consent' }).getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Ready and hand over' }).click();
  // The case is shown from its copy first, which is still the draft.
  const question = page.getByRole('dialog', { name: 'Hand the tablet to the patient?' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hand the tablet to the patient' }).waitFor();
});
