import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { HOUR } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { sha256Hex } from '#server/sha256.ts';
import { signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { flipped, storedFile, verdictOf } from '#tests/support/server/stored-file.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

type Form = { readonly recordID: string; readonly consentID: string };

async function confirm(staff: Caller, { recordID, consentID }: Form, note?: string): Promise<void> {
  const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
  const [{ formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason }] = consents as [Consent];
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const statement = statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shownPatient!), interpreting });
  await staff.call(
    'recordConfirm',
    {
      consentID,
      statement,
      typedName: 'D. Nurse',
      answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
      ...(note === undefined ? {} : { note }),
      capturedAt: new Date(app.clock.now()).toISOString(),
    },
    randomUUID(),
  );
}

const addendumOf = (staff: Caller & { token: string }, { consentID }: Form) =>
  storedFile(app, staff, { consentID, kind: 'CONFIRMATION' });
const verdict = (file: Uint8Array) => verdictOf(app, file);

test('a confirmation has a sealed document of its own that names the sealed form, which stays as it was', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  const sealed = await staff.download(form.consentID);
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await staff.refused('consentGetPrivateUrl', { consentID: form.consentID, kind: 'CONFIRMATION' })).status).toBe(404);
  await confirm(nurse, form, 'Asked in the ward, with her daughter there');
  await app.doJobs();
  const addendum = await addendumOf(staff, form);

  const { verifyCode, shownPatient } = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
  const text = textOf(addendum);
  for (const words of [
    'Confirmation on the day',
    shownPatient!.firstName,
    'Are the operation and the side right?',
    'Is the answer still yes?',
    'Asked in the ward, with her daughter there',
    'Demo Nurse',
    'D. Nurse',
    'There are no more questions.',
    verifyCode!,
  ])
    expect(text).toContain(words);
  expect(text.replaceAll(' ', '')).toContain(sha256Hex(sealed));
  expect(text).toMatch(/6 August 2026, 15:05:\d\d BST/);
  expect(onPdf(addendum, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  const signature = onPdf(addendum, 'pdfsig', '-nocert', 'FILE');
  expect(signature).toContain('Signature is Valid');
  expect(signature).toContain('Total document signed');
  const xmp = onPdf(addendum, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-');
  expect(xmp).toMatch(/pdfaid:part>3</);
  expect((await staff.download(form.consentID)).equals(sealed)).toBe(true);

  const result = await verdict(addendum);
  expect(result).toMatchObject({
    state: 'AUTHENTIC',
    file: 'CONFIRMATION',
    status: 'IN_FORCE',
    confirmState: 'CONFIRMED',
    stampedAt: null,
  });
  const { sealedAt } = await verdict(sealed);
  expect(result.belongsTo).toEqual({ sealedAt, sha256: sha256Hex(sealed) });
  expect((await verdict(sealed)).belongsTo).toBeUndefined();
  expect((await verdict(flipped(addendum))).state).toBe('ALTERED');
});

test('each confirmation has its document, and the address gives the newest', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  await confirm(staff, form, 'The first time');
  await app.doJobs();
  const first = await addendumOf(staff, form);
  app.clock.advance(HOUR / 4);
  await confirm(staff, form, 'The second time');
  await app.doJobs();
  expect(textOf(await addendumOf(staff, form))).toContain('The second time');
  expect((await verdict(first)).file).toBe('CONFIRMATION');
});

test('a confirmation of a form that is not sealed yet waits, and its document is made after the seal', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await confirm(staff, form);
  expect((await staff.refused('consentGetPrivateUrl', { consentID: form.consentID, kind: 'CONFIRMATION' })).status).toBe(404);
  await app.doJobs();
  const sealed = await staff.download(form.consentID);
  expect((await verdict(await addendumOf(staff, form))).belongsTo?.sha256).toBe(sha256Hex(sealed));
  const { timeline } = (await staff.call('recordDetails', { id: form.recordID })).data;
  expect(timeline.map(({ type }) => type).filter((type) => /SEALED|^CONFIRMED/.test(type))).toEqual([
    'CONFIRMED',
    'SEALED',
    'CONFIRMATION_SEALED',
  ]);
});

test('an addendum that was exchanged or lost is found, and not given out', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  await confirm(staff, form);
  await app.doJobs();
  const { db } = app.database;
  const faults = async () => faultsOfCase(app, form.recordID);
  expect(await faults()).toEqual([]);
  const ofForm = () => db.updateTable('documents').where('consent_id', '=', form.consentID).where('kind', '=', 'CONFIRMATION');
  const bytes = Buffer.from('%PDF-1.7\nanother');
  await ofForm()
    .set({ bytes, sha256: sha256Hex(bytes) })
    .execute();
  expect(await faults()).toEqual(['DOCUMENT_GONE', 'DOCUMENT_EXCHANGED']);
  await expect(addendumOf(staff, form)).rejects.toThrow('is not the one that was sealed');
});
