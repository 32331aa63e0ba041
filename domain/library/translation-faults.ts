import { isSameValue } from '#domain/base/canonical.ts';
import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { unprintable } from '#domain/values/printable.ts';
import type { ProcedureTranslationDraft } from './procedure-translation.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { templateFaults } from '#domain/templates/template-faults.ts';
import type { TemplateTranslationDraft } from '#domain/templates/template-translation.ts';
import { textsOf } from '#domain/templates/template-texts.ts';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';

type Fault = { path: string; message: string };

/** What keeps translations from being stored with a procedure: a language twice, characters that no document prints. */
export function procedureTranslationFaults(translations: readonly ProcedureTranslationDraft[]): Fault[] {
  return [
    ...doubledLanguages(translations),
    ...translations.flatMap((translation, at) => {
      const characters = unprintable(translation);
      const name = ENGLISH_NAMES[translation.language];
      const message = `These characters of the ${name} text cannot be printed: ${characters.slice(0, 10).join(' ')}`;
      return characters.length === 0 ? [] : [{ path: `translations.${at}`, message }];
    }),
  ];
}

/** What keeps translations from being stored with a template: the faults of any text, and other places to sign than the English has. */
export function templateTranslationFaults(formType: FormType, translations: readonly TemplateTranslationDraft[]): Fault[] {
  return [
    ...doubledLanguages(translations),
    ...translations.flatMap((translation, at) => {
      const { data, english, language, complete } = translation;
      const path = `translations.${at}.data`;
      const isEnglish = isSameValue(textsOf(data), textsOf(english));
      const places = signatureBlocksOf(data).join() === signatureBlocksOf(english).join();
      const messages = [
        ...templateFaults({ formType, data }).map(({ message }) => message),
        ...(places ? [] : ['The places to sign must be those of the English text, in the same order']),
        ...(complete && isEnglish ? ['A finished translation cannot be the English text'] : []),
      ];
      return messages.map((message) => ({ path, message: `${ENGLISH_NAMES[language]}: ${message}` }));
    }),
  ];
}

function doubledLanguages(translations: readonly { language: PatientLanguage }[]): Fault[] {
  const languages = translations.map(({ language }) => language);
  return languages.flatMap((language, at) =>
    languages.indexOf(language) < at
      ? [{ path: `translations.${at}.language`, message: `${ENGLISH_NAMES[language]} is listed twice` }]
      : [],
  );
}
