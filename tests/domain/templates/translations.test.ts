import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest, type FullShownContent } from '#domain/consents/digest.ts';
import { englishTextsOf, presentPart, PROCEDURE_TRANSLATION, type ProcedureTexts } from '#domain/library/procedure-texts.ts';
import type { ProcedureTranslation, ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import { shownTranslation, translationLanguageOf } from '#domain/consents/shown-translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TEMPLATE_TRANSLATION } from '#domain/templates/template-translation.ts';
import { isOfEnglish } from '#domain/templates/translation.ts';
import { templateTranslationFaults, translationFaults } from '#domain/templates/translation-faults.ts';
import { keepsReview, reviewRefusal, translationsAfterEdit, withReviewMark } from '#domain/templates/translation-review.ts';
import { aProcedure, documentSource } from '#tests/support/forms/document-form.ts';
import { demoTranslation, translatedProcedure, translatedTemplate } from '#tests/support/forms/translations.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const NODES: TemplateNode[] = [
  { type: 'heading-one', children: [{ text: 'Your rights' }] },
  { type: 'paragraph', children: [{ text: 'You can change your mind.', bold: true }] },
  { type: 'consent-patient', children: [{ text: '' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
  { type: 'consent-interpreter', children: [{ text: '' }] },
];
const form = aProcedure();
const stored = (change: Partial<ProcedureTranslation> = {}): ProcedureTranslation => ({
  ...translatedProcedure('cy', form),
  reviewed: true,
  writers: [],
  ...change,
});
const template = { nodes: NODES, translations: [{ ...translatedTemplate('cy', NODES), reviewed: true, writers: [] }] };
const shown = (onForm = form, translations = [stored()]) =>
  shownTranslation('cy', { procedures: [{ onForm, translations }], template });

const word = fc.constantFrom('Bleeding', 'Infection', 'Clearer sight', 'No treatment', 'A scar', 'Pain for a week', '');
const texts: fc.Arbitrary<ProcedureTexts> = fc.record({
  procedureName: fc.constantFrom('Cataract surgery', 'Hip replacement'),
  procedureDescription: word,
  benefits: fc.array(fc.record({ text: word }), { maxLength: 4 }),
  risks: fc.array(fc.record({ name: word, text: word }), { maxLength: 5 }),
  alternatives: fc.array(word, { maxLength: 4 }),
});

test('whatever is edited, moved or taken away, no translated text stands beside another English text', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const translation = { ...translatedProcedure('cy', before), reviewed: false, writers: [] };
      const risks = after.risks.map((risk) => ({ ...form.risks[0]!, ...risk }));
      const benefits = after.benefits.map(({ text }) => ({ text, source: null, year: null }));
      const onForm = { ...form, ...after, risks, benefits, alternatives: [...after.alternatives] };
      const found = shownTranslation('cy', {
        procedures: [{ onForm, translations: [translation] }],
        template: { nodes: NODES, translations: [] },
      });
      const english = new Set(englishTextsOf(onForm).map((each) => each.english));
      for (const each of found?.texts ?? []) {
        expect(english).toContain(each.english);
        expect(each.text).toBe(demoTranslation('cy', each.english));
      }
      const untranslated = PROCEDURE_TRANSLATION.untranslated(translation, onForm);
      const translated = new Set((found?.texts ?? []).map((each) => each.english));
      for (const each of english) expect(translated.has(each) || untranslated.includes(each)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('what a clinician changed or added stays in English, and a text whose English changed has no translation', () => {
  const [first, ...others] = form.risks;
  const changed = { ...form, risks: [{ ...first!, text: 'Other words for this patient' }, ...others] };
  const own = { ...first!, name: 'A risk of this patient', text: 'Because of the heart' };
  const found = shown({ ...changed, personalRisks: [own] });
  const english = found!.texts.map((each) => each.english);
  expect(english).not.toContain('Other words for this patient');
  expect(english).not.toContain(own.name);
  expect(english).toContain(first!.name);
  expect(shown({ ...form, procedureName: 'Renamed' })!.texts.some((each) => each.english === 'Renamed')).toBe(false);
});

test('an English text that stands on the form with two translations, or once without one, is in English alone', () => {
  const [risk] = form.risks;
  const discharge = { ...form, procedureName: 'Drainage', risks: [{ ...risk!, name: 'Discharge', text: '' }] };
  const home = { ...form, procedureName: 'Discharge' };
  const welshOf = (of: typeof form, word: string) => ({
    ...stored(),
    ...translatedProcedure('cy', of),
    procedureName: { english: of.procedureName, text: `${word} ${of.procedureName}` },
    risks: of.risks.map(({ name }) => ({ name: { english: name, text: `${word} ${name}` }, text: null })),
  });
  const textsOn = (...procedures: { onForm: typeof form; translations: ProcedureTranslation[] }[]) =>
    shownTranslation('cy', { procedures, template })!.texts.map((each) => each.english);
  const first = { onForm: discharge, translations: [welshOf(discharge, 'Crawn')] };
  expect(textsOn(first)).toContain('Discharge');
  expect(textsOn(first, { onForm: home, translations: [] })).not.toContain('Discharge');
  expect(textsOn(first, { onForm: home, translations: [welshOf(home, 'Mynd adref')] })).not.toContain('Discharge');
  expect(textsOn(first, { onForm: home, translations: [welshOf(home, 'Crawn')] })).toContain('Discharge');
  const personal = { ...discharge, personalRisks: [{ ...risk!, name: 'Own', text: 'Discharge' }] };
  expect(textsOn({ ...first, onForm: personal })).not.toContain('Discharge');
  const [benefit] = stored().benefits;
  const twice = { ...stored(), benefits: [benefit!, { ...benefit!, text: 'Arall' }] };
  expect(textsOn({ onForm: form, translations: [twice] })).not.toContain(benefit!.english);
});

test('a form without one translated text has none, and one text that nobody reviewed marks the whole', () => {
  expect(shownTranslation('ar', { procedures: [{ onForm: form, translations: [stored()] }], template })).toBeNull();
  expect(shown()!.reviewed).toBe(true);
  expect(shown(form, [stored({ reviewed: false })])!.reviewed).toBe(false);
  // A translation of none of its texts is not shown, and marks nothing.
  expect(shown({ ...form, ...NOTHING_OF_IT }, [stored({ reviewed: false })])!.reviewed).toBe(true);
});
const NO_TEXTS = PROCEDURE_TRANSLATION.empty('cy');
const NOTHING_OF_IT = { procedureName: 'Other', procedureDescription: '', benefits: [], risks: [], alternatives: [] };

test('the template’s translation is shown with exactly the English that it translates', () => {
  const [, second, ...rest] = NODES;
  const edited: TemplateNode[] = [{ type: 'heading-one', children: [{ text: 'Your right' }] }, second!, ...rest];
  expect(isOfEnglish(template.translations[0]!, NODES)).toBe(true);
  expect(isOfEnglish(template.translations[0]!, edited)).toBe(false);
  expect(shown()!.template).toEqual(template.translations[0]!.data);
  const other = shownTranslation('cy', { procedures: [], template: { ...template, nodes: edited } });
  expect(other).toBeNull();
  const [whole] = template.translations;
  const unfinished = { ...template, translations: [{ ...whole!, complete: false }] };
  expect(shownTranslation('cy', { procedures: [], template })).not.toBeNull();
  expect(shownTranslation('cy', { procedures: [], template: unfinished })).toBeNull();
  const english = { ...whole!, data: NODES };
  expect(templateTranslationFaults('FORM_1', [english])).toMatchObject([{ message: expect.stringContaining('English text') }]);
  expect(templateTranslationFaults('FORM_1', [{ ...english, complete: false }])).toEqual([]);
  expect(TEMPLATE_TRANSLATION.untranslated(english, NODES)).toEqual(['Your rights', 'You can change your mind.']);
  expect(TEMPLATE_TRANSLATION.untranslated(whole!, NODES)).toEqual([]);
});

test('places to sign in another order, letters that do not print and a language twice are faults', () => {
  const whole = translatedTemplate('cy', NODES);
  expect(templateTranslationFaults('FORM_1', [whole])).toEqual([]);
  const turned = { ...whole, data: [...whole.data.slice(0, 2), ...whole.data.slice(2).toReversed()] };
  expect(templateTranslationFaults('FORM_1', [turned])).toMatchObject([
    { path: 'translations.0.data', message: expect.stringContaining('the same order') },
  ]);
  const without = { ...whole, data: whole.data.slice(0, 3) };
  expect(
    templateTranslationFaults('FORM_1', [without])
      .map(({ message }) => message)
      .join(),
  ).toContain('clinician signs');
  expect(translationFaults([stored(), stored()])).toMatchObject([{ message: 'Welsh is listed twice' }]);
});

const edit = (stored: ProcedureTranslation[], given: ProcedureTranslationDraft[], userId: string) =>
  translationsAfterEdit(PROCEDURE_TRANSLATION, { stored, drafts: given, userId });

test('a translation that was taken away and written again has the writers of before', () => {
  const draft = translatedProcedure('cy', form);
  const removed = edit(edit([], [draft], 'one'), [], 'two');
  expect(removed.filter(PROCEDURE_TRANSLATION.hasTexts)).toEqual([]);
  expect(edit(removed, [draft], 'two')).toMatchObject([{ reviewed: false, writers: ['one', 'two'] }]);
  expect(edit(removed, [], 'two')).toEqual(removed);
  expect(shown(form, removed)!.texts).toEqual([]);
});

test('what a reviewer reads is the texts of the present English, each once', () => {
  const draft = translatedProcedure('cy', form);
  expect(presentPart(draft, form)).toEqual(draft);
  const other = { english: 'Other words', text: 'Arall' };
  const doubled = { english: form.alternatives[0]!, text: 'Arall' };
  const wider = {
    ...draft,
    procedureDescription: other,
    benefits: [...draft.benefits, other],
    risks: [...draft.risks, { name: other, text: null }, { name: null, text: draft.risks[0]!.name }],
    alternatives: [...draft.alternatives, doubled],
  };
  const [, ...alternatives] = draft.alternatives;
  expect(presentPart(wider, form)).toEqual({ ...draft, procedureDescription: null, alternatives });
});

test('a change takes the mark of the review away and adds its writer; an unchanged one keeps both', () => {
  const draft = translatedProcedure('cy', form);
  const [first] = edit([], [draft], 'one');
  expect(first).toMatchObject({ reviewed: false, writers: ['one'] });
  const marked = withReviewMark([first!], { language: 'cy', reviewed: true })!;
  expect(edit(marked, [draft], 'two')).toEqual(marked);
  const changed: ProcedureTranslationDraft = { ...draft, procedureName: { english: form.procedureName, text: 'Arall' } };
  expect(edit(marked, [changed], 'two')).toMatchObject([{ reviewed: false, writers: ['one', 'two'] }]);
  expect(withReviewMark(marked, { language: 'cy', reviewed: true })).toBeNull();
  // The page tells beforehand what the server will do.
  expect(keepsReview(PROCEDURE_TRANSLATION, draft, marked[0])).toBe(true);
  expect(keepsReview(PROCEDURE_TRANSLATION, changed, marked[0])).toBe(false);
  expect(keepsReview(PROCEDURE_TRANSLATION, draft, first)).toBe(false);
  expect(keepsReview(PROCEDURE_TRANSLATION, draft, undefined)).toBe(false);
});

test('a finished template keeps its mark only while text, English and “finished” stay as they were', () => {
  const [stored] = template.translations;
  const { reviewed: _r, writers: _w, ...draft } = stored!;
  expect(keepsReview(TEMPLATE_TRANSLATION, draft, stored)).toBe(true);
  const others = [
    { ...draft, complete: false },
    { ...draft, english: NODES.slice(1) },
    { ...draft, data: NODES.slice(1) },
  ];
  for (const other of others) {
    expect(keepsReview(TEMPLATE_TRANSLATION, other, stored)).toBe(false);
    const edited = translationsAfterEdit(TEMPLATE_TRANSLATION, { stored: [stored!], drafts: [other], userId: 'two' });
    expect(edited).toMatchObject([{ reviewed: false, writers: ['two'] }]);
  }
});

test.each([
  ['nothing', 'NOT_FOUND', undefined, form],
  ['a translation whose texts were taken away', 'NOT_FOUND', { ...stored(), ...NO_TEXTS }, form],
  ['one that the reader wrote', 'OWN_REVIEW', stored({ writers: ['me'] }), form],
  ['one of other English words', 'MOVE_REFUSED', stored(), { ...form, ...NOTHING_OF_IT }],
  ['one that somebody else wrote', null, stored({ writers: ['other'] }), form],
] as const)('of %s the answer to a mark is %s', (_, refusal, translation, english) => {
  const mark = { english, reviewed: true, userId: 'me' };
  expect(reviewRefusal(PROCEDURE_TRANSLATION, translation, mark)).toBe(refusal);
  // A mark may be taken away by anybody, whatever the English is by now.
  if (refusal !== 'NOT_FOUND') expect(reviewRefusal(PROCEDURE_TRANSLATION, translation, { ...mark, reviewed: false })).toBeNull();
});

test('a template’s translation is marked once it is finished, and of the present English', () => {
  const [whole] = template.translations;
  const refusalOf = (change: object, english = NODES) =>
    reviewRefusal(TEMPLATE_TRANSLATION, { ...whole!, ...change }, { english, reviewed: true, userId: 'me' });
  expect(refusalOf({})).toBeNull();
  expect(refusalOf({ complete: false })).toBe('MOVE_REFUSED');
  expect(refusalOf({}, NODES.slice(1))).toBe('MOVE_REFUSED');
  expect(refusalOf({ writers: ['me'] })).toBe('OWN_REVIEW');
});

test.each([
  ['cy', 'cy'],
  ['CY-GB', 'cy'],
  ['ar', null],
  ['pl', null],
  ['', null],
  [undefined, null],
])('a patient who reads %s has the translation %s where Welsh alone is switched on', (language, expected) => {
  expect(translationLanguageOf(language, ['cy'])).toBe(expected);
});

const sourceOf = (translation: FullShownContent['translation'] | null) =>
  documentSource({ formType: 'FORM_1', age: 40, procedures: [form], translation: translation ?? null }).pinned;

test('each letter of a translation changes the digest, and without one the record is of the shape before', async () => {
  expect(sourceOf(null).shownVersion).toBeUndefined();
  const pinned = sourceOf(shown());
  expect(pinned).toMatchObject({ shownVersion: 3, translation: { language: 'cy' } });
  const digest = await contentDigest(pinned, sha256);
  const { translation } = pinned as FullShownContent;
  const others: FullShownContent['translation'][] = [
    { ...translation!, reviewed: false },
    { ...translation!, language: 'ar' },
    { ...translation!, template: null },
    ...translation!.texts.map((each, at) => ({
      ...translation!,
      texts: translation!.texts.with(at, { ...each, text: `${each.text}.` }),
    })),
  ];
  for (const other of others)
    expect(await contentDigest({ ...pinned, translation: other } as FullShownContent, sha256)).not.toBe(digest);
});
