import type { Fault } from '#domain/base/fault.ts';
import { printFaultOf } from '#domain/values/printable.ts';
import { translationFaults } from '#domain/templates/translation-faults.ts';
import type { ProcedureTranslationDraft } from './procedure-translation.ts';
import { translatedTextsOf } from './procedure-texts.ts';

/**
 * The faults that keep translations from being stored with a procedure: a language twice, and characters that no document prints.
 */
export function procedureTranslationFaults(translations: readonly ProcedureTranslationDraft[]): Fault[] {
  return translationFaults(translations, (translation) =>
    translatedTextsOf(translation).flatMap(({ path, english, text }) => {
      const fault = printFaultOf([text, english]);
      return fault === null ? [] : [{ path: `${path}.text`, message: fault.message }];
    }),
  );
}
