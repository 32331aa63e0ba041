import { counted } from '#domain/base/counted.ts';
import { DAY } from '#domain/base/limits.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { hasSecurityEvent, insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { Deps } from '#server/deps.ts';
import { setGauge } from '#server/http/metrics.ts';
import type { UnseenLetters } from './unseen-letters.ts';

/** So many are named in one line; the count is of all [choice]. */
const UNSEEN_NAMED_MOST = 40;
/** So often the same is said in the security log [choice]. */
const UNSEEN_SAID_EVERY = 30 * DAY;

/** Says in the metric, the log and the security logs which rows hold letters that show nothing; a person mends them, as no two are alike. */
export async function tellUnseenLetters(
  deps: Pick<Deps, 'database' | 'clock' | 'newId' | 'log' | 'chainKey'>,
  found: readonly UnseenLetters[],
): Promise<void> {
  // The names of those who have asked for a hospital are nobody's to mend yet.
  const unseen = found.filter(({ organisationId }) => organisationId !== HOLDING_ORGANISATION);
  setGauge(
    'assent_names_unseen_letters',
    'Patients and users whose stored names or numbers hold letters that show nothing.',
    unseen.length,
  );
  const { db } = deps.database;
  const since = new Date(deps.clock() - UNSEEN_SAID_EVERY).toISOString();
  for (const organisationId of new Set(unseen.map((each) => each.organisationId))) {
    const subjects = unseen.filter((each) => each.organisationId === organisationId).map(({ subject }) => subject);
    const detail = wordsOf(subjects);
    deps.log.warn('stored names hold letters that show nothing', { detail });
    const entry = { organisationId, type: 'LETTERS_UNSEEN', subject: 'names', detail } as const;
    if (!(await hasSecurityEvent(db, entry, since))) await insertSecurityEvent(db, deps, entry);
  }
}

function wordsOf(subjects: readonly string[]): string {
  const named = subjects.slice(0, UNSEEN_NAMED_MOST);
  const others = subjects.length - named.length;
  return `${counted(subjects.length, 'row')}: ${named.join(', ')}${others === 0 ? '' : ` and ${counted(others, 'other')}`}`;
}
