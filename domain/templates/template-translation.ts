import * as v from 'valibot';
import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { TranslationLanguage, TranslationReview } from './translation.ts';
import { TemplateNodes, type TemplateNode } from './template.ts';
import { composedNodes, textsOf } from './template-texts.ts';

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

/** A translation without texts: its writers are known while there is none. */
export function emptyTemplateTranslation(language: PatientLanguage): TemplateTranslationDraft {
  return { language, data: [], english: [], complete: false };
}

/** Whether there is a translation, and not its writers alone. */
export function hasTemplateTexts({ data }: Pick<TemplateTranslationDraft, 'data'>): boolean {
  return data.length > 0;
}

/** Whether a translation is of this English text; of an earlier one it is shown to nobody. */
export function isCurrentTranslation(
  { english }: Pick<TemplateTranslationDraft, 'english'>,
  data: readonly TemplateNode[],
): boolean {
  return isSameValue(english, data);
}

/** Whether patients may read a translation beside this English text: it is finished, and of this text. */
export function isReadableTranslation(
  translation: Pick<TemplateTranslationDraft, 'complete' | 'english'>,
  data: readonly TemplateNode[],
): boolean {
  return translation.complete && isCurrentTranslation(translation, data);
}

/** The texts of a translation that are still those of the English, each once. */
export function untranslatedWords({ data, english }: Pick<TemplateTranslationDraft, 'data' | 'english'>): string[] {
  const before = new Set(textsOf(english).map((text) => text.trim()));
  const left = textsOf(data).map((text) => text.trim());
  return [...new Set(left.filter((text) => /\p{L}/u.test(text) && !text.startsWith('https://') && before.has(text)))];
}
