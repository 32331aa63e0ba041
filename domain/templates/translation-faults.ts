import type { Fault } from '#domain/base/fault.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { templateFaults } from './template-faults.ts';
import { templateTextsOf } from './template-texts.ts';
import type { TemplateTranslationDraft } from './template-translation.ts';
import { signatureBlocksOf } from './template-words.ts';

/**
 * The faults that keep translations from being stored: a language twice, and the faults of each translation, with its language in
 * the sentence.
 *
 * @param faultsOf - of one, with paths within the translation; none when absent
 */
export function translationFaults<T extends { readonly language: PatientLanguage }>(
  translations: readonly T[],
  faultsOf: (translation: T) => readonly Fault[] = () => [],
): Fault[] {
  const languages = translations.map(({ language }) => language);
  return translations.flatMap((translation, at) => {
    const name = ENGLISH_NAMES[translation.language];
    const isDouble = languages.indexOf(translation.language) < at;
    return [
      ...(isDouble ? [{ path: `translations.${at}.language`, message: `${name} is listed twice` }] : []),
      ...faultsOf(translation).map(({ path, message }) => ({
        path: `translations.${at}.${path}`,
        message: `${name}: ${message}`,
      })),
    ];
  });
}

/**
 * The faults that keep translations from being stored with a template: those of any text, and places to sign that differ from the
 * English.
 */
export function templateTranslationFaults(formType: FormType, translations: readonly TemplateTranslationDraft[]): Fault[] {
  return translationFaults(translations, ({ data, english, complete }) => {
    const isEnglish = isSameValue(templateTextsOf(data), templateTextsOf(english));
    const hasSameBlocks = signatureBlocksOf(data).join() === signatureBlocksOf(english).join();
    const messages = [
      ...(hasSameBlocks ? [] : ['The places to sign must be those of the English text, in the same order']),
      ...(complete && isEnglish ? ['A finished translation cannot be the English text'] : []),
    ];
    return [...templateFaults({ formType, data }), ...messages.map((message) => ({ path: 'data', message }))];
  });
}
