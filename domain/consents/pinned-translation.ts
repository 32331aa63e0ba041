import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';

/**
 * The translation that a form was sent with: each English text that has one, with its translation beside it. Without any it names the
 * language of the meanings of what is signed.
 */
export type PinnedTranslation = {
  language: PatientLanguage;
  /** whether each text and the template's were read by a second person */
  reviewed: boolean;
  texts: readonly TranslatedText[];
  /** the template's text; null where it is in English alone */
  template: readonly TemplateNode[] | null;
};

/** Whether any text of a form stands on it in the other language too, beside the meanings of what is signed. */
export function hasTranslatedText({ texts, template }: PinnedTranslation): boolean {
  return texts.length > 0 || template !== null;
}
