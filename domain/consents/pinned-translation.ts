import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';

/** The translation that a form was sent with: each English text that has one, with its translation beside it. */
export type PinnedTranslation = {
  language: PatientLanguage;
  /** whether each text and the template's were read by a second person */
  reviewed: boolean;
  texts: readonly TranslatedText[];
  /** the template's text; null where it is in English alone */
  template: readonly TemplateNode[] | null;
};
