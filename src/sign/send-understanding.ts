import { isRetryable } from '#contract/engine/retry.ts';
import { understanding } from '#contract/understanding.ts';
import type { UnderstandingAnswer } from '#domain/library/understanding.ts';
import type { Attempts } from '#src/session/idempotency-key.ts';
import { submit } from './submit.ts';

/** Pauses before the tries, ms. */
const PAUSES = [0, 5000, 20_000];
/** Time limit of one try, ms [choice]: a tablet queues the answers before its clinician takes it back. */
const LIMIT = 3000;

// Of this page: the same answers are sent once. After a reload they are an event of their own, and the last one counts.
const sent = new Set<string>();
// Apart from the saves of the form, which wait for nothing of this: the last answers of understanding arrive last.
let last: Promise<void> = Promise.resolve();

type Sending = {
  readonly consentID: string;
  readonly answers: readonly UnderstandingAnswer[];
  readonly attemptFor: Attempts;
};

/**
 * Sends the answers of understanding in the background. The form never waits for the result, nor does anything that it sends, and it
 * shows no failure: nothing depends on these answers. Only in the queue of a tablet they have their place among the other calls.
 */
export function sendUnderstanding({ consentID, answers, attemptFor }: Sending): void {
  const fields = { consentID, answers: [...answers] };
  const { key, body: input } = attemptFor('recordUnderstanding', fields, () => fields);
  if (answers.length === 0 || sent.has(key)) return;
  sent.add(key);
  const entry = understanding.recordUnderstanding;
  const attempt = (nth: number): Promise<void> =>
    submit({ call: 'recordUnderstanding', entry, input, key, limitMs: LIMIT }).then(
      () => undefined,
      (failure: unknown) => {
        const pause = PAUSES[nth + 1];
        if (pause !== undefined && isRetryable(failure)) setTimeout(() => void attempt(nth + 1), pause);
      },
    );
  last = last.then(() => attempt(0));
}
