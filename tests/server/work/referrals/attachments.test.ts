import { expect, test } from 'vitest';
import { call, callForFile, CallFailed } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { ATTACHMENT_REFUSALS } from '#domain/documents/attachment.ts';
import { ATTACHMENTS_MOST } from '#domain/referrals/referral.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sha256Hex } from '#server/sha256.ts';
import { PDF } from '@libpdf/core';

type Staff = Caller & { token: string };
let referrer: Staff;
let eyes: Staff;
let surgeon: Staff;
const app = useTestApp(async (opened) => {
  referrer = await signIn(opened, 'referrer@demo.nhs.uk');
  eyes = await signIn(opened, 'eyes@demo.nhs.uk');
  surgeon = await signIn(opened, 'clinician@demo.nhs.uk');
});

async function referral() {
  const patientID = (await referrer.call('patientCreate', aPatient())).data.patient.id;
  return (await referrer.call('recordRefer', { patientID, to: { speciality: 'Ophthalmology' }, question: 'Why?' })).data;
}
function attach(by: Staff, recordID: string, bytes: Uint8Array, name = 'letter.pdf') {
  // The part named `file` travels beside the fields.
  const input = { recordID, file: new File([new Uint8Array(bytes)], name) };
  return call(calls.recordAttach, input, app.wire(by.token));
}
async function refusedFile(recordID: string, bytes: Uint8Array, by = referrer): Promise<CallFailed> {
  const answer = await attach(by, recordID, bytes).catch((error: unknown) => error);
  if (!(answer instanceof CallFailed)) throw new Error('the file was taken');
  return answer;
}
async function aPdf(): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.addPage({ width: 300, height: 300 });
  return pdf.save();
}

test('both sides attach, the kind is that of the content, and everybody on it downloads the very bytes', async () => {
  const { recordID } = await referral();
  const [png, pdf] = [blankPage(), await aPdf()];
  await attach(referrer, recordID, png, 'C:\\photos\\left eye.html');
  const { data, message } = await attach(eyes, recordID, pdf, 'plan.pdf');
  expect(message).toBe('File attached');
  expect(data.referral?.attachments).toMatchObject([
    { name: 'left eye.png', type: 'image/png', size: png.length, sha256: sha256Hex(png), by: 'Demo Referrer' },
    { name: 'plan.pdf', type: 'application/pdf', by: 'Demo Eyes' },
  ]);
  const id = data.referral?.attachments[0]?.id ?? '';
  const file = await callForFile(calls.recordAttachment, { id }, app.wire(eyes.token));
  expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
  const raw = await app.ask({ url: `/api/record/attachment?id=${id}`, headers: { authorization: `Bearer ${eyes.token}` } });
  expect(raw.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="left eye.png"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
  expect((await app.ask({ url: `/api/record/attachment?id=${id}` })).status).toBe(401);
});

test('the same file again is the one that is there, and an eleventh is refused', async () => {
  const { recordID } = await referral();
  const first = blankPage();
  for (let again = 0; again < 2; again += 1)
    expect((await attach(referrer, recordID, first)).data.referral?.attachments).toHaveLength(1);
  for (let nth = 1; nth < ATTACHMENTS_MOST; nth += 1) await attach(referrer, recordID, blankPage());
  expect((await refusedFile(recordID, blankPage())).fields).toEqual([
    { path: 'file', message: 'A referral has at most 10 files' },
  ]);
  expect((await attach(referrer, recordID, first)).data.referral?.attachments).toHaveLength(ATTACHMENTS_MOST);
});

test('what is no whole PDF, JPEG or PNG is refused in words, and nothing is stored', async () => {
  const { recordID } = await referral();
  const active = Buffer.from(await aPdf())
    .toString('latin1')
    .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>');
  const files: [keyof typeof ATTACHMENT_REFUSALS, Uint8Array][] = [
    ['NOT_A_SCAN', Buffer.from('<script>alert(1)</script>')],
    ['NOT_A_SCAN', Buffer.from('PK\u0003\u0004 a document')],
    ['NOT_A_SCAN', Buffer.concat([Buffer.from('<html>'), await aPdf()])],
    ['EMPTY', Buffer.alloc(0)],
    ['DAMAGED', blankPage().subarray(0, 200)],
    ['DAMAGED', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2])],
    ['DAMAGED', Buffer.from('%PDF-1.7 nothing')],
  ];
  for (const [reason, bytes] of files) {
    const { code, fields } = await refusedFile(recordID, bytes);
    expect([code, fields]).toEqual(['INVALID', [{ path: 'file', message: ATTACHMENT_REFUSALS[reason] }]]);
  }
  const { fields } = await refusedFile(recordID, Buffer.from(active, 'latin1'));
  expect([ATTACHMENT_REFUSALS.ACTIVE_CONTENT, ATTACHMENT_REFUSALS.DAMAGED]).toContain(fields?.[0]?.message);
  expect((await refusedFile(recordID, Buffer.alloc(10 * 1024 * 1024 + 1, 65))).code).toBe('TOO_LARGE');
  expect((await eyes.call('recordReferralGet', { id: recordID })).data.record).toMatchObject({
    version: 1,
    referral: { attachments: [] },
  });
});

test('nobody else attaches, and nobody once it has ended; the files stay for those who were on it', async () => {
  const { recordID } = await referral();
  expect((await refusedFile(recordID, blankPage(), surgeon)).code).toBe('FORBIDDEN');
  const { data } = await attach(referrer, recordID, blankPage());
  await eyes.call('recordReferral', { recordID, version: data.version, move: 'REJECT', text: 'Glasses first.' });
  expect((await refusedFile(recordID, blankPage())).code).toBe('MOVE_REFUSED');
  expect((await refusedFile(recordID, blankPage(), eyes)).code).toBe('MOVE_REFUSED');
  const id = data.referral?.attachments[0]?.id ?? '';
  expect((await callForFile(calls.recordAttachment, { id }, app.wire(referrer.token))).size).toBeGreaterThan(0);
  const other = await signIn(app, 'clinician@second.nhs.uk');
  const foreign = await callForFile(calls.recordAttachment, { id }, app.wire(other.token)).catch((error: unknown) => error);
  expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
});
