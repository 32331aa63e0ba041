import { DAY, HOUR } from '#domain/limits.ts';
import { forgetAnswersBefore } from '#server/data/sync/idempotency.ts';
import type { Deps } from '#server/deps.ts';

/** The time for which the answer of a call is stored for a retry, ms; its op id is stored for ever [choice]. */
const ANSWER_RETENTION = 30 * DAY;

/** Deletes the answers of calls that are not retried any more, as they hold data of patients. */
export async function pruneAnswers({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await forgetAnswersBefore(database.db, new Date(clock() - ANSWER_RETENTION).toISOString());
}

/** Prunes now and every hour. @returns stops it */
export function pruneAnswersHourly(deps: Deps): () => void {
  const round = () =>
    void pruneAnswers(deps).catch((error: unknown) =>
      deps.log.warn('old answers could not be forgotten', { error: error instanceof Error ? error.name : typeof error }),
    );
  round();
  const timer = setInterval(round, HOUR);
  return () => clearInterval(timer);
}
