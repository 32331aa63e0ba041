import type { ConsentProcedure } from './consent.ts';
import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { englishTextsOf, translationOf } from '#domain/library/procedure-texts.ts';
import type { PinnedTranslation } from './pinned-translation.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TEMPLATE_TRANSLATION, type TemplateTranslation } from '#domain/templates/template-translation.ts';

type OnForm = { readonly onForm: ConsentProcedure; readonly translations: readonly ProcedureTranslation[] };

type Translatable = {
  /** the procedures of the form, each with the translations of the library version that it was made from */
  readonly procedures: readonly OnForm[];
  readonly template: { readonly nodes: readonly TemplateNode[]; readonly translations: readonly TemplateTranslation[] };
};

/**
 * The translation of a form: of each text that stands on it word for word as it was translated. What the clinician changed or added stays
 * in English, and so does an English text that stands on the form more than once with another translation or with none: nobody knows
 * which of them is meant. Server and tablet share this function, so that they pin the same.
 *
 * @returns null where no text has a translation in the language
 */
export function shownTranslation(language: PatientLanguage, { procedures, template }: Translatable): PinnedTranslation | null {
  const found = procedures.flatMap((each) => translatedTexts(each, language));
  const texts = new Map<string, string | undefined>();
  for (const { english, text } of found) texts.set(english, texts.has(english) && texts.get(english) !== text ? undefined : text);
  const isShown = ({ english }: Found) => texts.get(english) !== undefined;
  const used: { reviewed: boolean }[] = found.filter(isShown).flatMap(({ translation }) => translation ?? []);
  const { isReadable } = TEMPLATE_TRANSLATION;
  const whole = template.translations.find((each) => each.language === language && isReadable(each, template.nodes));
  if (whole !== undefined) used.push(whole);
  if (used.length === 0) return null;
  return {
    language,
    reviewed: used.every(({ reviewed }) => reviewed),
    texts: [...texts].flatMap(([english, text]) => (text === undefined ? [] : [{ english, text }])),
    template: whole?.data ?? null,
  };
}

/**
 * The translation of a form of which the meanings of what is signed are in the language in any case: without a translated text it names
 * the language alone.
 */
export function translationWithMeanings(language: PatientLanguage, form: Translatable): PinnedTranslation {
  return shownTranslation(language, form) ?? { language, reviewed: false, texts: [], template: null };
}

type Found = { readonly english: string; readonly text?: string | undefined; readonly translation?: ProcedureTranslation };

/** Each text of one procedure that is drawn with its translation; those of the patient's own risks have none. */
function translatedTexts({ onForm, translations }: OnForm, language: PatientLanguage): Found[] {
  const translation = translations.find((each) => each.language === language);
  return [
    ...englishTextsOf(onForm).map((each) =>
      translation === undefined ? each : { english: each.english, text: translationOf(translation, each), translation },
    ),
    ...onForm.personalRisks.flatMap(({ name, text }) => [{ english: name }, { english: text }]),
  ];
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
