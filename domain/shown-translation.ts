import type { ConsentProcedure } from './consent.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from './patient-languages.ts';
import { englishTextsOf, translationOf } from './procedure-texts.ts';
import type { ProcedureTranslation, TranslatedText } from './procedure-translation.ts';
import type { TemplateNode } from './template.ts';
import { isCurrentTranslation, type TemplateTranslation } from './template-translation.ts';

/** The translation that a form was sent with: each English text that has one, with its translation beside it. */
export type ShownTranslation = {
  language: PatientLanguage;
  /** whether each text and the template's were read by a second person */
  reviewed: boolean;
  texts: readonly TranslatedText[];
  /** the template's text; null where it is in English alone */
  template: readonly TemplateNode[] | null;
};

type Translatable = {
  /** the procedures of the form, each with the translations of the library version that it was made from */
  readonly procedures: readonly { readonly onForm: ConsentProcedure; readonly translations: readonly ProcedureTranslation[] }[];
  readonly template: { readonly nodes: readonly TemplateNode[]; readonly translations: readonly TemplateTranslation[] };
};

/**
 * The translation of a form: of each text that stands on it word for word as it was translated. What the clinician changed or added stays
 * in English. Server and tablet share this function, so that they pin the same.
 *
 * @returns null where no text has a translation in the language
 */
export function shownTranslation(language: PatientLanguage, { procedures, template }: Translatable): ShownTranslation | null {
  const texts = new Map<string, string>();
  const used: { reviewed: boolean }[] = [];
  for (const { onForm, translations } of procedures) {
    const translation = translations.find((each) => each.language === language);
    if (translation === undefined) continue;
    const found = englishTextsOf(onForm).flatMap((each) => {
      const text = translationOf(translation, each);
      return text === undefined ? [] : [[each.english, text] as const];
    });
    if (found.length > 0) used.push(translation);
    for (const [english, text] of found) if (!texts.has(english)) texts.set(english, text);
  }
  const whole = template.translations.find((each) => each.language === language && isCurrentTranslation(each, template.nodes));
  if (whole !== undefined) used.push(whole);
  if (used.length === 0) return null;
  return {
    language,
    reviewed: used.every(({ reviewed }) => reviewed),
    texts: [...texts].map(([english, text]) => ({ english, text })),
    template: whole?.data ?? null,
  };
}

/** The language in which a form is shown beside English: the patient's own, where the site has it switched on. */
export function translationLanguageOf(
  patientLanguage: string | null | undefined,
  enabled: readonly PatientLanguage[],
): PatientLanguage | null {
  const [primary = ''] = (patientLanguage ?? '').toLowerCase().split('-');
  const language = PATIENT_LANGUAGES.find((each) => each === primary);
  return language !== undefined && enabled.includes(language) ? language : null;
}
