import { hasInk } from '#domain/values/ink.ts';
import type { Fault } from '#domain/base/fault.ts';
import type { Permission } from '#domain/accounts/roles.ts';

export const PROCEDURE_STATUSES = ['DRAFT', 'UNDER_REVIEW', 'ACTIVE', 'RETIRED'] as const;
export type ProcedureStatus = (typeof PROCEDURE_STATUSES)[number];

type Move = { from: ProcedureStatus; to: ProcedureStatus; by: readonly Permission[] };

/** The moves of one version of a procedure. An editor may take back what they sent for review [choice]. */
const MOVES: readonly Move[] = [
  { from: 'DRAFT', to: 'UNDER_REVIEW', by: ['procedures.edit'] },
  { from: 'UNDER_REVIEW', to: 'DRAFT', by: ['procedures.publish', 'procedures.edit'] },
  { from: 'UNDER_REVIEW', to: 'ACTIVE', by: ['procedures.publish'] },
  { from: 'ACTIVE', to: 'RETIRED', by: ['procedures.publish'] },
  { from: 'ACTIVE', to: 'DRAFT', by: ['procedures.publish'] },
  { from: 'RETIRED', to: 'DRAFT', by: ['procedures.publish'] },
];

type Version = { status: ProcedureStatus; isNewest: boolean };

/** The statuses that a version may take next. A version behind a newer one can be retired, nothing else. */
export function nextProcedureStatuses({ status, isNewest }: Version): ProcedureStatus[] {
  return MOVES.filter(({ from, to }) => from === status && (isNewest || to === 'RETIRED')).map(({ to }) => to);
}

/** Whether somebody with these permissions may make a move that the status allows. */
export function mayMoveProcedure(granted: readonly Permission[], from: ProcedureStatus, to: ProcedureStatus): boolean {
  return MOVES.some((move) => move.from === from && move.to === to && move.by.some((each) => granted.includes(each)));
}

/** Whether the text of a version may be edited: that of a version in use by a newer one. */
export function mayEditProcedure(status: ProcedureStatus): boolean {
  return status === 'DRAFT' || status === 'ACTIVE';
}

/** Whether a review is due: its date has come. @param today - plain date */
export function isReviewDue(reviewDate: string | null, today: string): boolean {
  return reviewDate !== null && reviewDate <= today;
}

type Publishable = { reviewDate: string | null; owner: string | null };

/** The fields that keep a version from being published. @param today - plain date */
export function unpublishableFields({ reviewDate, owner }: Publishable, today: string): Fault[] {
  const faults = [];
  if (reviewDate === null || isReviewDue(reviewDate, today))
    faults.push({ path: 'reviewDate', message: 'Enter a review date in the future before this is published' });
  if (!hasInk(owner ?? '')) faults.push({ path: 'owner', message: 'Enter an owner before this is published' });
  return faults;
}
