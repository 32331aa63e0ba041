import { DAY, HOUR } from '#domain/limits.ts';
import { forgetAnswersBefore } from '../data/entity-ops.ts';
import type { Parts } from '../parts.ts';

/** How long the answer of a call is kept for its repetition, ms; its op id is kept for ever [choice]. */
const ANSWERS_KEPT = 30 * DAY;

/** Forgets the answers of calls that nobody repeats any more: they speak of patients. */
export async function forgetAnswers({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  await forgetAnswersBefore(database.sql, new Date(clock() - ANSWERS_KEPT).toISOString());
}

/** Does so now and every hour. @returns ends it */
export function forgetAnswersHourly(parts: Parts): () => void {
  const round = () =>
    void forgetAnswers(parts).catch((error: unknown) =>
      parts.log.warn('old answers could not be forgotten', { error: error instanceof Error ? error.name : typeof error }),
    );
  round();
  const timer = setInterval(round, HOUR);
  return () => clearInterval(timer);
}
