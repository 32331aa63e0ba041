import type { SignerCallProblem } from '#src/sign/api.ts';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';

/** Words that are English on every page, below what they mean in the reader's language where that is known. */
export function EnglishWords({ children }: { readonly children: string }) {
  const sentences = useTranslation()?.sentences;
  // A sentence that says how long to wait is known by its beginning.
  const meaning = sentences?.[children] ?? sentences?.[children.split('. ')[0] ?? ''];
  return (
    <>
      {meaning}{' '}
      <bdi {...ENGLISH} className={meaning && 'original'}>
        {children}
      </bdi>
    </>
  );
}

/** The sentence of a problem: the pages' own, or one that came in English. */
export function ProblemWords({ of: { message, isEnglish } }: { readonly of: SignerCallProblem }) {
  return isEnglish === true ? <EnglishWords>{message}</EnglishWords> : message;
}
