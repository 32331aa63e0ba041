import { checkOf } from '#tests/support/forms/ticks-on-paper.ts';
import { expect, test } from 'vitest';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { openScannedPdf } from '#server/outside/scan/pdf/pdf-pages.ts';
import { photograph, withInk } from '#tests/server/outside/scan/photograph.ts';
import { sent, signIn } from '#tests/support/forms/builders.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('a form is printed, signed with ink, photographed at an angle, uploaded, matched by its codes and signed', async () => {
  const staff = await signIn(app);
  const form = await sent(staff);
  const { consentID, recipients } = form;
  const printed = await openScannedPdf(await privateFile(app, staff, consentID, 'PAPER'));
  const files: Blob[] = [];
  for (let page = 0; page < printed.pages; page += 1) {
    const camera = { width: 1800, height: 2430, tilt: page % 2 === 0 ? 18 : -18, roll: 5 - 9 * page };
    files.push(new Blob([new Uint8Array(photograph(withInk(await printed.draw(page)), camera))]));
  }
  printed.close();
  expect(files.length).toBeGreaterThan(1);
  const input = { consentID, files };
  const { data: scan } = await call(calls.consentBitpaperUpload, input, app.wire(staff.token));
  expect(scan.match).toBe('MATCHED');
  expect(scan.pages.map(({ printed: number }) => number)).toEqual(files.map((_, at) => at + 1));
  const signers = recipients.map(({ signing_order }) => ({ signing_order, signedOn: '2026-08-06' }));
  const { data } = await staff.call('recordConfirmScan', checkOf(form, scan, { signers }));
  expect(data.status).toBe('SIGNED');
});
