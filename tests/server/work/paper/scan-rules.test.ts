import { ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { blankForm } from '#server/work/documents/blank/blank-form.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { everybody, paperDesk, TODAY } from './paper-desk.ts';

type Sent = Output<'consentSend'>['data'];

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
const { upload, refusedUpload, faultsOf, scansOf } = paperDesk(app, () => staff);

/** A scan without codes, and all that a clinician says of it. */
async function unread(
  form: Sent,
  { signers = everybody(form), file = blankPage() }: { signers?: object[]; file?: Uint8Array } = {},
) {
  const { sha256, pages, match } = await upload(form.consentID, file);
  const { lastName, dateOfBirth } = form.shownPatient!;
  const said = {
    consentID: form.consentID,
    sha256,
    pagesChecked: pages.map(({ page }) => page),
    identifiers: { lastName, dateOfBirth, isSameProcedure: true },
  };
  const listed = signers as ReturnType<typeof everybody>;
  return { ...said, signers: listed, answers: ticksOnPaper(form, listed, { match }) };
}

const placeOf = ({ recipients }: Sent, role: string) => recipients.find((each) => each.role === role)!.signing_order;
const versionOf = async ({ recordID }: Sent) => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;

/** The case of a form is opened again, and its new version sent. */
async function sentAgain({ recordID }: Sent): Promise<Sent> {
  const { consentID } = await staff.call('recordReopen', { id: recordID, reason: 'A new finding' });
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.consents.find(
    (each) => each.consentID === consentID,
  )!;
  const clinicianStatement = { discussed: true, capacity: true };
  const saved = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  return (await staff.call('consentSend', { consentID, version: saved.version, channel: 'DEVICE' })).data;
}

test('one file is the scan of one form', async () => {
  const [one, other] = [await sent(staff), await sent(staff)];
  const blank = renderPdf(blankForm('FORM_1'));
  await staff.call('recordConfirmScan', await unread(one, { file: blank }));
  expect((await refusedUpload(other.consentID, blank)).fields[0]!.message).toContain('already the scan of another form');
  expect(await scansOf(other.consentID)).toEqual([]);
});

test('procedure and side on a paper without codes are compared too', async () => {
  const form = await sent(staff);
  const said = await unread(form);
  const wrong = { ...said, identifiers: { ...said.identifiers, isSameProcedure: false } };
  expect((await staff.refused('recordConfirmScan', wrong)).fields[0]!.message).toContain('Compare the procedure and the side');
});

test('ink from before somebody said no does not count for a later form', async () => {
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  await holder.call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
  const later = await sentAgain(form);
  for (const day of ['2026-08-01', TODAY]) {
    const refused = await staff.refused('recordConfirmScan', await unread(later, { signers: everybody(later, day) }));
    expect(refused.fields[0]!.message).toContain('On 6 August 2026 somebody said no to this treatment');
  }
  expect((await versionOf(later)).status).toBe('SENT');
});

test('ink from before another form was signed, or so old that it would have lapsed, does not count', async () => {
  const form = await sent(staff);
  await staff.call('recordConfirmScan', await unread(form));
  const later = await sentAgain(form);
  const before = await staff.refused('recordConfirmScan', await unread(later, { signers: everybody(later, '2026-08-05') }));
  expect(before.fields[0]!.message).toContain('On 6 August 2026 another form of this case was signed');
  const old = await sent(staff);
  const lapsed = await staff.refused('recordConfirmScan', await unread(old, { signers: everybody(old, '2026-01-30') }));
  expect(lapsed.fields[0]!.message).toContain('This paper is older than 182 days');
});

test('a signer who was not ticked at first is ticked on the same scan, and nobody twice', async () => {
  const form = await sent(staff);
  const [patient, clinician] = [placeOf(form, 'PATIENT'), placeOf(form, 'CLINICIAN')];
  const on = (order: number) => ({ signing_order: order, signedOn: TODAY });
  const said = await unread(form, { signers: [on(patient), on(patient)] });
  expect((await staff.refused('recordConfirmScan', said)).fields[0]!.message).toContain('named twice');
  await staff.call('recordConfirmScan', { ...said, signers: [on(patient)] });
  const { data } = await staff.call('recordConfirmScan', { ...said, signers: [on(clinician)], answers: [] });
  expect([data.status, data.signatures.length]).toEqual(['SIGNED', 2]);
  expect(await faultsOf(form)).toEqual([]);
});

test('each scan that signatures rest on can be opened, whatever is uploaded after it', async () => {
  const form = await sent(staff);
  const on = (role: string) => [{ signing_order: placeOf(form, role), signedOn: TODAY }];
  const first = await unread(form, { signers: on('PATIENT') });
  await staff.call('recordConfirmScan', first);
  const second = await unread(form);
  await staff.call('recordDiscardScan', { consentID: form.consentID, sha256: second.sha256 });
  const third = await unread(form, { signers: on('CLINICIAN') });
  await staff.call('recordConfirmScan', third);
  const bytes = new Set<string>();
  for (const { sha256 } of [first, third]) {
    const { url } = await staff.call('consentGetPrivateUrl', { consentID: form.consentID, kind: 'SCAN', sha256 });
    bytes.add(url);
  }
  expect(bytes.size).toBe(2);
  const gone = { consentID: form.consentID, kind: 'SCAN' as const, sha256: second.sha256 };
  expect((await staff.refused('consentGetPrivateUrl', gone)).status).toBe(404);
});

test('a scan that nobody has checked goes when the form is signed, declined, taken back or recorded in error', async () => {
  const ends: ((form: Sent) => Promise<unknown>)[] = [
    async (form) => {
      await (await handOver(app, staff, form)).call('recordSign', inked((await handOver(app, staff, form)).details));
      return staff.call('recordSign', typed(form));
    },
    async (form) => (await handOver(app, staff, form)).call('recordDecline', { consentID: form.consentID, reason: 'No' }),
    ({ consentID }) => staff.call('recordRecall', { consentID, reason: 'Wrong side' }),
    ({ consentID }) => staff.call('recordVoid', { consentID, reason: 'Made twice' }),
    ({ recordID }) => staff.call('recordReopen', { id: recordID, reason: 'A new finding' }),
  ];
  for (const end of ends) {
    const form = await sent(staff);
    await upload(form.consentID, blankPage());
    await end(form);
    expect(await scansOf(form.consentID)).toEqual([]);
    const { timeline } = (await staff.call('recordDetails', { id: form.recordID })).data;
    expect(timeline.some(({ type }) => type === 'SCAN_DISCARDED')).toBe(true);
    expect(await faultsOf(form)).toEqual([]);
  }
});

test('what was shown may not change between a scan and its check, nor while the scan is read', async () => {
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  const answer = (mattersToMe: string) => holder.call('recordAnswers', { consentID: form.consentID, mattersToMe });
  const said = await unread(form);
  await answer('To read');
  expect((await staff.refused('recordConfirmScan', said)).code).toBe('SIGNED_CONTENT_MISMATCH');
  const { scans } = app.deps;
  app.deps.scans = {
    ...scans,
    inspect: async (files) => {
      await answer('To swim');
      return scans.inspect(files);
    },
  };
  const raced = await refusedUpload(form.consentID, blankPage()).finally(() => (app.deps.scans = scans));
  expect(raced.fields[0]!.message).toContain('The form has changed in the meantime');
});

test('nobody consents on paper for a patient who has died', async () => {
  const form = await sent(staff);
  const said = await unread(form);
  const { data } = await staff.call('patientGetDetails', { id: form.patientID });
  await staff.call('patientUpdateStatus', { id: form.patientID, version: data.patient.version, status: 'DECEASED' });
  expect((await staff.refused('recordConfirmScan', said)).message).toContain('deceased or merged');
  expect((await refusedUpload(form.consentID, blankPage())).message).toContain('deceased or merged');
});

test('a form that does not fit the age at the day on the paper is signed by nobody', async () => {
  const form = await sent(staff);
  const said = await unread(form);
  const { data } = await staff.call('patientGetDetails', { id: form.patientID });
  await staff.call('patientUpdate', { id: form.patientID, version: data.patient.version, dateOfBirth: '2015-03-14' });
  const refused = await staff.refused('recordConfirmScan', said);
  expect(refused.fields[0]).toMatchObject({ path: 'signers.0.signing_order', message: 'The patient was under 16.' });
});

test('a form about which the adults disagree is not signed by paper alone', async () => {
  const form = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  const father = await signerAt(app, staff, form, ['PARENT', 2]);
  await father.call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
  const { data } = await staff.call('recordConfirmScan', await unread(form));
  expect(data.status).toBe('PARTIALLY_SIGNED');
});

test('ink of a tablet that arrives after the ink on paper is stored as evidence', async () => {
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  const said = await unread(form, { signers: [{ signing_order: placeOf(form, 'PATIENT'), signedOn: TODAY }] });
  await staff.call('recordConfirmScan', said);
  const late = await holder.refused('recordSign', inked(holder.details), crypto.randomUUID());
  expect(late.code).toBe('ALREADY_SIGNED');
  const { timeline } = (await staff.call('recordDetails', { id: form.recordID })).data;
  expect(timeline.at(-1)).toMatchObject({ type: 'SIGNATURE_REFUSED', detail: { reason: 'Signed on paper before' } });
});

test('two clinicians who check one scan at once save its signatures once', async () => {
  const form = await sent(staff);
  const said = await unread(form);
  const answers = await Promise.allSettled([staff.call('recordConfirmScan', said), staff.call('recordConfirmScan', said)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await versionOf(form)).signatures.length).toBe(2);
  expect(await faultsOf(form)).toEqual([]);
});

test('a form is not stuck because its paper is old, and the audit file invents no time', async () => {
  const form = await sent(staff);
  await staff.call('recordConfirmScan', await unread(form, { signers: everybody(form, '2026-08-01') }));
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { seals } = (await admin.call('statusGet', {})).data;
  expect(seals.map(({ consentID }) => consentID)).not.toContain(form.consentID);
  await app.doJobs();
  const file = await privateFile(app, staff, form.consentID, 'AUDIT');
  const audit = unbroken(onPdf(file, 'pdftotext', '-layout', 'FILE', '-'));
  expect(audit).toContain(unbroken('All signed 1 August 2026'));
  expect(audit).not.toContain(unbroken('1 August 2026, 13:00'));
});
