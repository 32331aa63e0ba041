import { useTranslation } from './reading-language.ts';
import { readAloudTexts, type ReadAloudTexts } from './read-aloud-texts.ts';

/** The sentences about voices in the language that is read. */
export function useReadAloudTexts(): ReadAloudTexts {
  return useTranslation()?.readAloud ?? readAloudTexts;
}
