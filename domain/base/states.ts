/** The states of everything that has one, in the words of the wire. */
export const PATIENT_STATUSES = ['ACTIVE', 'INACTIVE', 'DECEASED', 'MERGED'] as const;
export type PatientStatus = (typeof PATIENT_STATUSES)[number];

export const CASE_STATUSES = [
  'DRAFT',
  'UNDER_REVIEW',
  'READY',
  'SENT',
  'PARTIALLY_SIGNED',
  'SIGNED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'VOIDED',
  'SUPERSEDED',
] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** Apart from the case's status: "signed" and "sealed" differ. */
export const SEAL_STATES = ['NONE', 'SEALING', 'SEALED', 'FAILED'] as const;
export type SealState = (typeof SEAL_STATES)[number];

export const CONFIRM_STATES = ['NOT_REQUIRED', 'DUE', 'CONFIRMED', 'LAPSED'] as const;
export type ConfirmState = (typeof CONFIRM_STATES)[number];

export const SIGNER_STATES = ['WAITING', 'INVITED', 'OPENED', 'VERIFIED', 'SIGNED', 'DECLINED', 'EXPIRED'] as const;
export type SignerState = (typeof SIGNER_STATES)[number];

export const SIGN_METHODS = ['DRAWN', 'TYPED', 'MARK_WITNESSED', 'VERBAL_WITNESSED', 'PAPER_SCAN'] as const;
export type SignMethod = (typeof SIGN_METHODS)[number];

export const SIDES = ['LEFT', 'RIGHT', 'BOTH', 'NOT_APPLICABLE'] as const;
export type Side = (typeof SIDES)[number];

/** A side as data of any origin name it; null for anything else. */
export function asSide(text: unknown): Side | null {
  return SIDES.find((each) => each === text) ?? null;
}

/** The screen mode that the server computes for the reader. */
export const VISIBILITY_TYPES = ['create', 'edit', 'view', 'sign'] as const;
export type VisibilityType = (typeof VISIBILITY_TYPES)[number];

/** Why a version was recorded in error. */
export const VOID_KINDS = ['WRONG_PATIENT', 'WRONG_PROCEDURE', 'OTHER'] as const;
export type VoidKind = (typeof VOID_KINDS)[number];
