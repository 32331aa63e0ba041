import { expect, test } from 'vitest';
import { call, callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { draft, handOver, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { aLogo } from '#tests/support/forms/logo.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { verdictOf } from '#tests/support/server/stored-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let admin: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

const OLD = 'Demo General Hospital';
const own = async () => (await admin.call('organisation', {})).data;
const change = async (fields: Partial<Input<'organisationUpdate'>>) => {
  const { name, address, supportEmail, supportPhone, version } = await own();
  await admin.call('organisationUpdate', { name, address, supportEmail, supportPhone, version, ...fields });
};
const download = async (request_id: string) =>
  Buffer.from(await (await callForFile(calls.consentDownload, { request_id }, app.wire(staff.token))).arrayBuffer());
const uploadLogo = async () =>
  (await call(calls.organisationLogoUpload, { file: new Blob([new Uint8Array(aLogo())]) }, app.wire(admin.token))).data;

test('a form keeps the name it was sent under: on its pages, its documents and its links; a new one has the new name', async () => {
  const form = await sent(staff);
  const open = await draft(staff);
  const mailed = await mailedForm(app, staff);
  const digests = async () => {
    const found = [];
    for (const { recordID } of [form, mailed])
      found.push((await staff.call('recordDetails', { id: recordID })).data.consents[0]!.contentDigest);
    return found;
  };
  const before = await digests();
  await change({ name: 'Demo Royal', address: '1 Demo Lane\nDemotown', patientPhone: '01632 960001' });
  const handed = await handOver(app, staff, form);
  expect(handed.details.organisation.name).toBe(OLD);
  // The contact is today's: a number that nobody answers would be of no use.
  const bare = await visit(app, mailed);
  expect(bare.details.organisation.name).toBe(OLD);
  const { data: landing } = await staff.call('consentDetailsByToken', { token: mailed.token });
  expect(landing).toMatchObject({ organisation: { name: OLD }, support: '01632 960001' });
  await staff.call('consentSendEmail', { consentID: mailed.consentID, role: 'PATIENT' });
  const again = (await mailsTo(app, mailed.address)).at(-1);
  expect(again).toMatchObject({ fromName: `${OLD} (consent forms)`, replyTo: 'support@demo.nhs.uk' });
  expect(again?.text.replaceAll(/\s+/g, ' ')).toContain(`is a patient of ${OLD}.`);
  expect(again?.text.replaceAll(/\s+/g, ' ')).toContain('or ring 01632 960001, and say C-');
  for (const kind of ['PRE_SIGNED', 'PAPER'] as const) {
    const text = textOf(await privateFile(app, staff, form.consentID, kind));
    expect([text.includes(OLD), text.includes('Demo Royal'), text.includes('Demo Lane')]).toEqual([true, false, false]);
  }
  await signAll(app, staff, form);
  await app.doJobs();
  const sealed = await download(form.consentID);
  expect([textOf(sealed).includes(OLD), textOf(sealed).includes('Demo Royal')]).toEqual([true, false]);
  // The page that checks a file is of today, and the digest is as it was.
  expect(await verdictOf(app, sealed)).toMatchObject({ state: 'AUTHENTIC', organisation: 'Demo Royal' });
  expect(await digests()).toEqual(before);
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Asked to' });
  await app.doJobs();
  expect(textOf(await privateFile(app, staff, form.consentID, 'VIEW'))).toContain(OLD);
  // A draft is of nobody yet.
  const { consentID, version } = open;
  expect(textOf(await privateFile(app, staff, consentID, 'PRE_SIGNED'))).toContain('Demo Royal');
  const view = (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
  expect(view.organisationName).toBe('Demo Royal');
  expect((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!.organisationName).toBe(OLD);
  expect((await mailsTo(app, (await mailedForm(app, staff)).address)).at(-1)?.fromName).toBe('Demo Royal (consent forms)');
});

test('a form that is taken back and sent again has the name of that day', async () => {
  const form = await sent(staff);
  await change({ name: 'Demo Northern' });
  await staff.call('recordRecall', { consentID: form.consentID, reason: 'A mistake' });
  const recalled = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
  expect(recalled.organisationName).toBeNull();
  const { consentID, version } = recalled;
  expect((await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data.organisationName).toBe(
    'Demo Northern',
  );
});

test('name, address and logo stand at the head of a document, which stays a valid PDF/A-3a', async () => {
  await uploadLogo();
  const form = await sent(staff);
  const { logo } = await own();
  await admin.call('organisationLogoRemove', { id: logo ?? '' });
  await change({ address: '2 Other Lane' });
  await signAll(app, staff, form);
  await app.doJobs();
  const file = await download(form.consentID);
  expect(textOf(file)).toContain('1 Demo Lane, Demotown');
  expect(onPdf(file, 'pdfimages', '-list', 'FILE')).toMatch(/image\s+300\s+100/);
  const objects = onPdf(file, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-');
  expect(objects).toContain('/Alt (Logo of Demo Northern)');
  expect(onPdf(file, 'pdfinfo', '-meta', 'FILE')).toMatch(/pdfaid:conformance\W+A\b/);
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  const plain = await sent(staff);
  const drawn = await privateFile(app, staff, plain.consentID, 'PRE_SIGNED');
  expect(textOf(drawn)).toContain('2 Other Lane');
  expect(onPdf(drawn, 'pdfimages', '-list', 'FILE')).not.toMatch(/300\s+100/);
});
