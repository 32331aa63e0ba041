import { expect, test } from 'vitest';
import { PROCEDURE_TRANSLATION } from '#domain/library/procedure-texts.ts';
import { keepsReview } from '#domain/templates/translation-review.ts';
import { EMPTY_PROCEDURE, procedureFormOf, type ProcedureForm } from '#src/screens/library/procedure-form.ts';
import { readProcedureForm } from '#src/screens/library/procedure-input.ts';
import { linesOfTranslation, translationInput, withTranslated } from '#src/screens/library/translation-form.ts';
import { translatedProcedure } from '#tests/support/forms/translations.ts';
import { procedure } from '#tests/src/screens/builder/draft/build.ts';

const stored = procedure({ risks: [...procedure().risks, { ...procedure().risks[0]!, name: 'Scar', text: 'It may show.' }] });
const draft = translatedProcedure('cy', stored);
const form = procedureFormOf({ ...stored, translations: [{ ...draft, reviewed: true, writers: [] }] });
const linesOf = (changed: ProcedureForm) => linesOfTranslation(changed, changed.translations[0]!);

test('a stored translation comes out of the form as it went in', () => {
  expect(translationInput(form).drafts).toEqual([draft]);
  expect(readProcedureForm(form).problems).toEqual([]);
  expect(PROCEDURE_TRANSLATION.untranslated(draft, stored)).toEqual([]);
});

test('when the English changes, the translation is offered for the new words, and not taken for theirs', () => {
  const risks = form.risks.map((risk) => (risk.name === 'Scar' ? { ...risk, name: 'A scar' } : risk));
  const changed = { ...form, risks };
  const line = linesOf(changed).find(({ english }) => english === 'A scar')!;
  expect(line).toMatchObject({ text: '', before: { english: 'Scar', text: 'Cymraeg: Scar' } });
  // It stays stored with its own English until somebody has looked at it.
  expect(translationInput(changed).drafts[0]!.risks.map(({ name }) => name?.english)).toContain('Scar');
  expect(PROCEDURE_TRANSLATION.untranslated(translationInput(changed).drafts[0]!, { ...stored, risks })).toEqual(['A scar']);
  const taken = { ...changed, translations: [withTranslated(changed.translations[0]!, line, line.before!.text)] };
  expect(translationInput(taken).drafts[0]!.risks.map(({ name }) => name)).toContainEqual({
    english: 'A scar',
    text: 'Cymraeg: Scar',
  });
  expect(linesOf(taken).every(({ before }) => before === undefined)).toBe(true);
});

test('lines that move keep their translations, and those of a removed line go with it', () => {
  const turned = { ...form, risks: form.risks.toReversed() };
  expect(linesOf(turned).every(({ text }) => text !== '')).toBe(true);
  const less = { ...form, risks: form.risks.slice(0, 1) };
  expect(JSON.stringify(translationInput(less).drafts)).not.toContain('Scar');
});

test('a translation without a text is not sent, and a problem leads to its field', () => {
  const empty = { ...EMPTY_PROCEDURE, translations: [{ language: 'cy' as const, texts: [] }] };
  expect(translationInput(empty).drafts).toEqual([]);
  const line = linesOf(form).find(({ english }) => english === 'Scar')!;
  const bad = { ...form, translations: [withTranslated(form.translations[0]!, line, 'x'.repeat(10_000))] };
  expect(readProcedureForm(bad).problems).toMatchObject([{ field: `translations.cy.${line.path}` }]);
});

test('the mark of a review stays with the words that it is about', () => {
  const reviewed = { ...draft, reviewed: true, writers: [] };
  const line = linesOf(form).find(({ english }) => english === 'Scar')!;
  const keeps = (text: string) => {
    const [typed] = translationInput({ ...form, translations: [withTranslated(form.translations[0]!, line, text)] }).drafts;
    return keepsReview(PROCEDURE_TRANSLATION, typed!, reviewed);
  };
  expect([keeps(line.text), keeps('Craith'), keeps('')]).toEqual([true, false, true]);
});
