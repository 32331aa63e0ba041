import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { PATIENCE } from '#tests/support/browser/browser.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import {
  drawSignature,
  handOver,
  heading,
  press,
  readToSignature,
  signAsClinician,
  signIn,
  takeBackAndSign,
} from '#tests/support/browser/journey.ts';
import { makeCase, sealedDocument, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import { inspectPdf } from '#tests/support/files/sealed-pdf.ts';
import { arrive, untilFetched, untilSent } from '#tests/support/browser/ward.ts';
import type { WardTablet } from '#tests/support/browser/ward-tablet.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();

/** The time without a network before the tablet reconnects, ms: long enough for both times to be shown. */
const WITHOUT = 5 * 60_000;

type Ward = { readonly tablet: WardTablet; readonly page: Page; readonly made: MadeCase; readonly lastName: string };

const openCase = async (page: Page, { recordID }: MadeCase) => {
  await page.goto(`${stage.proxy.origin}/consent?id=${recordID}`);
  await heading(page, /^Consent, version/).waitFor();
};
const details = async ({ recordID }: MadeCase) => (await stage.staff.ask('recordDetails', { id: recordID })).data;
const signCalls = async (page: Page) => (await waitingIn(page)).filter(({ call }) => call === 'recordSign');

/** A tablet without a network on which the patient has signed a sent form. */
async function signedByPatient(lastName: string): Promise<Ward> {
  const person = { firstName: 'Ottilie', lastName: stage.secret(lastName), dateOfBirth: '1948-05-06' };
  const made = await makeCase(stage.server.origin, stage.staff, { person, until: 'ready' });
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await openCase(page, made);
  await untilFetched(page, 'consents', [made.consentID]);
  await tablet.context.setOffline(true);
  await tablet.context.clock.setFixedTime(Date.now() - WITHOUT);
  await handOver(page);
  await readToSignature(page);
  await drawSignature(page);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await page.getByText('Saved on this tablet.').waitFor();
  return { tablet, page, made, lastName };
}

/** Kills the tablet with all of its queued ops, and starts it with a network; none of the queued ops is missing. */
async function killedAndBack({ tablet, page }: Pick<Ward, 'tablet' | 'page'>): Promise<Page> {
  const told = await waitingIn(page);
  await tablet.kill();
  const next = await tablet.open();
  await next.goto(`${stage.proxy.origin}/login`);
  // The browser writes localStorage to the disk up to a minute late: a handover that has ended may be back after a kill.
  const stillHandedOver = heading(next, 'This tablet is with a patient');
  await heading(next, 'Sign in').or(stillHandedOver).waitFor();
  const isHandedOver = await stillHandedOver.isVisible();
  if (!isHandedOver) await next.getByText(`Demo Clinician: ${told.length} unsent`).waitFor();
  const ids = (all: typeof told) => all.map(({ opId }) => opId);
  expect(ids(await waitingIn(next)), 'what waited before').toEqual(ids(told));
  await signIn(next);
  if (isHandedOver) await heading(next, /^Consent, version/).waitFor();
  await untilSent(next);
  return next;
}

/** Each has signed once, the document is sealed once and verifies, and the patient has no other change. */
async function expectSealedOnce({ made, lastName }: Pick<Ward, 'made' | 'lastName'>): Promise<void> {
  const bytes = await sealedDocument(stage.server.origin, stage.staff, made);
  const { consents, timeline } = await details(made);
  expect(consents).toHaveLength(1);
  expect(consents[0]).toMatchObject({ status: 'SIGNED', sealState: 'SEALED' });
  expect(consents[0]?.signatures.map(({ role }) => role).toSorted()).toEqual(['CLINICIAN', 'PATIENT']);
  for (const { strokes } of consents[0]?.signatures ?? []) expect(strokes?.flat().length).toBeGreaterThan(10);
  const types = timeline.map(({ type }) => type);
  const once = ['HANDOVER_STARTED', 'IDENTITY_CONFIRMED', 'ALL_SIGNED', 'SEALED'] as const;
  for (const type of once)
    expect(
      types.filter((each) => each === type),
      type,
    ).toHaveLength(1);
  expect(types.filter((each) => each === 'SIGNED')).toHaveLength(2);
  expect((await stage.staff.ask('recordTimeline', { id: made.recordID })).data.chain.ok).toBe(true);
  const folder = fs.mkdtempSync(path.join(stage.server.dataDir, 'sealed-'));
  const file = path.join(folder, 'sealed.pdf');
  fs.writeFileSync(file, bytes);
  const { signatures, text } = inspectPdf(file);
  expect(signatures).toContain('Signature is Valid.');
  expect(signatures).toContain('Total document signed');
  expect(text.toUpperCase()).toContain(lastName.toUpperCase());
  await expectOnServer(stage.staff, [{ lastName, changes: 0 }]);
}

test('both sign without a network, the tablet dies, and what it told of is sealed once when it is back', async () => {
  const { tablet, page, made, lastName } = await signedByPatient('Demo-Both-Signed-Then-Killed');
  await takeBackAndSign(page);
  expect(await signCalls(page)).toHaveLength(2);
  const next = await killedAndBack({ tablet, page });
  await expectSealedOnce({ made, lastName });
  for (const { capturedAt, receivedAt } of (await details(made)).consents[0]?.signatures ?? [])
    expect(Date.parse(receivedAt) - Date.parse(capturedAt)).toBeGreaterThanOrEqual(WITHOUT);
  await openCase(next, made);
  for (const time of [/^Signed on the tablet .*\d\d:\d\d/, /^Received .*\d\d:\d\d/])
    await expect.poll(() => next.getByText(time).count(), { timeout: PATIENCE }).toBe(2);
});

test('the patient signs without a network, the tablet dies before the clinician is asked, and the ink alone arrives once', async () => {
  const { tablet, page, made, lastName } = await signedByPatient('Demo-Ink-Alone-Then-Killed');
  expect(await signCalls(page)).toHaveLength(1);
  const next = await killedAndBack({ tablet, page });
  const [before] = (await details(made)).consents;
  expect(before).toMatchObject({ status: 'PARTIALLY_SIGNED', sealState: 'NONE' });
  expect(before?.signatures.map(({ role }) => role)).toEqual(['PATIENT']);
  await openCase(next, made);
  await next.getByText(/^Signed on the tablet .*\d\d:\d\d/).waitFor();
  await next.getByText(/^Received .*\d\d:\d\d/).waitFor();
  await signAsClinician(next);
  await expectSealedOnce({ made, lastName });
  await untilSent(next);
});
