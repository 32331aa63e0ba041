import { englishTextsOf, translationOf, type ProcedureTexts, type TextPath } from '#domain/library/procedure-texts.ts';
import type { ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';

/** The English texts that have no translation, or none of their present words, in the order of the editor. */
export function untranslatedTexts(
  procedure: ProcedureTexts,
  translation: Omit<ProcedureTranslationDraft, 'language'>,
): { path: TextPath; english: string }[] {
  return englishTextsOf(procedure).filter((each) => translationOf(translation, each) === undefined);
}
