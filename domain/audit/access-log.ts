import { HOUR } from '#domain/base/limits.ts';

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
/** The shortest reason, characters: a dot is none [choice]. */
export const ACCESS_REASON_LEAST = 3;
