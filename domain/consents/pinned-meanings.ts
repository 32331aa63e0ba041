import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { FullShownContent } from './digest.ts';

/** The meaning of each English text that is signed, as a form was sent with it; null where it was sent with none in this language. */
export function pinnedMeanings(
  shown: Pick<FullShownContent, 'translation' | 'meanings'> | null,
  language: PatientLanguage,
): ((english: string) => string | undefined) | null {
  if (shown?.meanings == null || shown.translation?.language !== language) return null;
  const texts = new Map(shown.meanings.map(({ english, text }) => [english, text]));
  return (english) => texts.get(english);
}
