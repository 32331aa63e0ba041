import { checkOf, ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { blankForm } from '#server/work/documents/blank/blank-form.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { formFourSent, capacityWithSecondOpinion } from '#tests/support/forms/form-4.ts';
import { privateFile } from '#tests/support/server/private-file.ts';
import { verdictOf } from '#tests/support/server/stored-file.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { everybody, paperDesk, TODAY } from './paper-desk.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const { upload, printed, refusedUpload, faultsOf, scansOf } = paperDesk(app, () => staff);

test('a form that was signed on paper is matched by its codes, checked, signed and sealed, and its file names the scan', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  // A scanner makes a file of its own.
  const scan = await upload(consentID, Buffer.concat([await printed(consentID), Buffer.from('\n')]));
  expect(scan).toMatchObject({ match: 'MATCHED', isBlank: false });
  expect(scan.pages.every(({ read, page, printed: number }) => read && page === number)).toBe(true);
  // Nothing counts before a clinician has looked.
  const before = (await staff.call('recordDetails', { id: form.recordID })).data;
  expect(before.record.status).toBe('SENT');
  expect(before.timeline.at(-1)).toMatchObject({ type: 'SCAN_UPLOADED', detail: { sha256: scan.sha256, match: 'MATCHED' } });

  const signers = everybody(form);
  const { data } = await staff.call('recordConfirmScan', checkOf(form, scan, { signers }));
  expect(data.status).toBe('SIGNED');
  expect(data.recipients.map(({ state, method }) => [state, method])).toEqual(
    form.recipients.map(() => ['SIGNED', 'PAPER_SCAN']),
  );
  await app.doJobs();
  const file = await staff.download(consentID);
  const text = unbroken(textOf(file));
  for (const words of [
    'On paper, dated 6 August 2026',
    'Checked by Demo Clinician',
    `SHA-256: ${scan.sha256}`,
    'Identity not checked here',
    'Signed with ink on paper, dated 6 August 2026. See the scan.',
    'Nothing ticked',
    'Ticked on paper, read by Demo Clinician',
    'Ticks were read by Demo Clinician',
    'grade not recorded, registration number not recorded',
    'The pages are attached and sealed.',
  ])
    expect(text).toContain(unbroken(words));
  expect(text).not.toContain(unbroken('On the device'));
  expect(onPdf(file, 'pdfsig', '-nocert', 'FILE')).toContain('Signature is Valid');

  const stored = await privateFile(app, staff, consentID, 'SCAN');
  expect(await verdictOf(app, stored)).toMatchObject({ state: 'UNKNOWN', file: 'SCAN' });
  expect(await verdictOf(app, file)).toMatchObject({ state: 'AUTHENTIC', file: 'SIGNED' });
  expect(await faultsOf(form)).toEqual([]);
});

test('the patient on the tablet and the clinician on paper sign one form, and the later of them dates it', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const holder = await handOver(app, staff, form);
  await holder.call('recordSign', inked(holder.details));
  const scan = await upload(consentID, await printed(consentID));
  const clinician = form.recipients.find(({ role }) => role === 'CLINICIAN')!.signing_order;
  const patient = form.recipients.find(({ role }) => role === 'PATIENT')!.signing_order;
  const confirm = (order: number) => ({
    consentID,
    sha256: scan.sha256,
    pagesChecked: [],
    signers: [{ signing_order: order, signedOn: TODAY }],
  });
  expect((await staff.refused('recordConfirmScan', confirm(patient))).code).toBe('ALREADY_SIGNED');
  const { data } = await staff.call('recordConfirmScan', confirm(clinician));
  expect(data.status).toBe('SIGNED');
  const [onTablet] = data.signatures.filter(({ method }) => method === 'DRAWN');
  expect(data.signedAt).toBe(onTablet!.receivedAt);
  await app.doJobs();
  expect(await faultsOf(form)).toEqual([]);
});

test('where no code is read, each page is looked at and two identifiers on the paper are compared', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const scan = await upload(consentID, blankPage());
  expect(scan.match).toBe('UNREAD');
  const pages = scan.pages.map(({ page }) => page);
  const shown = form.shownPatient!;
  const said = { consentID, sha256: scan.sha256, signers: everybody(form), answers: ticksOnPaper(form, everybody(form)) };
  const nothing = await staff.refused('recordConfirmScan', { ...said, pagesChecked: [] });
  expect(nothing.status).toBe(400);
  expect(nothing.fields.map(({ path }) => path)).toEqual(['pagesChecked', 'identifiers']);
  const wrong = await staff.refused('recordConfirmScan', {
    ...said,
    pagesChecked: [],
    identifiers: { lastName: 'Demo-Somebody', dateOfBirth: '1950-03-15', isSameProcedure: false },
  });
  expect(wrong.fields.map(({ path }) => path)).toEqual([
    'pagesChecked',
    'identifiers.lastName',
    'identifiers.dateOfBirth',
    'identifiers.isSameProcedure',
  ]);
  expect(wrong.fields[0]!.message).toContain('Look at page 1 of the scan');
  const identifiers = {
    lastName: shown.lastName.toLowerCase().replaceAll('-', ' '),
    dateOfBirth: shown.dateOfBirth,
    isSameProcedure: true,
  };
  const { data } = await staff.call('recordConfirmScan', { ...said, pagesChecked: pages, identifiers });
  expect(data.status).toBe('SIGNED');
});

test('a blank form that was filled in by hand is of its kind of form, and each page is looked at', async () => {
  const blank = async (formType: FormType) => renderPdf(blankForm(formType));
  const form = await sent(staff);
  const { consentID } = form;
  const strange = await refusedUpload(consentID, await blank('FORM_3'));
  expect(strange.fields[0]!.message).toContain('is of another kind of form: a blank Form 3');
  const scan = await upload(consentID, await blank('FORM_1'));
  expect(scan).toMatchObject({ match: 'UNREAD', isBlank: true });
  expect(scan.pages.every(({ read }) => read)).toBe(true);
  // It was signed before this version was written up.
  const answers = ticksOnPaper(form, everybody(form), { match: 'UNREAD' });
  const said = { consentID, sha256: scan.sha256, signers: everybody(form, '2026-08-01'), answers };
  const nothing = await staff.refused('recordConfirmScan', { ...said, pagesChecked: [] });
  expect(nothing.fields.map(({ path }) => path)).toEqual(['pagesChecked', 'identifiers']);
  const { lastName, dateOfBirth } = form.shownPatient!;
  const pagesChecked = scan.pages.map(({ page }) => page);
  const { data } = await staff.call('recordConfirmScan', {
    ...said,
    pagesChecked,
    identifiers: { lastName, dateOfBirth, isSameProcedure: true },
  });
  expect([data.status, data.signedAt]).toEqual(['SIGNED', '2026-08-01T12:00:00.000Z']);
  await app.doJobs();
  expect(unbroken(textOf(await staff.download(consentID)))).toContain(
    unbroken('A blank form was filled in by hand. The text of this document was written up afterwards.'),
  );
  expect(await faultsOf(form)).toEqual([]);
});

test('the scan of another form, of a draft, or of a form that changed is refused in words, and nothing is stored', async () => {
  const form = await sent(staff);
  const other = await sent(staff);
  const strange = await refusedUpload(form.consentID, await printed(other.consentID));
  expect(strange.status).toBe(400);
  expect(strange.fields[0]).toMatchObject({
    path: 'file',
    message: expect.stringContaining('is of another form or another version'),
  });
  const holder = await handOver(app, staff, form);
  const old = await printed(form.consentID);
  await holder.call('recordAnswers', { consentID: form.consentID, mattersToMe: 'To read' });
  const changed = await refusedUpload(form.consentID, old);
  expect(changed.fields[0]!.message).toContain('was printed before the form changed');
  const text = await refusedUpload(form.consentID, Buffer.from('not a scan'));
  expect(text.fields[0]!.message).toContain('not a PDF, JPEG or PNG');
  expect(await scansOf(form.consentID)).toEqual([]);
});

test('a scan that nobody has checked is replaced by the next one, or discarded; one that signatures rest on stays', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const first = await upload(consentID, blankPage());
  const file = await printed(consentID);
  const second = await upload(consentID, file);
  expect(await upload(consentID, file)).toEqual(second);
  expect((await scansOf(consentID)).map(({ sha256 }) => sha256)).toEqual([second.sha256]);
  const signers = everybody(form).slice(0, 1);
  const said = { consentID, pagesChecked: [], signers, answers: ticksOnPaper(form, signers) };
  const stale = await staff.refused('recordConfirmScan', { ...said, sha256: first.sha256 });
  expect(stale.fields[0]!.message).toContain('Another scan was uploaded');
  await staff.call('recordDiscardScan', { consentID, sha256: second.sha256 });
  expect(await scansOf(consentID)).toEqual([]);
  expect((await staff.refused('consentGetPrivateUrl', { consentID, kind: 'SCAN' })).status).toBe(404);
  expect((await staff.refused('recordConfirmScan', { ...said, sha256: second.sha256 })).status).toBe(404);

  await upload(consentID, file);
  await staff.call('recordConfirmScan', { ...said, sha256: second.sha256 });
  expect((await staff.refused('recordDiscardScan', { consentID, sha256: second.sha256 })).code).toBe('MOVE_REFUSED');
  await upload(consentID, blankPage());
  expect((await scansOf(consentID)).map(({ sha256 }) => sha256)).toContain(second.sha256);
  expect(await faultsOf(form)).toEqual([]);
});

test('a stored scan that was exchanged is not given out, and the check of the records says so', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const scan = await upload(consentID, await printed(consentID));
  await staff.call('recordConfirmScan', checkOf(form, scan, { signers: everybody(form) }));
  const { db } = app.database;
  const ofForm = db.updateTable('documents').where('consent_id', '=', consentID).where('kind', '=', 'SCAN');
  await ofForm.set({ sha256: 'ab'.repeat(32) }).execute();
  expect(await faultsOf(form)).toEqual(expect.arrayContaining(['DOCUMENT_GONE', 'DOCUMENT_EXCHANGED']));
  await expect(privateFile(app, staff, consentID, 'SCAN')).rejects.toThrow('is not the one that was sealed');
});

test('questions, identity and one person in both of the clinic’s blocks count on paper as they do on a tablet', async () => {
  const asked = await sent(staff);
  const holder = await handOver(app, staff, asked);
  await holder.call('recordQuestion', { consentID: asked.consentID, text: 'Will it hurt?' });
  const scan = await upload(asked.consentID, await printed(asked.consentID));
  const said = checkOf(asked, scan, { signers: everybody(asked) });
  expect((await staff.refused('recordConfirmScan', said)).message).toContain('A question is still open');

  const wrong = await sent(staff);
  const patient = await handOver(app, staff, wrong);
  await patient.call('recordIdentity', { consentID: wrong.consentID, confirmed: false });
  const scanned = await upload(wrong.consentID, await printed(wrong.consentID));
  const whole = checkOf(wrong, scanned, { signers: everybody(wrong) });
  const refused = await staff.refused('recordConfirmScan', whole);
  expect(refused.fields[0]!.message).toContain('said on the tablet that the details of the form are wrong');
});

test('only a form that is out takes a scan, of the own organisation, by whoever may write', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const file = await printed(consentID);
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  expect((await refusedUpload(consentID, file, stranger)).status).toBe(404);
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  expect((await refusedUpload(consentID, file, reader)).status).toBe(403);
  await staff.call('recordVoid', { consentID, reason: 'Made twice' });
  expect(await refusedUpload(consentID, file)).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
  expect(await scansOf(consentID)).toEqual([]);
});

test('a recall cancels the signatures on paper, and a scan of the form before is not one of the form after', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const scan = await upload(consentID, await printed(consentID));
  const signers = everybody(form).slice(0, 1);
  const said = checkOf(form, scan, { signers });
  await staff.call('recordConfirmScan', said);
  await staff.call('recordRecall', { consentID, reason: 'Another side' });
  const [draft] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  await staff.call('consentSend', { consentID, version: draft!.version, channel: 'DEVICE' });
  const again = await staff.refused('recordConfirmScan', said);
  expect(again.status).toBe(404);
  expect(await faultsOf(form)).toEqual([]);
});

test('one person does not sign on paper as the clinician and as the second opinion', async () => {
  const form = await formFourSent(staff, capacityWithSecondOpinion());
  const names = form.recipients.map(({ recipient_name, role }) => ({ recipient_name, role }));
  expect(names.some(({ role }) => role === 'SECOND_OPINION')).toBe(true);
  const { db } = app.database;
  await db
    .updateTable('recipients')
    .set({ name: form.recipients.find(({ role }) => role === 'CLINICIAN')!.recipient_name })
    .where('consent_id', '=', form.consentID)
    .where('role', '=', 'SECOND_OPINION')
    .execute();
  const scan = await upload(form.consentID, await printed(form.consentID));
  const said = checkOf(form, scan, { signers: everybody(form) });
  expect((await staff.refused('recordConfirmScan', said)).fields[0]!.message).toContain('One person cannot be the clinician');
  await staff.call('recordSign', typed(form));
});

// The last one: the clock does not go back.
test('a form is as old as the day on the paper, not as its scan', async () => {
  const form = await sent(staff);
  const { consentID } = form;
  const file = await printed(consentID);
  app.clock.advance(100 * DAY);
  const later = await signIn(app);
  const scan = await upload(consentID, file, later);
  const confirm = (signedOn: string) => checkOf(form, scan, { signers: everybody(form, signedOn) });
  const early = await later.refused('recordConfirmScan', confirm('2026-08-05'));
  expect(early.fields[0]).toMatchObject({
    path: 'signers.0.signedOn',
    message: expect.stringContaining('nobody signed it before'),
  });
  const late = await later.refused('recordConfirmScan', confirm('2027-01-01'));
  expect(late.fields[0]!.message).toContain('must not be in the future');
  const { data } = await later.call('recordConfirmScan', confirm('2026-08-07'));
  expect(data.signedAt).toBe('2026-08-07T12:00:00.000Z');
  // Ninety-nine days old: it is confirmed on the day.
  expect(data.confirmState).toBe('DUE');
  expect(await faultsOf(form)).toEqual([]);
});
