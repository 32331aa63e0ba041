import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aPatient, draft, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const bare = (text: string) => text.replaceAll(/\s/g, '');
const audit = async (consentID: string, by: Caller = staff) => textOf(await privateFile(app, by, consentID, 'AUDIT'));
const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');

test('the audit file has each event of the case, whether they are whole, and the digest of each file of the version', async () => {
  const form = await signed(app, staff, { mattersToMe: 'To read' });
  await app.doJobs();
  const sealed = await staff.download(form.consentID);
  const unsigned = await privateFile(app, staff, form.consentID, 'PRE_SIGNED');
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed her mind' });
  await app.doJobs();
  const copy = await staff.download(form.consentID);
  const { events, chain } = (await staff.call('recordTimeline', { id: form.recordID })).data;
  const file = await privateFile(app, staff, form.consentID, 'AUDIT');
  const text = textOf(file);
  for (const words of [
    'Withdrawn',
    'Case opened',
    'Document sealed',
    'Withdrawn, recorded by Demo Clinician: “Changed her mind”',
  ])
    expect(text).toContain(words);
  expect(text).toContain(`Whole: all ${events.length} events fit together`);
  for (const each of [sealed, unsigned, copy]) expect(bare(text)).toContain(sha256(each));
  for (const kind of ['Signed and sealed form', 'Unsigned form', 'Viewing copy']) expect(text).toContain(kind);
  expect(bare(text)).toContain(chain.head);
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
});

test('a draft has one too, and a timeline that was altered says so', async () => {
  const { consentID, recordID } = await draft(staff);
  expect(await audit(consentID)).toContain('No file of this version was made yet.');
  const made = app.database.db.updateTable('cases').where('id', '=', recordID);
  await made.set({ status: 'SIGNED' }).execute();
  expect(await audit(consentID)).toContain('Not whole');
});

test('events about a form of another patient are shown to nobody who may not read them', async () => {
  const wrong = await sent(staff);
  await staff.call('recordReopen', { id: wrong.recordID, reason: 'Written for Demo-Other' });
  const [next] = (await staff.call('recordDetails', { id: wrong.recordID })).data.consents;
  await staff.call('recordVoid', { consentID: wrong.consentID, reason: 'It was hers', kind: 'WRONG_PATIENT' });
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  const restricted = await audit(next!.consentID, reader);
  expect(restricted).toContain('Some events are about a form of another patient, and are not shown');
  expect(restricted).not.toContain('Made ready for signing');
  expect(await audit(next!.consentID)).toContain('Made ready for signing');
  const refused = await reader.refused('consentGetPrivateUrl', { consentID: wrong.consentID, kind: 'AUDIT' });
  expect(refused.code).toBe('FORBIDDEN');
});

test('why contact details are hidden is printed nowhere', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress: 'canary-9@example.org' }))).data;
  const { consentID } = await draft(staff, { patientID: patient.id });
  await staff.call('patientUpdate', {
    id: patient.id,
    version: patient.version,
    restricted: true,
    reason: 'Her brother must not know',
  });
  const text = await audit(consentID);
  expect(text).toContain('Address, telephone and email hidden');
  expect(text).not.toContain('brother');
  expect(text).not.toContain('canary-9');
});
