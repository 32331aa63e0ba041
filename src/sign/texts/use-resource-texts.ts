import { useTranslation } from './reading-language.ts';
import { resourceTexts, type ResourceTexts } from './resource-texts.ts';

/** The sentences around leaflets and videos in the language that is read. */
export function useResourceTexts(): ResourceTexts {
  return useTranslation()?.resources ?? resourceTexts;
}
