import { expect, test } from 'vitest';
import { callForFile, type CallFailed } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import { parsePageCode } from '#domain/documents/paper-code.ts';
import type { PageDrawing } from '#server/outside/scan/page-pictures.ts';
import { decodePicture } from '#server/outside/scan/decode-picture.ts';
import { readPageCodes } from '#server/outside/scan/page-codes.ts';
import { Busy } from '#server/outside/work-thread.ts';
import { sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { checkOf } from '#tests/support/forms/ticks-on-paper.ts';
import { requestOf } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { everybody, paperDesk } from './paper-desk.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const { upload, printed } = paperDesk(app, () => staff);

type Asked = Input<'recordScanPage'>;
/** The picture of a page as somebody is answered it. */
const pictureFor = async (asked: Asked, by: Caller & { token: string } = staff) =>
  Buffer.from(await (await callForFile(calls.recordScanPage, asked, app.wire(by.token))).arrayBuffer());
const refusedFor = (asked: Asked, by?: Caller & { token: string }): Promise<CallFailed> =>
  pictureFor(asked, by).then(
    () => {
      throw new Error('The page was not refused');
    },
    (failure: CallFailed) => failure,
  );

/** A form that is out, with a scan of all its printed pages that nobody has checked. */
async function scanned() {
  const form = await sent(staff);
  const scan = await upload(form.consentID, await printed(form.consentID));
  return { form, scan, asked: { consentID: form.consentID, sha256: scan.sha256, page: 1 } };
}

/** The page numbers that the codes in a picture say. */
async function numbersIn(jpeg: Buffer): Promise<(number | undefined)[]> {
  const codes = await readPageCodes(await decodePicture(jpeg, 'JPEG'), () => false);
  return [...new Set(codes.map((text) => parsePageCode(text)?.page))];
}

test('each page of a scan is a picture of that page, large enough to read, before and after its check', async () => {
  const { form, scan, asked } = await scanned();
  expect(scan.pages.length).toBeGreaterThan(1);
  for (const { page } of scan.pages) {
    const jpeg = await pictureFor({ ...asked, page });
    const { width, height } = await decodePicture(jpeg, 'JPEG');
    expect([Math.max(width, height), await numbersIn(jpeg)]).toEqual([2800, [page]]);
  }
  await staff.call('recordConfirmScan', checkOf(form, scan, { signers: everybody(form) }));
  expect(await numbersIn(await pictureFor({ ...asked, page: 2 }))).toEqual([2]);
});

test('a page is answered as a file that nothing runs and nobody stores', async () => {
  const { asked } = await scanned();
  const { status, headers } = await app.ask(requestOf(calls.recordScanPage, { token: staff.token, fields: asked }));
  expect([status, headers]).toMatchObject([
    200,
    {
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${asked.consentID}_scan-page-1.jpg"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  ]);
});

test('a page is shown to whoever may read documents of this organisation, and to nobody else', async () => {
  const { form, scan, asked } = await scanned();
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  expect((await pictureFor(asked, reader)).length).toBeGreaterThan(1000);
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await refusedFor(asked, auditor)).code).toBe('FORBIDDEN');
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  expect((await refusedFor(asked, stranger)).code).toBe('NOT_FOUND');
  await staff.call('recordConfirmScan', checkOf(form, scan, { signers: everybody(form) }));
  // Of another patient than its case’s: for those who record errors or audit alone.
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  expect((await refusedFor(asked, reader)).code).toBe('FORBIDDEN');
  expect((await pictureFor(asked)).length).toBeGreaterThan(1000);
});

test('a scan outside the own team needs a reason first', async () => {
  const { asked } = await scanned();
  app.deps.settings.breakGlass = true;
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  expect((await refusedFor(asked, eyes)).code).toBe('REASON_NEEDED');
  app.deps.settings.breakGlass = false;
});

test('a scan that was deleted, replaced or exchanged is not shown, nor one of another form', async () => {
  const { form, asked } = await scanned();
  const other = await scanned();
  expect((await refusedFor({ ...asked, sha256: other.asked.sha256 })).status).toBe(404);
  const newer = await upload(form.consentID, blankPage());
  expect((await refusedFor(asked)).status).toBe(404);
  const present = { ...asked, sha256: newer.sha256 };
  await pictureFor(present);
  await staff.call('recordDiscardScan', { consentID: form.consentID, sha256: newer.sha256 });
  expect((await refusedFor(present)).status).toBe(404);

  const { asked: altered } = other;
  const ofForm = app.database.db.updateTable('documents').where('consent_id', '=', altered.consentID).where('kind', '=', 'SCAN');
  await ofForm.set({ bytes: await printed(form.consentID) }).execute();
  expect(await refusedFor(altered)).toMatchObject({ status: 409, code: 'DOCUMENT_ALTERED' });
});

test('a page that a scan does not have is named, and input that is none is refused', async () => {
  const { scan, asked } = await scanned();
  const last = scan.pages.length;
  const beyond = await refusedFor({ ...asked, page: last + 1 });
  expect([beyond.status, beyond.fields]).toEqual([400, [{ path: 'page', message: `The scan has no page ${last + 1}` }]]);
  const whole = new URLSearchParams({ ...asked, page: '1' });
  for (const [field, value] of [
    ...['0', '-1', '51', '1.5', 'one', '', '1e1', '999999999999999999999'].map((each) => ['page', each]),
    ...['', 'AB'.repeat(32), 'ab', "' or 1=1"].map((each) => ['sha256', each]),
    ['consentID', 'none'],
    ['other', '1'],
  ] as const) {
    const query = new URLSearchParams(whole);
    query.set(field, value);
    const { status, body } = await app.ask({
      url: `/api/record/scanPage?${query.toString()}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect([field, value, status, body.error]).toEqual([field, value, 400, 'INVALID']);
  }
});

test('a page that cannot be drawn, or has to wait, is refused in words', async () => {
  const { asked } = await scanned();
  const { scans } = app.deps;
  const drawn: PageDrawing[] = [];
  app.deps.scans = {
    ...scans,
    showPage: async (drawing) => {
      drawn.push(drawing);
      if (drawn.length > 1) throw new Busy('Too many pages wait to be shown.');
      return { ok: false, reason: 'TOO_SLOW' };
    },
  };
  const undrawn = await refusedFor(asked);
  expect([undrawn.status, undrawn.message]).toEqual([
    409,
    'This page cannot be shown as a picture. Open the scan itself, or scan the paper again.',
  ]);
  expect((await refusedFor(asked)).status).toBe(503);
  expect(drawn.map(({ index, look }) => [index, look])).toEqual([
    [0, 'COLOUR'],
    [0, 'COLOUR'],
  ]);
  app.deps.scans = scans;
});

test('each page that somebody is shown is a line of the access log, with who, of whom and which page', async () => {
  const { form, asked } = await scanned();
  const lines = () =>
    app.database.db
      .selectFrom('access_log')
      .select(['act', 'actor', 'patient_id', 'detail'])
      .where('call', '=', 'recordScanPage')
      .where('patient_id', '=', form.patientID)
      .orderBy('seq')
      .execute();
  await pictureFor({ ...asked, page: 2 });
  await pictureFor({ ...asked, page: 1 });
  await refusedFor({ ...asked, page: 50 });
  const line = { act: 'DOCUMENT', actor: 'Demo Clinician', patient_id: form.patientID };
  expect(await lines()).toEqual([
    { ...line, detail: 'page 2' },
    { ...line, detail: 'page 1' },
  ]);
});
