import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type Output } from '#contract/calls.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { sealRefusal } from '#server/work/documents/seal-refusal.ts';
import { requeueSeals } from '#server/work/documents/requeue-seals.ts';
import { aPatient, callerOf, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { anAbleChild, anotherParent, aParent, ABLE_CHILD_BORN, aChild, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion, formFourSent } from '#tests/support/forms/form-4.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { flipped, storedFile, verdictOf } from '#tests/support/server/stored-file.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { attachmentOf, onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { filled, sheetDesk } from '#tests/server/work/theatre/sheet-desk.ts';

const app = useTestApp();

type Staff = Caller & { token: string };
type Form = { readonly consentID: string; readonly recordID: string };

const refusalOf = (staff: Staff, { consentID }: Form) => storedFile(app, staff, { consentID, kind: 'REFUSAL' });
const caseOf = async (staff: Staff, { recordID }: Form) => (await staff.call('recordDetails', { id: recordID })).data;
const documentsOf = ({ consentID }: Form) =>
  app.database.db
    .selectFrom('documents')
    .select(['kind', 'bytes'])
    .where('consent_id', '=', consentID)
    .orderBy('made_at')
    .execute();
const jobsOf = async ({ consentID }: Form) => {
  const rows = await app.database.db.selectFrom('jobs').select(['kind', 'state', 'payload']).execute();
  return rows
    .filter(({ payload }) => 'consentID' in payload && payload.consentID === consentID)
    .map(({ kind, state }) => `${kind} ${state}`);
};
const nameOn = ({ shownPatient }: Output<'recordDetails'>['data']['consents'][number]) => spokenName(shownPatient!);
const nameOf = async (url: string) => String((await app.ask({ url: new URL(url).pathname })).headers['content-disposition']);
const rowOf = ({ consentID }: Form) =>
  app.database.db.selectFrom('consents').selectAll().where('id', '=', consentID).executeTakeFirstOrThrow();
const faultsOf = async ({ recordID }: Form) => faultsOfCase(app, recordID);

async function declined(staff: Staff, reason = 'I want to wait. 😀'): Promise<Form> {
  const form = await sent(staff, { refusals: ['Blood of others'], mattersToMe: 'Reading' });
  const patient = await signerAt(app, staff, form, ['PATIENT', 1]);
  await patient.call('recordIdentity', { consentID: form.consentID, confirmed: true });
  await patient.call('recordDecline', { consentID: form.consentID, reason });
  return form;
}

test('a no has its sealed paper: who, when, how, why, what was shown, and that it is no consent', async () => {
  const staff = await signIn(app);
  const form = await declined(staff);
  // In the transaction of the no, before any job has run.
  expect(await jobsOf(form)).toEqual(['REFUSAL DUE']);
  await expect(staff.download(form.consentID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  const file = await refusalOf(staff, form);
  const { consents, timeline } = await caseOf(staff, form);
  const text = textOf(file);
  const name = nameOn(consents[0]!);
  for (const words of [
    'Refusal of treatment',
    'This treatment was refused. This is no consent.',
    `${name}, patient, 6 August 2026, 15:05`,
    // In the strip too.
    'BST. On the hospital’s device, handed over by the clinician. “I want to wait. 😀”',
    '“I want to wait. 😀”',
    'What happens next',
    'Nothing that this form names is done because of it.',
    'Explained by',
    'Demo Clinician',
    'On the hospital’s device; name and date of birth confirmed by the signer, 6 August 2026, 15:05',
    'Cataract surgery with lens implant',
    'Blood of others',
    'Did not agree',
    consents[0]!.shownPatient!.lastName.toUpperCase(),
  ])
    expect(text).toContain(words);
  expect(text.replaceAll(' ', '')).toContain(consents[0]!.contentDigest ?? 'none');
  const pages = onPdf(file, 'pdftotext', 'FILE', '-').split('\f').slice(0, -1);
  for (const page of pages) expect(page).toContain('Refusal of treatment. It is no consent.');
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(onPdf(file, 'pdfsig', '-nocert', 'FILE')).toContain('Total document signed');
  expect(onPdf(file, 'pdfinfo', 'FILE')).toMatch(/Title:\s+Refusal of treatment, Form 1, version 1, refused\n/);
  expect(JSON.parse(attachmentOf(file, 'content.json'))).toMatchObject({
    kind: 'REFUSAL',
    consentID: form.consentID,
    contentDigest: consents[0]!.contentDigest,
    refusedBy: [{ name, role: 'PATIENT', order: 1, event: { detail: { reason: 'I want to wait. 😀' } } }],
  });

  expect(timeline.map(({ type }) => type).slice(-2)).toEqual(['DECLINED', 'REFUSAL_SEALED']);
  expect(await faultsOf(form)).toEqual([]);
  expect(consents[0]).toMatchObject({ status: 'DECLINED', sealState: 'NONE', signedAt: null });
  // Every way in which a document is asked for gives it, and no other one.
  expect((await staff.download(form.consentID)).equals(file)).toBe(true);
  const { url } = await staff.call('recordPdfGetter', { id: form.recordID });
  const token = url.slice(url.lastIndexOf('/') + 1);
  const byGetter = await callForFile(calls.documentGet, { token }, app.wire(staff.token));
  expect(await nameOf(url)).toContain(`${form.consentID}_refusal.pdf`);
  expect(Buffer.from(await byGetter.arrayBuffer()).equals(file)).toBe(true);
  const original = callForFile(calls.consentDownload, { request_id: form.consentID, kind: 'SIGNED' }, app.wire(staff.token));
  await expect(original).rejects.toThrow('There is no such document of this form now');
  await sealRefusal({ organisationId: (await rowOf(form)).organisation_id, consentID: form.consentID }, app.deps);
  expect((await documentsOf(form)).map(({ kind }) => kind)).toEqual(['REFUSAL']);
});

test('verify says of a refusal, by its file and by its code, that it is no consent, and never that it is in force', async () => {
  const staff = await signIn(app);
  const form = await declined(staff);
  // Sealed on a later day than it was given.
  app.clock.advance(20 * HOUR);
  const later = await signIn(app);
  await app.doJobs();
  const file = await refusalOf(later, form);
  const sentence = 'A refusal of treatment, given on 6 August 2026. It is no consent.';
  const refused = { state: 'AUTHENTIC', status: 'REFUSED', explanation: sentence, stampedAt: null };
  const byFile = await verdictOf(app, file);
  expect(byFile).toMatchObject({ ...refused, file: 'REFUSAL' });
  expect('belongsTo' in byFile).toBe(false);
  expect((await verdictOf(app, flipped(file))).state).toBe('ALTERED');
  const code = (await caseOf(later, form)).consents[0]!.verifyCode!;
  expect((await callerOf(app).call('verifyByCode', { code })).data).toMatchObject({ ...refused, file: null });

  await later.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'WRONG_PROCEDURE' });
  await app.doJobs();
  const copy = await later.download(form.consentID);
  expect(textOf(copy)).toContain('The form was recorded in error on');
  expect(textOf(copy)).toContain('This treatment was refused. This is no consent.');
  expect(await verdictOf(app, copy)).toMatchObject({ state: 'AUTHENTIC', status: 'VOIDED', file: 'VIEW' });
  expect(await verdictOf(app, file)).toMatchObject({ state: 'AUTHENTIC', status: 'VOIDED', file: 'REFUSAL' });
  expect(await faultsOf(form)).toEqual([]);
});

/** Each way in which a form ends with a no, and words of its paper. */
const WAYS: readonly [string, (staff: Staff & { deviceId: string }) => Promise<Form>, readonly string[]][] = [
  [
    'by a link',
    async (staff) => {
      const form = await mailedForm(app, staff);
      const patient = await visit(app, form);
      await patient.call('recordDecline', { consentID: form.consentID });
      // The same link gives them their own paper.
      await app.doJobs();
      const again = await visit(app, form);
      const file = await callForFile(calls.consentDownload, { request_id: form.consentID }, app.wire(again.token));
      expect(textOf(Buffer.from(await file.arrayBuffer()))).toContain('This is no consent.');
      return form;
    },
    ['By a link, away from the hospital', 'gave the patient’s date of birth and own last name', 'No reason was given.'],
  ],
  [
    'queued by a tablet without a network',
    async (staff) => {
      const form = await sent(staff);
      const about = { consentID: form.consentID, role: 'PATIENT' as const, handoverId: randomUUID() };
      const capturedAt = new Date(app.clock.now() - 600_000).toISOString();
      const ops = [
        kept('consentSendToSign', about, { capturedAt }),
        kept('recordDecline', { ...about, reason: 'Not now' }, { capturedAt }),
      ];
      expect((await sendEnvelope(app, staff, ops)).map(({ status }) => status)).toEqual([200, 200]);
      return form;
    },
    ['sent on by Demo Clinician from the tablet, which had not reached the server', 'On the tablet', '“Not now”'],
  ],
  [
    'brought back from the sheet',
    async (staff) => {
      const desk = sheetDesk(app, () => staff);
      app.clock.advance(DAY - (app.clock.now() % DAY) + 14 * HOUR);
      Object.assign(staff, await signIn(app));
      const { patient } = (await staff.call('patientCreate', aPatient({ firstName: 'Amber', lastName: 'Demo-Sheet' }))).data;
      const form = await sent(staff, { patientID: patient.id });
      await desk.list(form.recordID, 0);
      const fill = { outcome: 'DECLINED', time: '15:30', signer: 'Amber Demo-Sheet', note: 'Wants to wait' } as const;
      const file = await filled(await desk.sheet(0), { 'DEMO-SHEET': fill });
      app.clock.advance((5 / 6) * HOUR);
      await desk.commit(file);
      return form;
    },
    ['Written on the paper sheet', 'Identity not checked here', '“Wants to wait”'],
  ],
  [
    'by the last of two parents',
    async (staff) => {
      const form = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
      for (const place of [1, 2]) {
        const parent = await signerAt(app, staff, form, ['PARENT', place]);
        await parent.call('recordDecline', { consentID: form.consentID, reason: `Parent ${place} says no` });
        if (place === 1) expect(await jobsOf(form), 'the other may agree').toEqual([]);
      }
      return form;
    },
    ['“Parent 1 says no”', '“Parent 2 says no”', 'Ada Demo-Mother, parent', 'Ben Demo-Father, parent'],
  ],
  [
    'by a child who decides',
    async (staff) => {
      const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: ABLE_CHILD_BORN }))).data;
      const family = family2({ basis: 'CHILD', parents: [], child: anAbleChild() });
      const form = await sent2(staff, { patientID: patient.id, ...family });
      const child = await signerAt(app, staff, form, ['CHILD', 1]);
      await child.call('recordDecline', { consentID: form.consentID, reason: 'I am afraid' });
      return form;
    },
    ['“I am afraid”', ', child, '],
  ],
  [
    'by staff who record that it does not go ahead',
    async (staff) => {
      const form = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
      const father = await signerAt(app, staff, form, ['PARENT', 2]);
      await father.call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
      const { version } = (await caseOf(staff, form)).consents[0]!;
      const outcome = { outcome: 'NOT_GOING_AHEAD' as const, note: 'They decided to wait' };
      await staff.call('recordDisagreement', { consentID: form.consentID, version, ...outcome });
      return form;
    },
    ['“I want to wait”', 'It does not go ahead, recorded by Demo Clinician', '“They decided to wait”'],
  ],
  [
    'by an attorney',
    async (staff) => {
      const form = await formFourSent(staff, capacityWithAttorney());
      const place = form.recipients.find(({ role }) => role === 'CONSULTEE')!.signing_order;
      const attorney = await signerAt(app, staff, form, ['CONSULTEE', place]);
      await attorney.call('recordDecline', { consentID: form.consentID, reason: 'She would not want it' });
      return form;
    },
    ['“She would not want it”', 'Ann Demo-Attorney', 'Nothing that this form names is done before the disagreement is settled.'],
  ],
  [
    'by a second opinion',
    async (staff) => {
      const form = await formFourSent(staff, capacityWithSecondOpinion());
      const place = form.recipients.find(({ role }) => role === 'SECOND_OPINION')!.signing_order;
      const opinion = await signerAt(app, staff, form, ['SECOND_OPINION', place]);
      await opinion.call('recordDecline', { consentID: form.consentID, reason: 'Glasses first' });
      return form;
    },
    ['“Glasses first”', 'second opinion'],
  ],
];

test.each(WAYS)('a form that is declined %s has one paper', async (_, decline, wanted) => {
  const staff = await registerTablet(await signIn(app));
  const form = await decline(staff);
  await app.doJobs();
  expect((await caseOf(staff, form)).consents[0]!.status).toBe('DECLINED');
  expect((await documentsOf(form)).map(({ kind }) => kind)).toEqual(['REFUSAL']);
  const file = await refusalOf(staff, form);
  const text = textOf(file);
  for (const words of wanted) expect(text).toContain(words);
  expect(text).not.toMatch(/Signed and sealed|in force/);
  expect(await verdictOf(app, file)).toMatchObject({ state: 'AUTHENTIC', status: 'REFUSED', file: 'REFUSAL' });
  expect(await faultsOf(form)).toEqual([]);
});

test('a no that does not end the form has no paper: of a child who does not decide, of an interpreter, of one parent', async () => {
  const staff = await signIn(app);
  const family = await sent2(staff, family2({ parents: [aParent()], child: aChild({ signs: true }) }));
  const child = family.recipients.find(({ role }) => role === 'CHILD')!;
  await (
    await signerAt(app, staff, family, ['CHILD', child.signing_order])
  ).call('recordDecline', { consentID: family.consentID });
  const interpreter = { name: 'Ines Demo', language: 'Polish', agencyId: 'A 1', adult: true, signing: 'HERE' as const };
  const interpreted = await sent(staff, { interpreterNeeded: true, interpreter });
  const place = interpreted.recipients.find(({ role }) => role === 'INTERPRETER')!.signing_order;
  const ines = await signerAt(app, staff, interpreted, ['INTERPRETER', place]);
  await ines.call('recordDecline', { consentID: interpreted.consentID });
  await app.doJobs();
  for (const form of [family, interpreted]) {
    expect((await caseOf(staff, form)).consents[0]!.status).not.toBe('DECLINED');
    expect([(await jobsOf(form)).filter((job) => job.startsWith('REFUSAL')), await documentsOf(form)]).toEqual([[], []]);
    expect(await faultsOf(form)).toEqual([]);
  }
});

test('a paper whose job is lost is found, and one of a form that was declined before there were any is never made', async () => {
  const staff = await signIn(app);
  const form = await declined(staff);
  await app.database.db.deleteFrom('jobs').execute();
  await requeueSeals(app.deps);
  expect(await jobsOf(form)).toEqual(['REFUSAL DUE']);
  await app.doJobs();
  expect((await documentsOf(form)).map(({ kind }) => kind)).toEqual(['REFUSAL']);
  await requeueSeals(app.deps);
  expect(await jobsOf(form)).toEqual(['REFUSAL DONE']);

  const old = await declined(staff);
  await app.database.db.deleteFrom('jobs').execute();
  await app.database.db.updateTable('consents').set({ refusal_due_at: null }).where('id', '=', old.consentID).execute();
  // Nobody takes from a refusal of this build what it is owed: the check compares it with the event.
  expect(await faultsOf(old)).toEqual(['TIME_CHANGED']);
  await requeueSeals(app.deps);
  await sealRefusal({ organisationId: (await rowOf(old)).organisation_id, consentID: old.consentID }, app.deps);
  expect([await jobsOf(old), await documentsOf(old)]).toEqual([[], []]);
  await expect(staff.download(old.consentID)).rejects.toThrow('There is no such document of this form now');
  expect((await staff.refused('recordPdfGetter', { id: old.recordID })).code).toBe('MOVE_REFUSED');
});

test('a form of the case that is in force is given out before a refusal, and a refusal that was exchanged to nobody', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  const again = await staff.call('recordReconsent', { id: form.recordID, reason: 'Another talk' });
  const statement = { clinicianStatement: { discussed: true, capacity: true }, interpreterNeeded: false };
  const { version } = await staff.call('consentUpdate', {
    consentID: again.consentID,
    version: again.data.version,
    ...statement,
  });
  const { data: newer } = await staff.call('consentSend', { consentID: again.consentID, version, channel: 'DEVICE' });
  const patient = await signerAt(app, staff, newer, ['PATIENT', 1]);
  await patient.call('recordDecline', { consentID: newer.consentID, reason: 'Not again' });
  await app.doJobs();
  const { url } = await staff.call('recordPdfGetter', { id: form.recordID });
  expect(await nameOf(url)).toContain(`${form.consentID}_consent.pdf`);
  const [file] = await documentsOf(newer);
  const other = await declined(staff);
  await app.doJobs();
  await app.database.db
    .updateTable('documents')
    .set({ bytes: Buffer.from(file!.bytes) })
    .where('consent_id', '=', other.consentID)
    .execute();
  await expect(staff.download(other.consentID)).rejects.toThrow('The stored document is not the one that was sealed');
});
