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
  'PAPER',
  'SCAN',
  'AUDIT',
  'REFUSAL',
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

/** Whether a document of this kind is an addendum to a sealed form. */
export function isAddendum(kind: string): kind is AddendumKind {
  return kind in ADDENDUM_EVENTS;
}
