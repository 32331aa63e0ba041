import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { Button } from '@mantine/core';
import styles from './editing.module.css';

type ReviewMarkProps = {
  readonly translation: { readonly language: PatientLanguage; readonly reviewed: boolean };
  /** whether the reader has written it */
  readonly isOwn: boolean;
  /** part of the texts that the mark is about: `3 of 5 texts`; empty for all */
  readonly extent: string;
  /** consequence of the mark */
  readonly hint?: string | undefined;
  readonly review: { readonly isPending: boolean; readonly error: unknown };
  readonly onMark: () => void;
};

/** Sets or takes away the mark of a translation's review, for somebody who may publish and did not write it. */
export function ReviewMark({ translation: { language, reviewed }, isOwn, extent, hint, review, onMark }: ReviewMarkProps) {
  if (!reviewed && isOwn)
    return <p className={styles.hint}>You have written this translation, so another person must review it.</p>;
  const [problem] = review.error === null ? [] : failureProblems(review.error);
  const words = `I have read the ${ENGLISH_NAMES[language]}: it says the same${extent === '' ? '' : ` (${extent})`}`;
  return (
    <>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {problem !== undefined && <p role="alert">{problem.message}</p>}
      <div className={styles.acts}>
        <Button variant="default" loading={review.isPending} onClick={onMark}>
          {reviewed ? 'Take the mark away' : words}
        </Button>
      </div>
    </>
  );
}
