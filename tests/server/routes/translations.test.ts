import { beforeEach, expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import * as v from 'valibot';
import type { TemplateNode } from '#domain/templates/template.ts';
import { signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { aProcedure, publish } from '#tests/support/forms/procedures.ts';
import { translatedProcedure, translatedTemplate, withTranslations } from '#tests/support/forms/translations.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// bch@demo may edit and not publish; an administrator may do both; a clinician edits templates alone.
let editor: Caller;
let publisher: Caller;
let clinician: Caller;
const app = useTestApp();
beforeEach(async () => {
  editor = await signIn(app, 'bch@demo.nhs.uk');
  publisher = await signIn(app, 'admin@demo.nhs.uk');
  clinician = await signIn(app);
});

type Details = Output<'procedureCreate'>['data'];

const created = async () => (await editor.call('procedureCreate', aProcedure({ procedureDescription: 'What is done.' }))).data;

const translate = async (by: Caller, { procedureID, version, revision, ...text }: Details) =>
  (await by.call('procedureUpdate', { procedureID, version, revision, translations: [translatedProcedure('cy', text)] })).data;

const mark = (by: Caller, { procedureID, revision }: Details, reviewed = true) =>
  by.call('procedureReviewTranslation', { procedureID, revision, language: 'cy', reviewed });

test('a translation is written, and marked as reviewed by somebody who may publish and did not write it', async () => {
  const written = await translate(editor, await created());
  expect(written.translations).toMatchObject([
    { language: 'cy', reviewed: false, procedureName: { english: written.procedureName } },
  ]);
  const { procedureID, revision } = written;
  const about = { procedureID, revision, language: 'cy' as const, reviewed: true };
  expect(await editor.refused('procedureReviewTranslation', about)).toMatchObject({ status: 403 });
  expect((await publisher.refused('procedureReviewTranslation', { ...about, language: 'ar' })).status).toBe(404);
  expect((await publisher.refused('procedureReviewTranslation', { ...about, revision: revision + 1 })).code).toBe(
    'VERSION_CONFLICT',
  );
  const marked = (await mark(publisher, written)).data;
  expect(marked).toMatchObject({ version: 1, revision: revision + 1, translations: [{ reviewed: true }] });
  expect(marked.history[0]).toMatchObject({ fields: ['translations'], note: 'Welsh: marked as reviewed' });
  // The reviewer who marks it has edited nothing, and may publish.
  expect((await publish({ editor, publisher }, marked)).status).toBe('ACTIVE');
});

test('nobody reviews what they wrote, also in a later version; a change takes the mark away', async () => {
  const own = await translate(publisher, await created());
  const about = { procedureID: own.procedureID, revision: own.revision, language: 'cy' as const, reviewed: true };
  expect((await publisher.refused('procedureReviewTranslation', about)).code).toBe('FORBIDDEN');
  const { data } = await mark(publisher, await translate(editor, await created()));
  const { procedureID, version, revision, translations } = data;
  const kept = await editor.call('procedureUpdate', { procedureID, version, revision, translations, procedureAcronym: 'D' });
  expect(kept.data.translations).toMatchObject([{ reviewed: true }]);
  // A mark that is sent with the text counts for nothing.
  const [welsh] = kept.data.translations!;
  const changed = { ...welsh!, reviewed: true, procedureName: { english: data.procedureName, text: 'Arall' } };
  const after = await editor.call('procedureUpdate', {
    procedureID,
    version,
    revision: kept.data.revision,
    translations: [changed],
  });
  expect(after.data.translations).toMatchObject([{ reviewed: false, procedureName: { text: 'Arall' } }]);
});

const markOf = ({ procedureID, revision }: Details) => ({ procedureID, revision, language: 'cy' as const, reviewed: true });

test('the mark is pinned with the text: on a version in use it makes the next one, a draft that the reviewer may publish', async () => {
  const active = await publish({ editor, publisher }, await translate(editor, await created()));
  const { data } = await mark(publisher, active);
  expect(data).toMatchObject({ version: 2, status: 'DRAFT', translations: [{ reviewed: true }] });
  const serving = (await clinician.call('procedureGetDetails', { id: active.procedureID })).data;
  expect(serving).toMatchObject({ version: 1, status: 'ACTIVE', translations: [{ reviewed: false }] });
  expect((await publish({ editor, publisher }, data)).translations).toMatchObject([{ reviewed: true }]);
});

test('a mark on a text that was taken out of use makes nobody free to publish their own words', async () => {
  const { procedureID } = await publish({ editor, publisher }, await translate(editor, await created()));
  const withdrawn = (await publisher.call('procedureUpdateStatus', { procedureID, status: 'DRAFT', note: 'Wrong' })).data;
  const { data } = await mark(publisher, withdrawn);
  expect(data).toMatchObject({ version: 2, status: 'DRAFT', editors: withdrawn.editors });
  expect(data.editors).toHaveLength(1);
});

test('an edit of the English alone leaves the translation stored, beside the English that it was written for', async () => {
  const { procedureID, version, revision, procedureName } = await translate(editor, await created());
  const { data } = await editor.call('procedureUpdate', {
    procedureID,
    version,
    revision,
    procedureName: `${procedureName} anew`,
  });
  expect(data.translations).toMatchObject([{ procedureName: { english: procedureName } }]);
});

test('letters without a font are taken, another language and a half of a pair are refused with a sentence', async () => {
  const { procedureID, version, revision, ...text } = await created();
  const whole = translatedProcedure('cy', text);
  const odd = { ...whole, procedureName: { english: text.procedureName, text: 'ᚠᚢ' } };
  await editor.call('procedureUpdate', { procedureID, version, revision, translations: [odd] });
  const faultOf = (translation: object) => v.safeParse(ProcedureTranslationDraft, translation).issues?.[0].message;
  expect(faultOf({ ...whole, language: 'pl' })).toBe('Choose a language of the patients’ pages');
  expect(faultOf({ ...whole, alternatives: [{ english: 'A' }] })).toBeDefined();
  expect(faultOf({ ...whole, procedureName: { english: 'A', text: '  ' } })).toBe('Enter the translated name');
});

test('a template’s translation needs the same places to sign; it is marked as any other, and each change is a version', async () => {
  const id = await templateId(clinician);
  const found = (await clinician.call('templatesGet', { limit: 100 })).data.records.find(({ _id }) => _id === id)!;
  const whole = translatedTemplate('ar', found.data);
  const turned = { ...whole, data: whole.data.toReversed() };
  const { fields } = await clinician.refused('templatesUpdate', withTranslations(found, [turned]));
  expect(fields).toMatchObject([{ path: 'translations.0.data', message: expect.stringContaining('places to sign') }]);
  const saved = (await clinician.call('templatesUpdate', withTranslations(found, [whole]))).data;
  expect(saved).toMatchObject({ version: found.version + 1, translations: [{ language: 'ar', reviewed: false }] });
  const about = { _id: id, version: saved.version, language: 'ar' as const, reviewed: true };
  expect((await clinician.refused('templatesReviewTranslation', about)).status).toBe(403);
  expect((await publisher.refused('templatesReviewTranslation', { ...about, version: 1 })).code).toBe('VERSION_CONFLICT');
  const { data } = await publisher.call('templatesReviewTranslation', about);
  expect(data).toMatchObject({ version: saved.version + 1, translations: [{ reviewed: true }] });
  // An editor of an earlier build sends no translations: they stay.
  const { translations: _, ...plain } = withTranslations(data, []);
  const edited = await clinician.call('templatesUpdate', { ...plain, name: 'Renamed' });
  const later = (version: number) => ({ ...about, version });
  expect(edited.data.translations).toMatchObject([{ reviewed: true }]);
  const own = (await publisher.call('templatesUpdate', withTranslations(edited.data, [translatedTemplate('cy', found.data)])))
    .data;
  const mine = { _id: id, version: own.version, language: 'cy' as const, reviewed: true };
  expect((await publisher.refused('templatesReviewTranslation', mine)).code).toBe('FORBIDDEN');
  // Of an earlier English text, and not finished: nobody can have read the one against the other.
  const first: TemplateNode = { type: 'paragraph', children: [{ text: 'New' }] };
  const stale = (await clinician.call('templatesUpdate', withTranslations({ ...own, data: [first, ...own.data] }, [whole]))).data;
  expect((await publisher.refused('templatesReviewTranslation', later(stale.version))).code).toBe('MOVE_REFUSED');
  const draft = { ...whole, data: [...own.data], complete: false };
  const unfinished = (await clinician.call('templatesUpdate', withTranslations({ ...stale, data: own.data }, [draft]))).data;
  expect((await publisher.refused('templatesReviewTranslation', later(unfinished.version))).code).toBe('MOVE_REFUSED');
});

test('who wrote a translation cannot review it after somebody has taken it away and written it again', async () => {
  const written = await translate(publisher, await created());
  const { procedureID, version } = written;
  const without = (await editor.call('procedureUpdate', { procedureID, version, revision: written.revision, translations: [] }))
    .data;
  expect(without.translations).toEqual([]);
  expect((await publisher.refused('procedureReviewTranslation', { ...markOf(without) })).status).toBe(404);
  const again = await translate(editor, without);
  expect((await publisher.refused('procedureReviewTranslation', markOf(again))).code).toBe('FORBIDDEN');
  const id = await templateId(clinician);
  const found = (await clinician.call('templatesGet', { limit: 100 })).data.records.find(({ _id }) => _id === id)!;
  let template = found;
  for (const [caller, translations] of [
    [publisher, [translatedTemplate('cy', found.data)]],
    [clinician, []],
    [clinician, [translatedTemplate('cy', found.data)]],
  ] as const) {
    template = (await caller.call('templatesUpdate', withTranslations(template, [...translations]))).data;
    expect(template.translations).toHaveLength(translations.length);
  }
  const about = { _id: id, version: template.version, language: 'cy' as const, reviewed: true };
  expect((await publisher.refused('templatesReviewTranslation', about)).code).toBe('FORBIDDEN');
});

test('a mark is of the texts that its reader was shown: those of other English words go', async () => {
  const before = await translate(editor, await created());
  const { procedureID, version, procedureName } = before;
  const put = async (revision: number, name: string) =>
    (await editor.call('procedureUpdate', { procedureID, version, revision, procedureName: name })).data;
  const renamed = await put(before.revision, 'Other words');
  const marked = (await mark(publisher, renamed)).data;
  expect(marked.translations).toMatchObject([{ reviewed: true, procedureName: null }]);
  const back = await put(marked.revision, procedureName);
  expect(back.translations).toMatchObject([{ reviewed: true, procedureName: null }]);
});
