import { heardTexts, type HeardTexts } from './heard-texts.ts';
import { useTranslation } from './reading-language.ts';

/** The sentences around the three questions in the language that is read. */
export function useHeardTexts(): HeardTexts {
  return useTranslation()?.heard ?? heardTexts;
}
