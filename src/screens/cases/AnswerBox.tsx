import { hasInk } from '#domain/values/ink.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { PatientQuestion } from '#contract/shapes/record-shapes.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAnswerQuestion } from '#src/queries/records.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { callWords } from './acts/act-words.ts';
import styles from './cases.module.css';

/** Answers one question of the patient. Until then the patient cannot sign. */
export function AnswerBox({ question }: { readonly question: PatientQuestion }) {
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const act = useAnswerQuestion();
  const keyFor = useIdempotencyKey();
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (act.isPending) return;
    if (!hasInk(answer)) {
      setError('Please write what you answered');
      document.getElementById(`answer-${question.id}`)?.focus();
      return;
    }
    const body = { id: question.id, answer };
    void act.mutateAsync({ body, key: keyFor(body) }).then(
      ({ message }) => noticeSuccess(message),
      (failure: unknown) => setError(callWords(failure)),
    );
  };
  return (
    <form className={styles.stack} onSubmit={keep} noValidate>
      <TextAreaField
        id={`answer-${question.id}`}
        label="Your answer"
        hint="Talk it over first. Your answer is saved and the patient can read it."
        maxLength={LONG_TEXT_MOST}
        minRows={2}
        value={answer}
        onChange={(text) => {
          setAnswer(text);
          setError(undefined);
        }}
        error={error}
      />
      <div>
        <Button type="submit" loading={act.isPending}>
          Save answer
        </Button>
      </div>
    </form>
  );
}
