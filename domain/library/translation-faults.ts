import type { Fault } from '#domain/base/fault.ts';
import { translationFaults } from '#domain/templates/translation-faults.ts';
import type { ProcedureTranslationDraft } from './procedure-translation.ts';

/** The faults that keep translations from being stored with a procedure: a language twice. */
export function procedureTranslationFaults(translations: readonly ProcedureTranslationDraft[]): Fault[] {
  return translationFaults(translations, () => []);
}
