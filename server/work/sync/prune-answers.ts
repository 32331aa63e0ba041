import { DAY, HOUR } from '#domain/limits.ts';
import { forgetAnswersBefore } from '#server/data/sync/entity-ops.ts';
import type { Deps } from '#server/deps.ts';

/** How long the answer of a call is kept for its repetition, ms; its op id is kept for ever [choice]. */
const ANSWER_RETENTION = 30 * DAY;

/** Forgets the answers of calls that nobody repeats any more: they speak of patients. */
export async function pruneAnswers({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await forgetAnswersBefore(database.db, new Date(clock() - ANSWER_RETENTION).toISOString());
}

/** Does so now and every hour. @returns ends it */
export function pruneAnswersHourly(deps: Deps): () => void {
  const round = () =>
    void pruneAnswers(deps).catch((error: unknown) =>
      deps.log.warn('old answers could not be forgotten', { error: error instanceof Error ? error.name : typeof error }),
    );
  round();
  const timer = setInterval(round, HOUR);
  return () => clearInterval(timer);
}
