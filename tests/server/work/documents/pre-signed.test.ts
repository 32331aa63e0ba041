import { expect, test } from 'vitest';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { DOCUMENT_LINK_LENGTH } from '#domain/documents/document-kinds.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, draft2 } from '#tests/support/forms/form-2.ts';
import { formFourDraft } from '#tests/support/forms/form-4.ts';
import { fileAt, privateFile } from '#tests/support/server/private-file.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const preSigned = (consentID: string, by: Caller = staff) => privateFile(app, by, consentID, 'PRE_SIGNED');
const pagesOf = (pdf: Buffer) => onPdf(pdf, 'pdftotext', '-raw', 'FILE', '-').split('\f').slice(0, -1);

test('a draft is drawn as it is now, with its watermark and state on each page, and nothing to check it by', async () => {
  const { consentID, version } = await draft(staff, { mattersToMe: 'To read again' });
  const pages = pagesOf(await preSigned(consentID));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('Draft. It can still change. Not signed.');
  for (const page of pages) expect(page.match(/Draft/g)!.length).toBeGreaterThan(1);
  expect(pages.join(' ')).toContain('To read again');
  expect(pages.join(' ')).not.toContain('/verify/');
  await staff.call('consentUpdate', { consentID, version, mattersToMe: 'To paint again' });
  const later = textOf(await preSigned(consentID));
  expect(later).toContain('To paint again');
  expect(later).not.toContain('To read again');
});

test('a form that is out says on each page that nobody has signed, and who will under which sentence', async () => {
  const form = await sent(staff);
  const file = await preSigned(form.consentID);
  for (const page of pagesOf(file)) expect(page).toContain('Not signed yet.');
  const text = textOf(file);
  expect(text).not.toContain('Draft');
  for (const statement of Object.values(form.statements)) expect(unbroken(text)).toContain(unbroken(statement));
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(file.includes('/ByteRange'), 'it is not sealed').toBe(false);
  expect((await preSigned(form.consentID)).equals(file), 'the same form gives the same file').toBe(true);
});

test('of a signed form it is what was sent, without a signature or a word that came later', async () => {
  const form = await sent(staff);
  await signAll(app, staff, form);
  const pages = pagesOf(await preSigned(form.consentID));
  for (const page of pages) expect(page).toContain('The form as it was sent, before anybody signed it.');
  expect(pages.join(' ')).not.toMatch(/Timeline|Drawn on the screen|Typed name/);
});

test.each(FORM_TYPES)('an empty draft of %s is drawn', async (formType) => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const { consentID } = await staff.call('consentCreate', { patientID: patient.id, formType });
  expect(unbroken(textOf(await preSigned(consentID)))).toContain(unbroken(patient.lastName.toUpperCase()));
});

test('whole drafts of a child and of somebody who cannot decide are drawn with their parts', async () => {
  const child = await draft2(staff);
  expect(textOf(await preSigned(child.consentID))).toContain('The child and the family');
  const unable = await formFourDraft(staff);
  expect(textOf(await preSigned(unable.consentID))).toContain('Not signed: cannot decide');
});

test('characters that no font has stand as their numbers, and no address, telephone or email is printed', async () => {
  const canary = 'canary-55';
  const { patient } = (
    await staff.call('patientCreate', aPatient({ emailAddress: `${canary}@example.org`, phoneNumber: '01632 960 777' }))
  ).data;
  const { consentID } = await draft(staff, {
    patientID: patient.id,
    mattersToMe: 'I am happy 😀 ᚠ',
    parents: [aParent({ emailAddress: `${canary}@example.net` })],
  });
  const text = textOf(await preSigned(consentID));
  expect(text).toContain('I am happy 😀 [words in another script: in the attached record]');
  expect(text).not.toContain(canary);
  expect(text).not.toContain('960 777');
});

test('the address stands where one case is read, for ten minutes, and an altered one opens nothing', async () => {
  const { consentID, recordID } = await sent(staff);
  const [read] = (await staff.call('recordDetails', { id: recordID })).data.consents;
  const url = read!.preSignedDocumentUrl!;
  expect(textOf(await fileAt(app, url))).toContain('Not signed yet.');
  const { records } = (await staff.call('consentGetAll', { search: '' })).data;
  expect(records.find((each) => each.consentID === consentID)).toMatchObject({ preSignedDocumentUrl: null });
  const altered = url.slice(0, -4) + (url.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  await expect(fileAt(app, altered)).rejects.toThrow('This was not found');
  await expect(fileAt(app, `${url.slice(0, url.lastIndexOf('/'))}/f_PRE_SIGNED 1 9999999999999 a b`)).rejects.toThrow(
    'This was not found',
  );
  app.clock.advance(DOCUMENT_LINK_LENGTH);
  await expect(fileAt(app, url)).rejects.toThrow('This was not found');
});

test('a form about another patient is drawn for nobody who may not read it, from an address of before either', async () => {
  const form = await sent(staff);
  const reader = await signIn(app, 'reader@demo.nhs.uk');
  const { url } = await reader.call('consentGetPrivateUrl', { consentID: form.consentID, kind: 'PRE_SIGNED' });
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another patient', kind: 'WRONG_PATIENT' });
  await expect(fileAt(app, url)).rejects.toThrow('This was not found');
  const refused = await reader.refused('consentGetPrivateUrl', { consentID: form.consentID, kind: 'PRE_SIGNED' });
  expect(refused.code).toBe('FORBIDDEN');
  expect((await reader.call('recordDetails', { id: form.recordID })).data.consents[0]).toMatchObject({
    preSignedDocumentUrl: null,
  });
  expect(textOf(await preSigned(form.consentID))).toContain('Recorded in error.');
});
