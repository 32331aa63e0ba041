import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { PREVIEW_PARAGRAPH_MOST } from '#domain/templates/html-reader.ts';
import { draft, sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aProcedure, publish } from '#tests/support/forms/procedures.ts';
import { A_TEMPLATE, rawRequest } from '#tests/support/server/requests.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const fields = { name: 'Own text', formType: 'FORM_1' as const, data: [...A_TEMPLATE] };
const withText = (text: string): TemplateNode[] => [{ type: 'paragraph', children: [{ text }] }, ...A_TEMPLATE];
const made = async (more: object = {}) => (await staff.call('templatesCreate', { ...fields, ...more })).data;

test('a template is made, listed with its author, and each save is a version of its own', async () => {
  const first = await made({ name: 'Made today', speciality: 'Urology' });
  expect(first).toMatchObject({ version: 1, revision: 1, changedBy: expect.stringContaining('Demo'), speciality: 'Urology' });
  const saved = await staff.call('templatesUpdate', { _id: first._id, version: 1, ...fields, name: 'Renamed' });
  expect(saved).toMatchObject({
    message: 'Template saved',
    data: { version: 2, revision: 2, name: 'Renamed', speciality: null },
  });
  const listed = (await staff.call('templatesGet', { limit: 100 })).data.records.filter(({ _id }) => _id === first._id);
  expect(listed).toEqual([saved.data]);
  const { records } = (await staff.call('templatesGetVersions', { _id: first._id })).data;
  expect(records.map(({ version, name, isCurrent }) => [version, name, isCurrent])).toEqual([
    [2, 'Renamed', true],
    [1, 'Made today', false],
  ]);
});

test('a stale version or revision changes nothing and names the present one', async () => {
  const { _id } = await made();
  const other = await signIn(app, 'bch@demo.nhs.uk');
  const current = (await other.call('templatesUpdate', { _id, version: 1, ...fields, name: 'Theirs' })).data;
  for (const seen of [{ version: 1 }, { version: 2, revision: 1 }]) {
    const refusal = await staff.refused('templatesUpdate', { _id, ...seen, ...fields, name: 'Mine' });
    expect(refusal).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', data: { current } });
  }
  expect((await staff.call('templatesGetVersions', { _id })).data.total).toBe(2);
});

const resultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'saved',
    ({ code }: { code: string }) => code,
  );

// On PostgreSQL the second one waits for the first; several rounds, as they seldom meet exactly.
test('of several saves at once one makes a version, and the others are shown it', async () => {
  const { _id } = await made();
  for (let version = 1; version < 6; version += 1) {
    const save = (name: string) => resultOf(staff.call('templatesUpdate', { _id, version, ...fields, name }));
    const results = await Promise.all(['One', 'Other', 'Third'].map(save));
    expect(results.toSorted()).toEqual(['VERSION_CONFLICT', 'VERSION_CONFLICT', 'saved']);
  }
});

test('of several changes of a procedure in use at once one makes a version, and the others are shown it', async () => {
  const [editor, publisher] = [await signIn(app, 'bch@demo.nhs.uk'), await signIn(app, 'admin@demo.nhs.uk')];
  let current = (await editor.call('procedureCreate', aProcedure())).data;
  for (let round = 0; round < 3; round += 1) {
    const { procedureID, version, revision } = await publish({ editor, publisher }, current);
    const save = (procedureAcronym: string) =>
      resultOf(editor.call('procedureUpdate', { procedureID, version, revision, procedureAcronym }));
    const results = await Promise.all([`A${round}`, `B${round}`, `C${round}`].map(save));
    expect(results.toSorted()).toEqual(['VERSION_CONFLICT', 'VERSION_CONFLICT', 'saved']);
    current = (await editor.call('procedureGetDetails', { id: procedureID, version: version + 1 })).data;
  }
});

test('a template that is saved and deleted at once is deleted, whichever comes first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { _id } = await made();
    const [saved, deleted] = await Promise.all([
      resultOf(staff.call('templatesUpdate', { _id, version: 1, ...fields, name: 'Saved' })),
      resultOf(staff.call('templatesDelete', { _id })),
    ]);
    expect(deleted).toBe('saved');
    expect(['saved', 'NOT_FOUND']).toContain(saved);
    expect((await staff.call('templatesGetVersions', { _id })).data.records.some(({ isCurrent }) => isCurrent)).toBe(false);
  }
});

test('a deleted template is off the list, cannot be changed, and can still be read', async () => {
  const { _id } = await made({ name: 'To delete' });
  expect(await staff.call('templatesDelete', { _id })).toEqual({ message: 'Template deleted' });
  expect((await staff.call('templatesGet', { search: 'To delete' })).data.records).toEqual([]);
  expect(await staff.refused('templatesUpdate', { _id, version: 1, ...fields })).toMatchObject({ status: 404 });
  expect(await staff.refused('templatesDelete', { _id })).toMatchObject({ status: 404 });
  const { records } = (await staff.call('templatesGetVersions', { _id })).data;
  expect(records).toMatchObject([{ version: 1, name: 'To delete', isCurrent: false }]);
});

test('a sent form keeps the version that it was sent with, also once it is changed and deleted', async () => {
  const { _id } = await made({ data: withText('As first written') });
  const { recordID } = await sent(staff, { templateID: _id });
  const content = async () => {
    const { content, templateVersion, contentDigest } = (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
    return { content, templateVersion, contentDigest };
  };
  const before = await content();
  expect(JSON.stringify(before.content)).toContain('As first written');
  await staff.call('templatesUpdate', { _id, version: 1, ...fields, data: withText('Written anew') });
  expect(await content()).toEqual(before);
  await staff.call('templatesDelete', { _id });
  expect(await content()).toEqual(before);
});

test('a draft on a deleted template is asked for another, and one pinned on a tablet before is sent', async () => {
  const { _id } = await made();
  const { consentID, version } = await draft(staff, { templateID: _id });
  await staff.call('templatesDelete', { _id });
  expect(await staff.refused('consentSend', { consentID, version, channel: 'DEVICE' })).toMatchObject({
    status: 400,
    fields: [{ path: 'templateID', message: 'Choose a form template' }],
  });
  expect(await draft(staff, { templateID: _id })).toBeDefined();
  const sentWith = { consentID, version, channel: 'DEVICE' as const, templateVersion: 1, shownVersion: 2 as const };
  expect((await staff.call('consentSend', sentWith)).data.templateVersion).toBe(1);
});

test('a draft takes no template that never was', async () => {
  const made = await draft(staff);
  const unknown = { consentID: made.consentID, version: made.version, templateID: randomUUID() };
  expect(await staff.refused('consentUpdate', unknown)).toMatchObject({
    status: 400,
    fields: [{ path: 'templateID', message: 'This template does not exist' }],
  });
});

const NEEDS: readonly [string, readonly string[]][] = [
  ['FORM_1', ['patient', 'clinician', 'interpreter']],
  ['FORM_2', ['patient', 'clinician', 'interpreter']],
  ['FORM_3', ['patient', 'clinician', 'interpreter']],
  ['FORM_4', ['clinician', 'interpreter']],
];

test.each(NEEDS)('%s needs its places for signatures', async (formType, signers) => {
  const data = [{ type: 'paragraph' as const, children: [{ text: 'Words' }] }];
  expect(await staff.refused('templatesCreate', { ...fields, formType: formType as 'FORM_1', data })).toMatchObject({
    status: 400,
    fields: signers.map((who) => ({ path: 'data', message: `Add the place where the ${who} signs` })),
  });
});

test.each<[string, unknown[], string]>([
  ['an unknown type', [{ type: 'image', children: [{ text: '' }] }], 'The node is not of a known type'],
  ['an unknown key', [{ type: 'paragraph', onclick: 'x', children: [{ text: '' }] }], 'The node is not of a known type'],
  ['a link without https', [{ type: 'link', url: 'http://a.example', children: [{ text: 'a' }] }], 'https'],
  ['a script as a link', [{ type: 'link', url: 'javascript:alert(1)', children: [{ text: 'a' }] }], 'https'],
  ['no list', 'words' as unknown as unknown[], 'The nodes must be a list of at most 6 levels'],
  ['no words', A_TEMPLATE.slice(2), 'Write the text of the form'],
  ['a NUL', withText('a\u0000b'), 'The text holds characters that cannot be shown. Please remove them.'],
  ['a turn of direction', withText('a\u202Eb'), 'The text holds characters that cannot be shown. Please remove them.'],
  ['a long paragraph', withText('word '.repeat(2001)), 'A paragraph has at most 10000 characters. Please make it shorter.'],
])('%s is refused with a sentence', async (_, data, message) => {
  const request = rawRequest(calls.templatesCreate, { token: staff.token, input: { ...fields, data } });
  const { status, body } = await app.ask(request);
  expect(status).toBe(400);
  expect(JSON.stringify(body.fields)).toContain(message);
});

test('text is stored composed, and a name is trimmed', async () => {
  const stored = await made({ name: '  Own  ', data: withText('Ame\u0301lie') });
  expect(stored.name).toBe('Own');
  expect(stored.data[0]).toEqual({ type: 'paragraph', children: [{ text: 'Amélie' }] });
});

test('the same key makes one template', async () => {
  const key = randomUUID();
  const one = await staff.call('templatesCreate', fields, key);
  expect(await staff.call('templatesCreate', fields, key)).toEqual(one);
});

const draw = async (input: Input<'templatesPreview'>, by: Caller = staff) =>
  Buffer.from(await (await callForFile(calls.templatesPreview, input, app.wire(by.token))).arrayBuffer());

test('a text that is not stored is drawn with an example patient, as a preview on each page, and stored nowhere', async () => {
  const before = await snapshotOf(app.database.db, { except: ['sessions', 'throttles'] });
  const data = [...withText('Bring somebody who can take you home.'), ...withText('More. '.repeat(900))];
  const file = await draw({ formType: 'FORM_2', data });
  const pages = onPdf(file, 'pdftotext', '-raw', 'FILE', '-').split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('PREVIEW');
  const text = textOf(file);
  for (const words of ['EXAMPLE', 'Bring somebody who can take you home.', 'Demo General Hospital', 'Parent'])
    expect(text).toContain(words);
  expect(text).not.toMatch(/\/verify\//);
  const picture = (await draw({ formType: 'FORM_2', data, format: 'SVG' })).toString('utf8');
  expect(picture).toMatch(/^<svg /);
  expect(picture).not.toContain('<script');
  expect(await snapshotOf(app.database.db, { except: ['sessions', 'throttles'] })).toEqual(before);
});

test('a half-written text is drawn, letters without a font as words; one that is too long is refused', async () => {
  const half: TemplateNode[] = [{ type: 'paragraph', children: [{ text: 'Half ᚠ' }] }];
  expect(textOf(await draw({ formType: 'FORM_4', data: half }))).toContain(
    'Half [words in another script: in the attached record]',
  );
  expect(textOf(await draw({ formType: 'FORM_4', data: [] }))).toContain('A preview.');
  const long = draw({ formType: 'FORM_1', data: withText('x'.repeat(PREVIEW_PARAGRAPH_MOST + 1)) });
  await expect(long).rejects.toMatchObject({ status: 400, code: 'INVALID', fields: [{ path: 'data' }] });
  await expect(draw({ formType: 'FORM_1', data: half }, await signIn(app, 'reader@demo.nhs.uk'))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
