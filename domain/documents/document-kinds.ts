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
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Files of ours that carry no seal: they are known by their bytes alone, and prove no consent. */
export const UNSEALED_KINDS = ['PRE_SIGNED', 'PAPER', 'SCAN'] as const satisfies FileKind[];

/** Documents that are added to a sealed form, with the event that tells of each one's seal. */
export const ADDENDUM_EVENTS = { CONFIRMATION: 'CONFIRMATION_SEALED', OUTCOME: 'OUTCOME_SEALED' } as const;
export type AddendumKind = keyof typeof ADDENDUM_EVENTS;
export const ADDENDUM_KINDS = ['CONFIRMATION', 'OUTCOME'] as const satisfies AddendumKind[];

/** Whether a document of this kind is an addendum to a sealed form. */
export function isAddendum(kind: string): kind is AddendumKind {
  return kind in ADDENDUM_EVENTS;
}
