import type { Consent } from '#contract/shapes/record-shapes.ts';
import { expect, test } from 'vitest';
import { draft, handOver, inked, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { allSign, sent2 } from '#tests/support/forms/form-2.ts';
import { fileAt, privateFile } from '#tests/support/server/private-file.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { footerCode, modulesOf } from '#tests/server/outside/pdf/read-code.ts';
import { onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const paper = (consentID: string) => privateFile(app, staff, consentID, 'PAPER');
const pagesOf = (pdf: Buffer) => onPdf(pdf, 'pdftotext', '-raw', 'FILE', '-').split('\f').slice(0, -1);
const timesIn = (text: string, words: string) => text.split(words).length - 1;

test('each page of a form that is out has the patient, and a code with its number, their number and the digest', async () => {
  const form = await sent(staff);
  const file = await paper(form.consentID);
  const pages = pagesOf(file);
  expect(pages.length).toBeGreaterThan(1);
  expect(onPdf(file, 'pdfinfo', 'FILE')).toMatch(new RegExp(`Pages:\\s+${pages.length}\\b`));
  for (const [at, page] of pages.entries()) {
    expect(unbroken(page)).toContain(unbroken(form.shownPatient!.lastName.toUpperCase()));
    expect(page).toContain('To be signed with ink. All pages belong together.');
    const code = `assent:p1:${form.consentID}:${at + 1}:${pages.length}:${form.contentDigest!.slice(0, 16)}`;
    expect(footerCode(file, modulesOf(code), { page: at + 1, width: 18 })).toBe(modulesOf(code));
  }
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
});

test('each signer has their sentence and boxes for signature, name and date; one who has signed has none', async () => {
  const form = await sent2(staff, allSign());
  const text = textOf(await paper(form.consentID));
  for (const statement of Object.values(form.statements)) expect(unbroken(text)).toContain(unbroken(statement));
  // Below the boxes of both parents and the child stand those of a witness.
  const witnessed = form.recipients.filter(({ role }) => role !== 'CLINICIAN').length;
  expect(timesIn(text, 'Signature of the witness')).toBe(witnessed);
  const count = form.recipients.length + witnessed;
  for (const box of ['Name in capitals', 'Date signed']) expect(timesIn(text, box)).toBe(count);
  for (const { recipient_name } of form.recipients) expect(text).toContain(recipient_name);
  const parents = form.recipients.filter(({ role }) => role === 'PARENT');
  expect(parents.length).toBe(2);

  const one = await sent(staff);
  const holder = await handOver(app, staff, one);
  await holder.call('recordSign', inked(holder.details));
  const later = textOf(await paper(one.consentID));
  expect(later).toContain('Signed in the app: no ink is needed here.');
  expect(timesIn(later, 'Name in capitals')).toBe(1);
});

test('a draft says on each page that it is not to be signed, and its codes say draft', async () => {
  const { consentID } = await draft(staff);
  const file = await paper(consentID);
  const pages = pagesOf(file);
  for (const page of pages) expect(timesIn(page.replaceAll(/\s/g, ''), 'Draft–donotsign')).toBe(2);
  const code = modulesOf(`assent:p1:${consentID}:1:${pages.length}:draft`);
  expect(footerCode(file, code, { page: 1, width: 18 })).toBe(code);
});

test('the form and its address stand in the answers of a write and of a read of one case, and in no list', async () => {
  const made = await draft(staff);
  expect(made.bitpaper).toBe(`p1:${made.consentID}:draft`);
  expect(textOf(await fileAt(app, made.bitpaperPDFURL!))).toContain('Draft – do not sign');
  const form = await sent(staff);
  const [read] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  expect(read!.bitpaper).toBe(`p1:${form.consentID}:${form.contentDigest!.slice(0, 16)}`);
  expect(textOf(await fileAt(app, read!.bitpaperPDFURL!))).toContain('To be signed with ink');
  const { records } = (await staff.call('consentGetAll', { search: '' })).data;
  expect(records.map(({ bitpaperPDFURL }) => bitpaperPDFURL).filter((url) => url !== null)).toEqual([]);
  const { ticket } = await staff.call('consentSendToSign', { consentID: form.consentID, role: 'PATIENT' });
  const consent: Partial<Consent> = ticketDetails(await staff.call('consentDetailsByToken', { token: ticket })).consent;
  expect([consent.bitpaper, consent.bitpaperPDFURL, consent.preSignedDocumentUrl]).toEqual([null, null, null]);
});

test('an answer that is stored under a key holds no address', async () => {
  const { consentID, version } = await draft(staff);
  const key = crypto.randomUUID();
  const answer = await staff.call('consentUpdate', { consentID, version, mattersToMe: 'To read' }, key);
  expect(answer.bitpaperPDFURL).toBeNull();
  const again = await staff.call('consentUpdate', { consentID, version: answer.version, mattersToMe: 'To swim' });
  expect(again.bitpaperPDFURL).not.toBeNull();
});

test('a form that everybody signed is not printed to be signed', async () => {
  const form = await sent(staff);
  const [read] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  await signAll(app, staff, form);
  await expect(paper(form.consentID)).rejects.toThrow('There is no such document of this form now');
  await expect(fileAt(app, read!.bitpaperPDFURL!)).rejects.toThrow('There is no such document of this form now');
  const [signed] = (await staff.call('recordDetails', { id: form.recordID })).data.consents;
  expect([signed!.bitpaper, signed!.bitpaperPDFURL]).toEqual([null, null]);
});
