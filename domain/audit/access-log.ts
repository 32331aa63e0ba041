import { HOUR } from '#domain/base/limits.ts';
import { Prose } from '#domain/values/text.ts';

/**
 * The acts of the access log: a record was opened, a document was given out, a list or search was shown, a record was copied to a
 * tablet, or somebody outside the team gave a reason to open one.
 */
export const ACCESS_ACTS = ['OPENED', 'DOCUMENT', 'LIST', 'COPIED', 'REASON'] as const;
export type AccessAct = (typeof ACCESS_ACTS)[number];

/** A reason opens a record for its author for so long, ms. */
export const REASON_LENGTH = 12 * HOUR;

/** The longest reason, characters [choice]. */
export const ACCESS_REASON_MOST = 500;
/** The shortest reason, characters that show something: a dot is none [choice]. */
export const ACCESS_REASON_LEAST = 10;

/** A reason to open a record outside the own team. */
export const AccessReason = Prose({
  label: 'Reason',
  least: ACCESS_REASON_LEAST,
  most: ACCESS_REASON_MOST,
  missing: `Give a reason of at least ${ACCESS_REASON_LEAST} characters`,
});

/** The question to somebody whose new speciality makes them one of its teams. */
export const JOINING_REASON = 'You will be able to read the records of this speciality’s patients. Say why';

/** Stands in lists for the operation and the question of a record that needs a reason first. */
export const OF_ANOTHER_TEAM = 'Not shown: another team’s record';
