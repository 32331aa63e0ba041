import { MINUTE } from '#domain/base/limits.ts';

/** Addresses of one document, stored or drawn, are good for this long, ms [choice]. */
export const DOCUMENT_LINK_LENGTH = 10 * MINUTE;

/** The kinds of files of a version that have an address, and what `/verify` names a file (forms.md section 10). */
export const FILE_KINDS = [
  'PRE_SIGNED',
  'SIGNED',
  'VIEW',
  'TIMESTAMPED',
  'CONFIRMATION',
  'OUTCOME',
  'REFUSAL',
  'PAPER',
  'SCAN',
  'AUDIT',
  'SCAN_CHECKED',
  'ARCHIVAL',
  'READING',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Files of ours that carry no seal: they are known by their bytes alone, and prove no consent. */
export const UNSEALED_KINDS = ['PRE_SIGNED', 'PAPER', 'SCAN', 'READING'] as const satisfies FileKind[];

/**
 * How a file was found: FOUND here; DELETED here since; NOT_IN_RECORDS although sealed here; CHANGED after it was sealed; DAMAGED as it is
 * stored; of an OTHER_SEAL, OURS_UNSEALED, or with NO_SEAL.
 */
export const VERDICT_REASONS = [
  'FOUND',
  'DELETED',
  'NOT_IN_RECORDS',
  'CHANGED',
  'DAMAGED',
  'OTHER_SEAL',
  'OURS_UNSEALED',
  'NO_SEAL',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

/** Documents that are added to a sealed form, with the event that tells of each one's seal. */
export const ADDENDUM_EVENTS = { CONFIRMATION: 'CONFIRMATION_SEALED', OUTCOME: 'OUTCOME_SEALED' } as const;
export type AddendumKind = keyof typeof ADDENDUM_EVENTS;
export const ADDENDUM_KINDS = ['CONFIRMATION', 'OUTCOME'] as const satisfies AddendumKind[];

/** The event that tells of the seal of a refusal: the paper of a form that ended with a no. */
export const REFUSAL_EVENT = 'REFUSAL_SEALED';

/** The event that tells of the seal of the pages of a paper form, once a clinician has checked its scan and everybody has signed. */
export const CHECKED_SCAN_EVENT = 'SCAN_SEALED';

/** Sealed documents of a version other than its form and the copies of it, with the event that tells of each one's seal. */
export const BESIDE_EVENTS = { ...ADDENDUM_EVENTS, REFUSAL: REFUSAL_EVENT, SCAN_CHECKED: CHECKED_SCAN_EVENT } as const;
export type BesideKind = keyof typeof BESIDE_EVENTS;
export const BESIDE_KINDS = [...ADDENDUM_KINDS, 'REFUSAL', 'SCAN_CHECKED'] as const satisfies BesideKind[];

/** Whether a document of this kind has an event of its own that tells of its seal: an addendum, a refusal, or a checked scan. */
export function isBesideKind(kind: string): kind is BesideKind {
  return kind in BESIDE_EVENTS;
}
