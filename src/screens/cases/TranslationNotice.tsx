import { hasTranslatedText } from '#domain/consents/pinned-translation.ts';
import { fullShownOf, type ShownRecord } from '#domain/consents/shown.ts';
import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import { Notice } from '#src/ui/Notice.tsx';

type TranslationNoticeProps = { readonly shown: ShownRecord | null | undefined };

/** The language beside English in which a form that is out can be read, and how much of it; nothing for a form in English alone. */
export function TranslationNotice({ shown }: TranslationNoticeProps) {
  const translation = fullShownOf(shown)?.translation;
  if (translation == null) return null;
  const language = ENGLISH_NAMES[translation.language];
  const isWhole = hasTranslatedText(translation);
  return (
    <Notice
      tone={translation.reviewed ? 'info' : 'warn'}
      title={isWhole ? `The patient can read this form in ${language}` : `The patient can read in ${language} what they sign`}
    >
      {translation.reviewed
        ? 'A second person has reviewed the translation.'
        : 'No second person has reviewed the translation yet.'}{' '}
      {isWhole
        ? 'The English stands below each translated text, and the sentence that is signed is in English.'
        : 'All else is in English, and so is the sentence that is signed.'}
    </Notice>
  );
}
