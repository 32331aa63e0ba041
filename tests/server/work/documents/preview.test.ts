import { PREVIEW_PARAGRAPH_MOST } from '#domain/templates/html-reader.ts';
import { expect, test } from 'vitest';
import { callForFile, CallFailed } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import { aPatient, draft, sent, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const base64 = (html: string) => Buffer.from(html).toString('base64');
const preview = async (input: Input<'recordPdf'>, by: Caller = staff) =>
  Buffer.from(await (await callForFile(calls.recordPdf, input, app.wire(by.token))).arrayBuffer());
const refused = async (input: Input<'recordPdf'>, by: Caller = staff) => {
  const answer = await preview(input, by).catch((error: unknown) => error);
  if (answer instanceof CallFailed) return answer;
  throw answer instanceof Error ? answer : new Error('It was not refused');
};

test('HTML is drawn with the patient, the text and empty places, as a preview on each page that carries nothing to check', async () => {
  const nhsNumber = testNhsNumber(0);
  const { patient } = (await staff.call('patientCreate', aPatient({ nhsNumber, emailAddress: 'canary@example.org' }))).data;
  const { recordID } = await draft(staff, { patientID: patient.id });
  const html = `<h1>About <i>this</i></h1><script>evil()</script><p onclick="evil()">One <b>eye</b></p>
    <ul><li>First</ul>${'<p>More</p>'.repeat(60)}<img src="https://evil.test/x.png"><consent-patient></consent-patient><consent-clinic></consent-clinic>`;
  const recipients = [
    { recipient_name: 'Ann Example', recipient_email: 'canary@example.org', action_type: 'SIGN', role: 'PATIENT' as const },
    { recipient_name: 'No Role', signing_order: 7 },
  ];
  const file = await preview({ caseID: recordID, htmlString: base64(html), actions: { recipients } });
  // The specification's own shape gives the same document.
  const asList = await preview({ caseID: recordID, htmlString: base64(html), actions: recipients });
  expect(textOf(asList)).toBe(textOf(file));
  const pages = onPdf(file, 'pdftotext', '-raw', 'FILE', '-').split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('PREVIEW');
  for (const page of pages) expect(page).toContain('A preview. It is not a consent form.');
  const text = textOf(file);
  expect(unbroken(text)).toContain(unbroken(patient.lastName.toUpperCase()));
  expect(text).toContain(`${nhsNumber.slice(0, 3)} ${nhsNumber.slice(3, 6)} ${nhsNumber.slice(6)}`);
  expect(text).toContain('14 March 1950');
  for (const words of ['About this', 'One eye', 'First', 'Ann Example', 'No Role', 'Signature 7.1', 'Not signed'])
    expect(text).toContain(words);
  expect(text).toContain('Signature 1.1 Patient, Ann Example');
  expect(text).toContain('The clinical team signs here.');
  expect(text).not.toMatch(/evil|canary|verify|Version/);
  expect(onPdf(file, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(file.includes('/ByteRange'), 'it is not sealed').toBe(false);
  expect(() => onPdf(file, 'pdfsig', 'FILE')).toThrow('Command failed: pdfsig');
});

test('a preview is stored nowhere, tells no timeline, and verify does not know it', async () => {
  const { recordID } = await sent(staff);
  // That the form was read is logged.
  const except = ['sessions', 'throttles', 'access_log', 'chain_heads'];
  const before = await snapshotOf(app.database.db, { except });
  const file = await preview({ caseID: recordID, htmlString: base64('<p>Demo</p>') });
  expect(await snapshotOf(app.database.db, { except })).toEqual(before);
  const { data } = await staff.call('verifyFile', { file: new Blob([new Uint8Array(file)]) });
  expect(data).toMatchObject({ state: 'UNKNOWN', file: null });
});

test.each([
  ['no base64', 'PHA+!', 'The HTML must be text in base64'],
  ['base64 that is cut off', 'PHA+Zg', 'The HTML must be text in base64'],
  ['nothing', '', 'The HTML must be text in base64'],
  ['no UTF-8', Buffer.from([0x41, 0xff, 0xfe]).toString('base64'), 'The HTML must be text in UTF-8'],
  [
    'too long a paragraph',
    base64('x'.repeat(PREVIEW_PARAGRAPH_MOST + 1)),
    'A paragraph has at most 10000 characters. Please make it shorter.',
  ],
])('%s is refused with its field', async (_, htmlString, message) => {
  const { recordID } = await draft(staff);
  const { status, body } = await app.ask({
    method: 'POST',
    url: '/api/record/pdf',
    headers: { authorization: `Bearer ${staff.token}` },
    payload: { caseID: recordID, htmlString },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'INVALID', fields: [{ path: 'htmlString', message }] });
});

test('a case that is not there, another hospital’s or a deleted one has no preview, and who may not write none either', async () => {
  const htmlString = base64('<p>Demo</p>');
  const { recordID } = await draft(staff);
  expect((await refused({ caseID: crypto.randomUUID(), htmlString })).code).toBe('NOT_FOUND');
  const stranger = await signIn(app, 'clinician@second.nhs.uk');
  expect((await refused({ caseID: recordID, htmlString }, stranger)).code).toBe('NOT_FOUND');
  expect((await refused({ caseID: recordID, htmlString }, await signIn(app, 'reader@demo.nhs.uk'))).code).toBe('FORBIDDEN');
  await staff.call('recordDelete', { id: recordID });
  expect((await refused({ caseID: recordID, htmlString })).code).toBe('NOT_FOUND');
});

test('a case whose form was about another patient has the patient of the case alone', async () => {
  const form = await sent(staff, { mattersToMe: 'Of somebody else' });
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Hers', kind: 'WRONG_PATIENT' });
  const text = textOf(await preview({ caseID: form.recordID, htmlString: base64('<p>Demo</p>') }));
  expect(text).toContain('Demo');
  expect(text).not.toContain('Of somebody else');
});

test('text of every script and any character is drawn', async () => {
  const { recordID } = await draft(staff);
  const htmlString = base64('<p>مرحبا কষি 汉 😀 ᚠ &#0; &#xD800; \u202e &#x10FFFF;</p>\u0301<b>\u0301</b>');
  const file = await preview({ caseID: recordID, htmlString, actions: { recipients: [{ recipient_name: 'ᚠ' }] } });
  expect(textOf(file)).toContain('[words in another script: in the attached record]');
  expect(textOf(await preview({ caseID: recordID, htmlString: base64(' '), actions: {} }))).toContain('A preview.');
});
