import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { documentOf, insertDocument } from '#server/data/documents/documents.ts';
import { callerOf, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { reserveGap } from '#server/outside/seal/reserve-gap.ts';
import { makeViewingCopy } from '#server/work/documents/viewing-copy.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { accessibleFaults } from '#tests/server/outside/pdf/accessible-faults.ts';
import { pageFaults } from './page-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

const pagesOf = (pdf: Buffer) => onPdf(pdf, 'pdftotext', 'FILE', '-').split('\f').slice(0, -1);
const keyOf = async (id: string) => {
  const row = await app.database.db.selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { organisationId: row.organisation_id, id };
};
const verdict = async (file: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;
const originalOf = async (staff: Caller, request_id: string) => {
  const file = await callForFile(calls.consentDownload, { request_id, kind: 'SIGNED' }, app.wire(staff.token));
  return Buffer.from(await file.arrayBuffer());
};

test('a withdrawn form is downloaded as a viewing copy with its state on each page, and the sealed one beside it is unchanged', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  const sealed = await staff.download(form.consentID);
  const asCopy = callForFile(calls.consentDownload, { request_id: form.consentID, kind: 'VIEW' }, app.wire(staff.token));
  await expect(asCopy, 'a form in force has none').rejects.toThrow('There is no such document of this form now');
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed her mind' });
  // Until the copy is made nobody gets a document that looks as if it were in force.
  await expect(staff.download(form.consentID)).rejects.toThrow('The document is being made');
  await app.doJobs();

  const copy = await staff.download(form.consentID);
  const pages = pagesOf(copy);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toMatch(/WITHDRAWN on 6 August 2026, 15:05:0\d BST\. Viewing copy\./);
  expect(pages[0]).toContain('It is not in force.');
  expect(onPdf(copy, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(await verdict(copy)).toMatchObject({ state: 'AUTHENTIC', status: 'WITHDRAWN', file: 'VIEW' });
  expect((await verdict(copy)).explanation).toContain('viewing copy');
  expect((await originalOf(staff, form.consentID)).equals(sealed)).toBe(true);
  expect(await verdict(sealed)).toMatchObject({ state: 'AUTHENTIC', status: 'WITHDRAWN', file: 'SIGNED' });
  const changed = Buffer.from(copy);
  changed[1000]! ^= 1;
  expect((await verdict(changed)).state).toBe('ALTERED');
});

test('a form that is withdrawn before it is sealed gets both documents', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  await app.doJobs();
  expect(pagesOf(await staff.download(form.consentID))[0]).toContain('Viewing copy');
  expect(await verdict(await originalOf(staff, form.consentID))).toMatchObject({ file: 'SIGNED' });
});

test('a viewing copy that no event tells of is not given out, and made anew', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  // As a server before the event left it.
  const sealed = (await documentOf(app.database.db, await keyOf(form.consentID), 'SIGNED'))!;
  await insertDocument(app.database.db, { ...sealed, id: randomUUID(), kind: 'VIEW' });
  await expect(staff.download(form.consentID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  expect(pagesOf(await staff.download(form.consentID))[0]).toContain('Viewing copy');
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);
});

test('the next viewing copy prints each check of whom the form is about, with both values, why, by whom and when', async () => {
  const staff = await signIn(app);
  const form = await signed(app, staff);
  await app.doJobs();
  const { record } = (await staff.call('recordDetails', { id: form.recordID })).data;
  const { id, firstName, dateOfBirth, nhsNumber } = record.patient;
  const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
  await staff.call('patientUpdate', { id, version, lastName: 'Demo-Married' });
  const [consent] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  await staff.call('recordAcceptIdentity', {
    consentID: form.consentID,
    version: consent!.version,
    record: { firstName, lastName: 'Demo-Married', dateOfBirth, nhsNumber },
    reason: 'Married in June, checked with her',
  });
  expect(onPdf(await staff.download(form.consentID), 'pdftotext', 'FILE', '-')).not.toContain('Same person, details changed');
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  await app.doJobs();
  const words = onPdf(await staff.download(form.consentID), 'pdftotext', 'FILE', '-').replaceAll(/\s+/g, ' ');
  const [head = '', rest = ''] = words.split('It was checked that both are one person.');
  expect(head).toContain('Same person, details changed');
  for (const said of [
    `${record.patient.lastName.toUpperCase()}, Test, born 14 March 1950`,
    'DEMO-MARRIED, Test, born 14 March 1950',
    'Married in June, checked with her',
    'Demo Clinician',
    '6 August 2026',
  ])
    expect(rest).toContain(said);
});

/** Forms that were in force, each with what it is called. */
const FORMS: readonly [string, (staff: Caller & { token: string }) => Promise<{ consentID: string }>][] = [
  ['Form 1', (staff) => signed(app, staff)],
  [
    'Form 2 of two parents',
    async (staff) => {
      const form = await sent2(staff, allSign());
      for (const { role, signing_order } of form.recipients.filter((each) => each.role !== 'CLINICIAN'))
        await (await signerAt(app, staff, form, [role, signing_order])).sign();
      await staff.call('recordSign', typed(form));
      return form;
    },
  ],
];

test.each(FORMS)(
  'the viewing copy of a withdrawn %s keeps to PDF/UA-1, and each of its pages is full and says whose it is',
  async (_, sign) => {
    const staff = await signIn(app);
    const { consentID } = await sign(staff);
    await app.doJobs();
    await staff.call('recordWithdraw', { consentID, reason: 'Changed her mind' });
    const { organisationId } = await keyOf(consentID);
    const asked: PdfDocument[] = [];
    const render = async (document: PdfDocument) => {
      asked.push(document);
      return drawPdf(document);
    };
    await makeViewingCopy({ organisationId, consentID }, { ...app.deps, pdf: { ...app.deps.pdf, render } });
    for (const document of asked) {
      const drawn = await drawPdf(document);
      expect(await accessibleFaults(await reserveGap({ pdf: drawn, reason: 'Sealed', now: 0, room: 64 }))).toEqual([]);
      expect(pageFaults(drawn, document)).toEqual([]);
    }
    expect(asked.map(({ watermark }) => watermark)).toEqual(['WITHDRAWN']);
  },
);
