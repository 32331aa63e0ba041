import { expect, test } from 'vitest';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { paperDocument } from '#server/work/documents/content/paper-document.ts';
import { documentSource } from '#tests/support/forms/document-form.ts';
import { FORM_TEXT, realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';
import { textOf, writtenBy } from '#tests/server/outside/pdf/pdf-tools.ts';
import { textsOf } from '#tests/server/work/documents/shown-text.ts';

const sourceIn = (language: 'cy' | 'ar', reviewed = false) =>
  documentSource({
    formType: 'FORM_1',
    age: 40,
    nodes: FORM_TEXT,
    procedures: [TONSILS],
    translation: realTranslation(language, reviewed),
  });

test.each(PATIENT_LANGUAGES)('the sealed document and the form to print hold English and %s', (language) => {
  const source = sourceIn(language);
  const { texts } = realTranslation(language);
  for (const document of [consentDocument(source), paperDocument(source, new Map())]) {
    const pdf = renderPdf(document);
    const drawn = textOf(pdf);
    const letters = new Set(drawn);
    for (const { english, text } of texts) {
      expect(drawn).toContain(english);
      if (language === 'cy') expect(drawn).toContain(text);
      // The tool reads Arabic glyph by glyph: each letter, and more than once.
      else for (const letter of text.match(/\p{Script=Arabic}/gu) ?? []) expect(letters, text).toContain(letter);
    }
    expect(
      writtenBy(pdf, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', 'FOLDER/written.pdf').toString('latin1'),
    ).toContain(`/Lang (${language}`);
  }
});

test('each translated text follows its English one, and the notice says which counts and who has read it', () => {
  const found = textsOf(consentDocument(sourceIn('cy')).blocks);
  for (const { english, text } of realTranslation('cy').texts) {
    const at = found.findIndex((each, place) => each === english && found.slice(place + 1, place + 3).includes(text));
    expect(at, english).toBeGreaterThanOrEqual(0);
  }
  // Only some signers are shown it.
  expect(found.join('')).not.toContain('as it was shown');
  expect(found.join('')).toContain('has not been reviewed by a second person yet (Cymraeg)');
  expect(textsOf(consentDocument(sourceIn('cy', true)).blocks).join('')).toContain('A second person has reviewed');
});

test('a form in English alone says nothing of a translation', () => {
  const { blocks } = consentDocument(documentSource({ formType: 'FORM_1', age: 40, nodes: FORM_TEXT, procedures: [TONSILS] }));
  expect(textsOf(blocks).join('')).not.toMatch(/translat|Cymraeg/i);
});
