import { useTranslation } from './reading-language.ts';
import { understandingTexts, type UnderstandingTexts } from './understanding-texts.ts';

/** The sentences around the questions in the language that is read. */
export function useUnderstandingTexts(): UnderstandingTexts {
  return useTranslation()?.understanding ?? understandingTexts;
}
