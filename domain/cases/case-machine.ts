import { CASE_STATUSES, type CaseStatus, type VoidKind } from '#domain/base/states.ts';

/** The moves of one version, apart from permissions. */
export const MOVES = [
  'complete',
  'send',
  'sign',
  'decline',
  'expire',
  'resend',
  'recall',
  'reopen',
  'reconsent',
  'withdraw',
  'void',
  'supersede',
  'delete',
  'edit',
  'submit',
  'accept',
  'reject',
] as const;
export type Move = (typeof MOVES)[number];

const OUT: readonly CaseStatus[] = ['SENT', 'PARTIALLY_SIGNED'];
const UNSIGNED: readonly CaseStatus[] = ['DRAFT', 'UNDER_REVIEW', 'READY', 'SENT', 'PARTIALLY_SIGNED'];

const FROM: Record<Move, readonly CaseStatus[]> = {
  submit: ['DRAFT'],
  accept: ['UNDER_REVIEW'],
  reject: ['UNDER_REVIEW'],
  edit: ['DRAFT'],
  delete: ['DRAFT'],
  complete: ['DRAFT'],
  send: ['READY'],
  resend: ['EXPIRED'],
  sign: OUT,
  decline: OUT,
  expire: OUT,
  recall: OUT,
  reopen: ['SENT', 'PARTIALLY_SIGNED', 'SIGNED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'],
  reconsent: ['SIGNED'],
  withdraw: ['SIGNED'],
  // Recorded in error: of any state, signed ones too.
  void: CASE_STATUSES.filter((status) => status !== 'VOIDED'),
  supersede: ['SIGNED'],
};

/** Whether a version in this status may take this move (domain rules "Case machine"). */
export function mayMove(status: CaseStatus, move: Move): boolean {
  return FROM[move].includes(status);
}

/** The version that a case follows: its newest that is not voided, else its newest. @param versions - newest first */
export function newestVersionOf<V extends { readonly status: string }>(versions: readonly V[]): V | undefined {
  return versions.find(({ status }) => status !== 'VOIDED') ?? versions[0];
}

/**
 * Whether a version may be recorded in error: any that was not before. One that ended because a newer one was signed has the same status
 * without a kind, and may turn out to be of another patient.
 */
export function mayVoid({
  status,
  voidKind,
}: {
  readonly status: CaseStatus;
  readonly voidKind?: VoidKind | null | undefined;
}): boolean {
  return mayMove(status, 'void') || voidKind === null;
}

/**
 * Whether a version was never signed by all, and has not ended: it ends when another one is signed. One that was declined, or whose time
 * to sign has ended, stays what it is.
 */
export function isUnsigned(status: CaseStatus): boolean {
  return UNSIGNED.includes(status);
}

/** The status after a signature: SIGNED only when every required signer has signed. */
export function statusAfterSignature(
  signers: readonly { state: string; required?: boolean }[],
): Extract<CaseStatus, 'PARTIALLY_SIGNED' | 'SIGNED'> {
  return signers.every(({ state, required }) => state === 'SIGNED' || required === false) ? 'SIGNED' : 'PARTIALLY_SIGNED';
}
