import { useTranslation } from './reading-language.ts';
import { linkTexts, type LinkTexts } from './link-texts.ts';

/** The sentences of these pages for this visit's reader. */
export function useLinkTexts(): LinkTexts {
  return useTranslation()?.link ?? linkTexts;
}
