import type { reviewRefusal } from '#domain/templates/translation-review.ts';
import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { Button } from '@mantine/core';
import { untranslatedWords } from './translation-words.ts';
import styles from './translation.module.css';

/** The review of a translation by the reader of a screen. */
export type Review = {
  /** whether the reader may mark translations of this version at all */
  readonly mayReview: boolean;
  /** why the mark of this one stays as it is; null where the reader may change it */
  readonly refusal: ReturnType<typeof reviewRefusal>;
  /** consequence of the mark */
  readonly hint?: string | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onMark: () => void;
};

type ReviewMarkProps = {
  readonly translation: { readonly language: PatientLanguage; readonly reviewed: boolean };
  readonly untranslated: number;
  readonly review: Review;
};

/** Sets or takes away the mark of a translation's review, for somebody who may publish and did not write it. */
export function ReviewMark({ translation: { language, reviewed }, untranslated, review }: ReviewMarkProps) {
  const { mayReview, refusal, hint, isPending, error, onMark } = review;
  if (!mayReview) return null;
  if (refusal === 'OWN_REVIEW')
    return <p className={styles.hint}>You have written this translation, so another person must review it.</p>;
  if (refusal !== null) return null;
  const [problem] = error === null ? [] : failureProblems(error);
  const extent = untranslated === 0 ? '' : ` (${untranslatedWords(untranslated)})`;
  return (
    <>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {problem !== undefined && <p role="alert">{problem.message}</p>}
      <div className={styles.acts}>
        <Button variant="default" loading={isPending} onClick={onMark}>
          {reviewed ? 'Take the mark away' : `I have read the ${ENGLISH_NAMES[language]}: it says the same${extent}`}
        </Button>
      </div>
    </>
  );
}
