import type { Procedure } from '#domain/library/procedure.ts';
import { mayMoveProcedure, nextProcedureStatuses } from '#domain/library/procedure-status.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import type { ProcedureStatus } from '#domain/library/procedure-status.ts';

/** A move of a version, with its name from button to dialog to history. */
export type ProcedureAct = {
  readonly to: ProcedureStatus;
  readonly label: string;
  readonly text: string;
  readonly isStop: boolean;
};

/** The acts that this person may do with a version. @param isNewest - no newer version is being written */
export function procedureActs(
  { status }: Pick<Procedure, 'status'>,
  isNewest: boolean,
  granted: readonly Permission[],
): ProcedureAct[] {
  return nextProcedureStatuses({ status, isNewest })
    .filter((to) => mayMoveProcedure(granted, status, to))
    .map((to) => ({ to, ...ACTS[to], ...(to === 'DRAFT' && BACK[status]) }));
}

const ACTS: Readonly<Record<ProcedureStatus, Omit<ProcedureAct, 'to'>>> = {
  UNDER_REVIEW: {
    label: 'Send for review',
    text: 'A person who may publish and who has not edited this version reads it next. Until then it cannot be edited.',
    isStop: false,
  },
  ACTIVE: {
    label: 'Publish',
    text: 'New consents use this version from now on, and you are recorded as its reviewer. An older version that is in use is replaced; consents that were sent keep theirs.',
    isStop: false,
  },
  DRAFT: { label: 'Back to draft', text: 'It can be edited again, and needs a review before it is published.', isStop: false },
  RETIRED: {
    label: 'Retire',
    text: 'No new consent can use it, and drafts that name it cannot be sent. Consents that were sent or signed stay as they are.',
    isStop: true,
  },
};

/** Back to draft takes a version out of use, or a retired one up again. */
const BACK: Partial<Record<ProcedureStatus, Pick<ProcedureAct, 'text' | 'isStop'>>> = {
  ACTIVE: {
    text: 'It is taken out of use at once: no consent can use this text until a version has been reviewed and published. Consents that were sent or signed stay as they are.',
    isStop: true,
  },
};

/** The name of a move in the history. */
export function moveWords(from: ProcedureStatus | null, to: ProcedureStatus | null): string {
  if (to === 'UNDER_REVIEW') return 'Sent for review';
  if (to === 'ACTIVE') return 'Published';
  if (to === 'RETIRED') return 'Retired';
  return from === 'ACTIVE' ? 'Taken out of use, back to draft' : 'Back to draft';
}
