import { useTranslation } from './reading-language.ts';
import { laterTexts, type LaterTexts } from './later-texts.ts';

/** The sentences for somebody who is asked again, in the language that is read. */
export function useLaterTexts(): LaterTexts {
  return useTranslation()?.later ?? laterTexts;
}
