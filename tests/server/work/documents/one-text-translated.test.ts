import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { contentDigest, type FullShownContent } from '#domain/consents/digest.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { englishTextsOf } from '#domain/library/procedure-texts.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { sha256Hex } from '#server/sha256.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { ReadingLanguage, type Dictionary, type Translated } from '#src/sign/texts/reading-language.ts';
import { TranslatedForm } from '#src/sign/pieces/TranslatedForm.tsx';
import { Benefits } from '#src/sign/pages/Benefits.tsx';
import { FormText } from '#src/sign/pages/FormText.tsx';
import { OtherWays } from '#src/sign/pages/OtherWays.tsx';
import { Plan } from '#src/sign/pages/Plan.tsx';
import { Risks } from '#src/sign/pages/Risks.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { arabic } from '#src/sign/texts/ar/dictionary.ts';
import { welsh } from '#src/sign/texts/cy/dictionary.ts';
import { documentSource } from '#tests/support/forms/document-form.ts';
import { FORM_TEXT, realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';
import { aForm } from '#tests/src/sign/form.ts';
import { bare, textsOf, wordsOf } from './shown-text.ts';

const DICTIONARIES: Record<PatientLanguage, Dictionary> = { cy: welsh, ar: arabic };
// Its children are given as React's third argument.
const Translating = TranslatedForm as FunctionComponent<{ translation: PinnedTranslation }>;
const PAGES = [Plan, Benefits, Risks, OtherWays, FormText] as const;

/** A form whose translation lacks one text. */
function sourceIn(language: PatientLanguage, without = '', procedure = TONSILS) {
  const whole = realTranslation(language);
  const translation = { ...whole, texts: whole.texts.filter(({ english }) => english !== without) };
  return documentSource({ formType: 'FORM_1', age: 40, nodes: FORM_TEXT, procedures: [procedure], translation });
}

/** The pages of a form for somebody who reads in a language, as markup. */
function pagesIn(pinned: FullShownContent, reads: 'en' | PatientLanguage): string {
  return pagesOf(pinned, reads).join('');
}

/** Each of these pages. */
function pagesOf(pinned: FullShownContent, reads: 'en' | PatientLanguage): string[] {
  const form = { procedures: [...pinned.procedures], content: [...pinned.template.nodes] };
  const props = {
    // Nobody taps on a page that is drawn once.
    visiting: { dispatch: () => undefined } as unknown as SignerStepProps['visiting'],
    details: aForm(form, { shown: { ...pinned } }),
    navigation: { step: '', onBack: undefined, isBusy: false },
    at: 0,
  };
  const translation: Translated | null =
    reads === 'en' ? null : { ...DICTIONARIES[reads], statement: () => null, note: () => null, evidence: { readIn: reads } };
  return PAGES.map((page) => {
    const own = createElement(page as FunctionComponent<typeof props>, props);
    const form = createElement(Translating, { translation: pinned.translation! }, own);
    return renderToStaticMarkup(createElement(ReadingLanguage, { value: { language: reads, translation } }, form));
  });
}

/** The texts in the reader's own language, as the markup names them. */
function ownTexts(markup: string, language: PatientLanguage): string[] {
  const spans = markup.matchAll(new RegExp(`<span lang="${language}" dir="(?:ltr|rtl)" class="own">(.*?)</span>`, 'gsu'));
  return [...spans].map(([, words = '']) => wordsOf(words));
}

test.each(PATIENT_LANGUAGES)(
  'each translated text in %s is the same on the page, in the digest and on paper',
  async (language) => {
    const source = sourceIn(language);
    const pinned = source.pinned as FullShownContent;
    const markup = pagesIn(pinned, language);
    const page = bare(wordsOf(markup));
    const paper = bare(textsOf(consentDocument(source).blocks).join('\u0000'));
    const { texts, template } = pinned.translation!;
    for (const { english, text } of texts)
      for (const each of [english, text]) {
        expect(page, each).toContain(bare(each));
        expect(paper, each).toContain(bare(each));
      }
    for (const text of textsOf(template).filter(
      (each) => each.length > 1 && !each.startsWith('consent-') && !/^[a-z-]+$/u.test(each),
    )) {
      expect(page, text).toContain(bare(text));
      expect(paper, text).toContain(bare(text));
    }
    // The other way round: a page says no more than what is pinned.
    const known = new Set(texts.map(({ text }) => text));
    const own = ownTexts(markup, language);
    expect(new Set(own)).toEqual(known);
    const digest = await contentDigest(pinned, sha256Hex);
    for (const at of texts.keys()) {
      const other = { ...pinned.translation!, texts: texts.with(at, { ...texts[at]!, text: 'x' }) };
      expect(await contentDigest({ ...pinned, translation: other }, sha256Hex)).not.toBe(digest);
    }
  },
);

test.each(englishTextsOf(TONSILS))(
  'a text without a translation, as $english, is shown in English and says so',
  ({ english }) => {
    const pinned = sourceIn('cy', english).pinned as FullShownContent;
    const markup = pagesIn(pinned, 'cy');
    expect(ownTexts(markup, 'cy')).not.toContain(realTranslation('cy').texts.find((each) => each.english === english)!.text);
    expect(wordsOf(markup)).toContain(`${welsh.about.onlyEnglish}${english}`);
    expect(wordsOf(pagesIn(sourceIn('cy').pinned as FullShownContent, 'cy'))).not.toContain(welsh.about.onlyEnglish);
  },
);

test('who reads in English, or in another language than the form has, is shown the English alone', () => {
  const pinned = sourceIn('cy').pinned as FullShownContent;
  for (const reads of ['en', 'ar'] as const) {
    const markup = pagesIn(pinned, reads);
    expect(ownTexts(markup, 'cy')).toEqual([]);
    expect(wordsOf(markup)).not.toContain('Gwaedu');
  }
});

test.each(PATIENT_LANGUAGES)(
  'the side stands in %s beside the translated name, and never in words marked as English',
  (language) => {
    const onRight = { ...TONSILS, side: 'RIGHT' as const, procedureAcronym: 'DTN' };
    const { textsFor, about } = DICTIONARIES[language];
    const side = `<b>${textsFor('PATIENT').side('RIGHT')}</b>`;
    const name = realTranslation(language).texts.find(({ english }) => english === TONSILS.procedureName)!.text;
    const [plan = '', ...pages] = pagesOf(sourceIn(language, '', onRight).pinned as FullShownContent, language);
    for (const page of [plan, ...pages.filter((each) => each.includes('RIGHT'))])
      expect(page).toContain(`class="own">${name}${about.comma}${side}</span>`);
    expect(plan).toContain(`${TONSILS.procedureName}, <b>RIGHT</b> side (DTN)</bdi></span></h2>`);
    // Without a name in this language, the side has a line of its own.
    const [other = ''] = pagesOf(sourceIn(language, TONSILS.procedureName, onRight).pinned as FullShownContent, language);
    expect(other).toContain(`class="own">${side}</span></h2>`);
  },
);

test('on paper each translation stands directly below its English text, before the source', () => {
  const source = sourceIn('ar');
  const { texts } = (source.pinned as FullShownContent).translation!;
  const paper = textsOf(consentDocument(source).blocks);
  for (const { english, text } of texts) expect(paper[paper.indexOf(text) - 1], english).toBe(english);
  expect(paper.some((each) => each.startsWith('Source: '))).toBe(true);
});
