import type { Parsed } from '#contract/calls.ts';
import { mayMoveProcedure, nextProcedureStatuses, unpublishableFields } from '#domain/library/procedure-status.ts';
import type { ProcedureStatus } from '#domain/library/procedure-status.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { ProcedureRow } from '#server/data/library/library.ts';
import { updateProcedureVersion } from '#server/data/library/procedure-versions.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { lockUnchanged } from './edit-procedure.ts';
import { recordProcedureEvent, type Editing } from './procedure-event.ts';

/**
 * Moves a version of a procedure: the newest one, or the one in use behind it.
 *
 * @returns the version that was moved
 * @throws Refused NOT_FOUND, VERSION_CONFLICT for a stale revision, MOVE_REFUSED, FORBIDDEN, OWN_REVIEW, INVALID without date or owner
 */
export async function moveProcedure(
  { procedureID: id, version, revision, status: to, note }: Parsed<'procedureUpdateStatus'>,
  editing: Editing,
): Promise<number> {
  const { db, actor, deps, now } = editing;
  const { newest, serving } = await lockUnchanged(editing, { id, revision });
  const row = [newest, serving].find((each) => each !== undefined && each.version === (version ?? newest.version));
  if (row === undefined) throw moveRefused('PROCEDURE_NOT_THERE');
  if (!nextProcedureStatuses({ status: row.status, isNewest: row.is_current }).includes(to))
    throw moveRefused(row.is_current ? `PROCEDURE_${row.status}` : 'PROCEDURE_NOT_THERE');
  if (!mayMoveProcedure(actor.permissions, row.status, to)) throw new Refused('FORBIDDEN');
  // A version under review cannot be edited: what its publication asks for is asked for before it is sent there.
  if (to === 'ACTIVE' || to === 'UNDER_REVIEW') refuseUnpublishable(row, todayOf(deps));
  if (to === 'ACTIVE' && row.editors.includes(actor.userId)) throw new Refused('OWN_REVIEW');
  // The version in use goes first: at no time are there two.
  if (to === 'ACTIVE' && serving !== undefined)
    await updateProcedureVersion(db, serving, { status: 'RETIRED', superseded_at: now });
  await updateProcedureVersion(db, row, to === 'ACTIVE' ? published(row, now) : withdrawn(row, to));
  // The draft behind has the words that were taken out of use: their writers do not publish it alone.
  if (!row.is_current) await updateProcedureVersion(db, newest, { editors: [...new Set([...newest.editors, ...row.editors])] });
  await recordProcedureEvent(editing, { id, version: row.version }, { type: 'MOVED', from: row.status, to, note });
  return row.version;
}

function published({ published_at }: ProcedureRow, now: string) {
  const status: ProcedureStatus = 'ACTIVE';
  return { status, clinically_reviewed: true, published_at: published_at ?? now };
}

/** Back to draft takes the review back; a version out of use has been reviewed all the same. */
function withdrawn({ clinically_reviewed }: ProcedureRow, status: ProcedureStatus) {
  return { status, clinically_reviewed: clinically_reviewed && status !== 'DRAFT' };
}

function refuseUnpublishable({ fields }: ProcedureRow, today: string): void {
  const faults = unpublishableFields(fields, today);
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
}
