import * as v from 'valibot';
import { isSameValue } from '#domain/base/canonical.ts';
import { isOfEnglish, TranslationLanguage, TranslationReview, type TranslationKind } from './translation.ts';
import type { TemplateNode } from './template.ts';
import { TemplateNodes } from './template-nodes.ts';
import { composedNodes, templateTextsOf } from './template-texts.ts';

const Nodes = v.pipe(
  TemplateNodes,
  v.transform((nodes) => composedNodes(nodes)),
);

const Texts = {
  language: TranslationLanguage,
  data: Nodes,
  /** the English text that this translates: beside any other it is not shown */
  english: Nodes,
  /** whether its writer has finished it: before, patients do not see it */
  complete: v.optional(v.boolean('Say whether the translation is finished'), false),
};

/** The translations of an edit; as with procedures, marks and writers are the server's. */
export const TemplateTranslationDraft = v.object(Texts);
export type TemplateTranslationDraft = v.InferOutput<typeof TemplateTranslationDraft>;

/** One translation of a template's text. */
export const TemplateTranslation = v.object({ ...Texts, ...TranslationReview });
export type TemplateTranslation = v.InferOutput<typeof TemplateTranslation>;

/** The rules of a template's translation: one text, which patients read once its writer has finished it. */
export const TEMPLATE_TRANSLATION: TranslationKind<TemplateTranslationDraft, readonly TemplateNode[]> = {
  empty: (language) => ({ language, data: [], english: [], complete: false }),
  hasTexts: ({ data }) => data.length > 0,
  isUnchanged: (draft, before) => isSameValue(wordsOf(draft), wordsOf(before)),
  isReadable: (translation, english) => translation.complete && isOfEnglish(translation, english),
  untranslated: untranslatedWords,
};

/** A translation as an editor writes it: without the mark and the writers of one that is stored. */
function wordsOf({ language, data, english, complete }: TemplateTranslationDraft): TemplateTranslationDraft {
  return { language, data, english, complete };
}

/** The texts that are still those of the English. */
function untranslatedWords({ data, english }: Pick<TemplateTranslationDraft, 'data' | 'english'>): string[] {
  const before = new Set(templateTextsOf(english).map((text) => text.trim()));
  const left = templateTextsOf(data).map((text) => text.trim());
  return [...new Set(left.filter((text) => /\p{L}/u.test(text) && !text.startsWith('https://') && before.has(text)))];
}
