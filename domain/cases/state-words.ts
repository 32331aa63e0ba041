import { IMPORTED_WORDS, isImported } from '#domain/consents/consent-origin.ts';
import { STEPS_MOST } from '#domain/forms/form-steps.ts';
import { sideAndSiteWords } from '#domain/consents/consent.ts';
import { clockTime, shortDate } from '#domain/values/plain-date.ts';
import type { CaseEnded } from './case-end.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import {
  asSide,
  type CaseStatus,
  type ConfirmState,
  type PatientStatus,
  type SealState,
  type VoidKind,
} from '#domain/base/states.ts';
import { type ProcedureStatus } from '#domain/library/procedure-status.ts';

/** How urgent a state is, for the colour that stands beside its words. */
export type StateTone = 'plain' | 'ok' | 'warn' | 'stop' | 'info';
/** A state as people read it, without needing the colour. */
export type StateWords = { readonly tone: StateTone; readonly words: string };

/** The versions of a state, as a list names them; a single one says more, in {@link caseWords}. */
export const CASE_STATUS_WORDS: Readonly<Record<CaseStatus, string>> = {
  DRAFT: 'Drafts',
  UNDER_REVIEW: 'Under review',
  READY: 'Waiting to send',
  SENT: 'To sign',
  PARTIALLY_SIGNED: 'Partly signed',
  SIGNED: 'Signed',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Time to sign ended',
  VOIDED: 'Recorded in error',
  SUPERSEDED: 'Replaced',
};

/** The state of a version, as far as its words need it; `waitingFor` in signing order. */
export type VersionState = {
  readonly status: CaseStatus;
  readonly sealState: SealState;
  readonly confirmState: ConfirmState;
  readonly activeTab: number;
  readonly waitingFor: readonly SignerRole[];
  /** why it was recorded in error; null where a newer version ended it, absent in copies of a build before */
  readonly voidKind?: VoidKind | null | undefined;
  /** of an imported version */
  readonly origin?: object | null | undefined;
  /** of its case */
  readonly ended?: CaseEnded | null | undefined;
};

/** The states of a version beside which the end of its case says more. */
const SAID_BY_END: ReadonlySet<CaseStatus> = new Set(['SENT', 'PARTIALLY_SIGNED', 'SIGNED', 'EXPIRED']);

/** The state of a version that lacked signatures when a newer one was signed: it was not recorded in error. */
export const ENDED_BY_NEWER = 'Ended: a newer version was signed';

/** The state of a consent in words: `Draft, step 3`, `Patient to sign`, `Signed and sealed`. */
export function caseWords({
  status,
  sealState,
  confirmState,
  activeTab,
  waitingFor,
  voidKind,
  origin,
  ended,
}: VersionState): StateWords {
  if (ended != null && SAID_BY_END.has(status)) return endedCaseWords(ended);
  switch (status) {
    case 'DRAFT':
      return { tone: 'plain', words: `Draft, step ${stepNumber(activeTab)}` };
    case 'UNDER_REVIEW':
      return { tone: 'info', words: CASE_STATUS_WORDS[status] };
    case 'READY':
      return { tone: 'warn', words: CASE_STATUS_WORDS[status] };
    case 'SENT':
    case 'PARTIALLY_SIGNED':
      return { tone: 'warn', words: signingWords(waitingFor) };
    case 'SIGNED':
      return isImported({ origin }) ? importedWords(confirmState) : signedWords(sealState, confirmState);
    case 'DECLINED':
    case 'WITHDRAWN':
      return { tone: 'stop', words: CASE_STATUS_WORDS[status] };
    case 'EXPIRED':
      return { tone: 'warn', words: CASE_STATUS_WORDS[status] };
    case 'VOIDED':
      return voidKind === null ? { tone: 'plain', words: ENDED_BY_NEWER } : { tone: 'stop', words: CASE_STATUS_WORDS[status] };
    case 'SUPERSEDED':
      return { tone: 'plain', words: CASE_STATUS_WORDS[status] };
  }
}

/** The state of an ended case in few words, as a list names it. */
export function endedCaseWords({ kind, on, takenBackAt, isWithoutConsent }: CaseEnded): StateWords {
  if (kind === 'CLOSED') return { tone: 'plain', words: 'Not going ahead' };
  if (takenBackAt !== undefined) return { tone: 'stop', words: 'Taken back: was it done?' };
  const words = `Done ${shortDate(on)}`;
  return isWithoutConsent === true ? { tone: 'warn', words: `${words}, no consent` } : { tone: 'plain', words };
}

/** The unsent part of a version on a tablet. */
export type LocalVersionState = {
  readonly isUnsent: boolean;
  /** ISO, once everybody has signed on the tablet */
  readonly allSignedAt: string | null;
  /** ISO, once it was confirmed on the day on the tablet */
  readonly confirmedAt?: string;
  /** the op that waits for a person; absent where everything is sent automatically */
  readonly blocked?: object;
};

const NEEDS_PERSON: StateWords = { tone: 'stop', words: 'Needs you' };

/** Whether a tablet has changes of a version that are sent automatically. */
export function isWaiting(local: LocalVersionState | undefined): boolean {
  return local?.isUnsent === true && local.blocked === undefined;
}

/**
 * As {@link caseWords}, and `Signed 14:02, waiting to be sealed` where everybody has signed on a tablet and the server has not
 * confirmed it; a confirmation on the day waits for the server in the same way. A blocked version has only the words that it needs a person: its changes may be discarded.
 */
export function localCaseWords(state: VersionState, local: LocalVersionState | undefined, zone: string): StateWords {
  if (local?.blocked !== undefined) return NEEDS_PERSON;
  const isConfirmedHere = local?.confirmedAt !== undefined && state.status === 'SIGNED' && state.confirmState !== 'LAPSED';
  if (isConfirmedHere) return { tone: 'warn', words: `Confirmed ${clockTime(local.confirmedAt, zone)}, waiting to send` };
  if (local === undefined || local.allSignedAt === null) return caseWords(state);
  return { tone: 'info', words: `Signed ${clockTime(local.allSignedAt, zone)}, waiting to be sealed` };
}

/** Whether and why a patient's record is special; ACTIVE needs no word in most places. */
export function patientStatusWords(status: PatientStatus): StateWords {
  return PATIENT_WORDS[status];
}

/** The patients of a state in the filter of their list. */
export function patientFilterWords(status: PatientStatus): string {
  return PATIENT_WORDS[status].filter ?? PATIENT_WORDS[status].words;
}

const PATIENT_WORDS: Readonly<Record<PatientStatus, StateWords & { readonly filter?: string }>> = {
  ACTIVE: { tone: 'ok', words: 'Active' },
  INACTIVE: { tone: 'plain', words: 'Inactive' },
  DECEASED: { tone: 'stop', words: 'Deceased' },
  MERGED: { tone: 'warn', words: 'Merged into another record', filter: 'Merged' },
};

/** The state of a procedure of the library in words. */
export function procedureStatusWords(status: ProcedureStatus): StateWords {
  return PROCEDURE_WORDS[status];
}

const PROCEDURE_WORDS: Readonly<Record<ProcedureStatus, StateWords>> = {
  DRAFT: { tone: 'plain', words: 'Draft' },
  UNDER_REVIEW: { tone: 'info', words: 'Under review' },
  ACTIVE: { tone: 'ok', words: 'In use' },
  RETIRED: { tone: 'stop', words: 'Retired' },
};

/**
 * The side and site of a line in a list, as on the form: `RIGHT eye`, `LEFT side`, `BOTH SIDES`, or empty.
 *
 * @param line - `side` as in a list; an unknown word is left out
 */
export function listedSideWords({ side, site }: { side: string | null; site: string }): string {
  return sideAndSiteWords({ side: asSide(side), site });
}

/** A procedure of a line in a list with its side and site: `Hernia repair, LEFT side`. */
export function listedProcedureWords(line: { procedureName: string; side: string | null; site: string }): string {
  return [line.procedureName, listedSideWords(line)].filter((part) => part !== '').join(', ');
}

const LAPSED: StateWords = { tone: 'stop', words: 'Lapsed: consent again' };

function stepNumber(activeTab: number): number {
  return Math.min(Math.max(activeTab, 0), STEPS_MOST - 1) + 1;
}

function signingWords([next]: readonly SignerRole[]): string {
  return next === undefined ? 'Being signed' : `${ROLE_WORDS[next]} to sign`;
}

function importedWords(confirmState: ConfirmState): StateWords {
  return confirmState === 'LAPSED' ? LAPSED : { tone: 'warn', words: IMPORTED_WORDS };
}

function signedWords(sealState: SealState, confirmState: ConfirmState): StateWords {
  if (confirmState === 'LAPSED') return LAPSED;
  if (sealState === 'FAILED') return { tone: 'warn', words: 'Signed, not sealed yet' };
  if (sealState !== 'SEALED') return { tone: 'info', words: 'Signed, being sealed' };
  if (confirmState === 'DUE') return { tone: 'warn', words: 'Signed: confirm on the day' };
  return { tone: 'ok', words: 'Signed and sealed' };
}
