import type { CaseStatus, SignerState } from '#domain/base/states.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { isConsenter } from '#domain/consents/recipients.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';

/** The states of a form as the page of somebody who has answered tells them (messages, section 3). */
export const PAGE_STATES = [
  'WAITING',
  'SIGNED',
  'LAPSED',
  'DONE',
  'TAKEN_BACK',
  'CLOSED',
  'WITHDRAWN',
  'SUPERSEDED',
  'DECLINED',
  'OTHER_DECLINED',
  'EXPIRED',
  'VOIDED',
] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** The end of a case on the page of a form: its operation was done by it, or it is not going ahead. */
export type PageEnd = 'DONE' | 'TAKEN_BACK' | 'CLOSED';

/** The page of one state: its copy, and the words that may be sent from it. */
type PageRow = {
  /** the sealed form, a viewing copy with its state, the paper of the refusal, or none */
  readonly copy: 'FORM' | 'VIEW' | 'REFUSAL' | null;
  readonly hasQuestions: boolean;
  readonly hasNotes: boolean;
};

const SPOKEN = { hasQuestions: true, hasNotes: true } as const;
const SILENT = { copy: null, hasQuestions: false, hasNotes: false } as const;

/** The one table of the page of somebody who decides. The words of another person's refusal are theirs: its paper is the refuser's alone. */
export const PAGE_ROWS: Readonly<Record<PageState, PageRow>> = {
  WAITING: { copy: null, ...SPOKEN },
  SIGNED: { copy: 'FORM', ...SPOKEN },
  LAPSED: { copy: 'FORM', ...SPOKEN },
  DONE: { copy: 'FORM', ...SPOKEN },
  TAKEN_BACK: { copy: 'FORM', ...SPOKEN },
  CLOSED: { copy: 'FORM', ...SPOKEN },
  WITHDRAWN: { copy: 'VIEW', ...SPOKEN },
  SUPERSEDED: { copy: 'VIEW', ...SPOKEN },
  DECLINED: { copy: 'REFUSAL', ...SPOKEN },
  OTHER_DECLINED: { copy: null, ...SPOKEN },
  EXPIRED: SILENT,
  VOIDED: SILENT,
};

type Answered = {
  readonly role: SignerRole;
  readonly state: SignerState;
  readonly status: CaseStatus;
  /** whether the signed form is older than the days for which it counts */
  readonly isLapsed: boolean;
  readonly end: PageEnd | null;
};

/** The state of a form on the page of a signer who has answered it. */
export function pageStateOf({ state, status, isLapsed, end }: Omit<Answered, 'role'>): PageState {
  if (status === 'VOIDED') return 'VOIDED';
  if (state === 'DECLINED') return 'DECLINED';
  switch (status) {
    case 'SIGNED':
      return end ?? (isLapsed ? 'LAPSED' : 'SIGNED');
    case 'DECLINED':
      return 'OTHER_DECLINED';
    case 'WITHDRAWN':
    case 'SUPERSEDED':
    case 'EXPIRED':
      return status;
    default:
      // An operation that was done without this form took nothing back of it.
      return end === null || end === 'TAKEN_BACK' ? 'WAITING' : end;
  }
}

/** The rights of somebody on their page. */
export type PageRights = {
  readonly copy: PageRow['copy'];
  readonly mayAsk: boolean;
  readonly mayWrite: boolean;
  readonly mayTakeBack: boolean;
};

/**
 * The rights of a signer who has answered: of the server, which takes nothing else, and of the page, which offers it. Somebody who is consulted
 * asks until the form has ended; nobody else but those who decide has a page.
 */
export function pageRightsOf({ required, ...answered }: Answered & { readonly required?: boolean | undefined }): PageRights {
  const { role, state, status } = answered;
  const page = pageStateOf(answered);
  const row = PAGE_ROWS[page];
  const isSigned = status === 'SIGNED';
  if (!isConsenter({ role, required })) {
    const isOpen = isSigned || mayMove(status, 'sign');
    return { copy: null, mayAsk: ROLE_RULES[role].mayAsk && isOpen && state !== 'DECLINED', mayWrite: false, mayTakeBack: false };
  }
  return {
    copy: hasCopy(row, status) ? row.copy : null,
    mayAsk: row.hasQuestions,
    mayWrite: row.hasNotes,
    // Written out: the page of a tablet does without a function for it.
    mayTakeBack: isSigned && state === 'SIGNED' && page !== 'TAKEN_BACK' && required !== false,
  };
}

/** Whether there is such a copy: a form that lacks signatures has none, nor has a no with which the form went on. */
function hasCopy({ copy }: PageRow, status: CaseStatus): boolean {
  if (copy === 'FORM') return status === 'SIGNED';
  return copy !== 'REFUSAL' || status === 'DECLINED';
}

/**
 * The end of a case on the page of one of its forms; null where it has not ended, or where the end is not about this form. An operation is
 * about the form in force, and about one that is not signed by all: nobody signs that any more.
 *
 * @param isInForce - whether the form is the one in force
 */
export function pageEndOf(
  ended: CaseEnded | null | undefined,
  { status, isInForce }: { readonly status: CaseStatus; readonly isInForce: boolean },
): PageEnd | null {
  if (ended == null) return null;
  const isOut = mayMove(status, 'sign') && ended.isFollowed === undefined;
  if (ended.kind === 'CLOSED') return status === 'SIGNED' || isOut ? 'CLOSED' : null;
  if (!isInForce && !isOut) return null;
  return isInForce && ended.takenBackAt !== undefined ? 'TAKEN_BACK' : 'DONE';
}
