import { isRetryable } from '#contract/retry.ts';
import { understanding } from '#contract/understanding.ts';
import type { UnderstandingAnswer } from '#domain/understanding.ts';
import type { Attempts } from '#src/session/idempotency-key.ts';
import { afterAnswers } from './save-answers.ts';
import { submit } from './submit.ts';

/** Pauses before the tries, ms. */
const PAUSES = [0, 5000, 20_000];

// Of this page: the same answers are sent once. After a reload they are an event of their own, and the last one counts.
const sent = new Set<string>();

type Sending = {
  readonly consentID: string;
  readonly answers: readonly UnderstandingAnswer[];
  readonly attemptFor: Attempts;
};

/**
 * Sends the answers of understanding in the background, before the answers and the signature that follow. The form never waits for the
 * result and never shows a failure: nothing of it depends on these answers.
 */
export function sendUnderstanding({ consentID, answers, attemptFor }: Sending): void {
  const fields = { consentID, answers: [...answers] };
  const { key, body: input } = attemptFor('recordUnderstanding', fields, () => fields);
  if (answers.length === 0 || sent.has(key)) return;
  sent.add(key);
  const entry = understanding.recordUnderstanding;
  const attempt = (nth: number): Promise<void> =>
    submit({ call: 'recordUnderstanding', entry, input, key }).then(
      () => undefined,
      (failure: unknown) => {
        const pause = PAUSES[nth + 1];
        // The tries that follow hold nothing up.
        if (pause !== undefined && isRetryable(failure)) setTimeout(() => void attempt(nth + 1), pause);
      },
    );
  afterAnswers(() => attempt(0));
}
