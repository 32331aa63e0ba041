import type { Parsed } from '#contract/calls.ts';
import type { RetentionProposal } from '#contract/retention.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { lockRecord } from '#server/data/retention/deletions.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { presentProposal, proposalById, updateProposal, type ShownProposal } from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { refuseMadeSecond } from './second-person.ts';
import { stillDue } from './still-due.ts';
import { tellAdministrators } from './tell-administrators.ts';

type Staff = Context<StaffActor>;

/** Confirms a proposal as the first of two people. @throws Refused NOT_FOUND, VERSION_CONFLICT, ON_HOLD, NOT_DUE */
export async function confirmDeletion({ id, version }: Parsed<'retentionConfirm'>, context: Staff): Promise<RetentionProposal> {
  const { db, actor, now } = context;
  await lockRecord(db, { organisationId: actor.organisationId, id });
  const row = await seenProposal(context, { id, version });
  await refuseNotDue(context, id);
  if (row.state === 'CONFIRMED' || row.state === 'APPROVED') throw moveRefused(`DELETION_${row.state}`);
  const confirmed = { state: 'CONFIRMED', confirmed_by: actor.userId, confirmed_name: actor.name, confirmed_at: now } as const;
  await updateProposal(db, { organisationId: actor.organisationId, id }, { ...confirmed, ...NOT_KEPT });
  await logStaffSecurityEvent(db, context, { type: 'DELETION_CONFIRMED', subject: `patient ${shownNumber(row.number)}` });
  await tellAdministrators(context, 'DELETION_CONFIRMED');
  return shownProposal(context, id);
}

/** Keeps a record that was proposed, confirmed or approved: each administrator stops a deletion so. @throws Refused NOT_FOUND, VERSION_CONFLICT */
export async function keepRecord({ id, version, reason }: Parsed<'retentionKeep'>, context: Staff): Promise<RetentionProposal> {
  const { db, actor, now } = context;
  await lockRecord(db, { organisationId: actor.organisationId, id });
  const row = await seenProposal(context, { id, version });
  const kept = { state: 'KEPT', kept_by: actor.userId, kept_name: actor.name, kept_at: now, kept_reason: reason } as const;
  await updateProposal(db, { organisationId: actor.organisationId, id }, { ...kept, ...NOT_CONFIRMED });
  await logStaffSecurityEvent(db, context, { type: 'RECORD_KEPT', subject: `patient ${shownNumber(row.number)}` });
  return shownProposal(context, id);
}

const NOT_KEPT = { kept_by: null, kept_name: null, kept_at: null, kept_reason: null } as const;
const NOT_CONFIRMED = {
  confirmed_by: null,
  confirmed_name: null,
  confirmed_at: null,
  approved_by: null,
  approved_name: null,
  approved_at: null,
} as const;

/**
 * Approves the deletion of a record that another person has confirmed. It is deleted once the wait is over, and each administrator is told.
 *
 * @throws Refused NOT_FOUND, VERSION_CONFLICT, NOT_CONFIRMED, ANOTHER_PERSON, MADE_SECOND_PERSON, ON_HOLD, NOT_DUE, MOVE_REFUSED
 */
export async function approveDeletion({ id, version }: Parsed<'retentionApprove'>, context: Staff): Promise<RetentionProposal> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  await lockRecord(db, { organisationId, id });
  const row = await seenProposal(context, { id, version });
  const { confirmed_by: confirmedBy, confirmed_at: confirmedAt } = row;
  if (row.state === 'APPROVED') throw moveRefused('DELETION_APPROVED');
  if (row.state !== 'CONFIRMED' || confirmedBy === null || confirmedAt === null) throw new Refused('NOT_CONFIRMED');
  await refuseMadeSecond(context, { id: confirmedBy, at: confirmedAt });
  await refuseNotDue(context, id);
  const approved = { state: 'APPROVED', approved_by: userId, approved_name: name, approved_at: now } as const;
  await updateProposal(db, { organisationId, id }, approved);
  await logStaffSecurityEvent(db, context, { type: 'DELETION_APPROVED', subject: `patient ${shownNumber(row.number)}` });
  await tellAdministrators(context, 'DELETION_APPROVED');
  return shownProposal(context, id);
}

/** The proposal as the caller saw it. @throws Refused NOT_FOUND, VERSION_CONFLICT with the present one */
async function seenProposal({ db, actor }: Staff, { id, version }: { id: string; version: number }): Promise<ShownProposal> {
  const row = await proposalById(db, { organisationId: actor.organisationId, id });
  if (row === undefined) throw new Refused('NOT_FOUND');
  if (row.version !== version)
    throw new Refused('VERSION_CONFLICT', { data: { current: presentProposal(row, actor.userId) }, shows: { patient: id } });
  return row;
}

/** The record, still due by the present rules. @throws Refused ON_HOLD, NOT_DUE */
async function refuseNotDue({ db, actor, deps }: Staff, id: string): Promise<void> {
  const { due } = await stillDue({ db, deps }, { organisationId: actor.organisationId, id });
  if (due === undefined) throw new Refused((await isOnHold({ db, actor }, id)) ? 'ON_HOLD' : 'NOT_DUE');
}

async function isOnHold({ db, actor: { organisationId } }: Pick<Staff, 'db' | 'actor'>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('legal_holds as h')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'h.organisation_id').onRef('p.id', '=', 'h.patient_id'),
    )
    .select('h.id')
    .where('h.organisation_id', '=', organisationId)
    .where((is) => is.or([is('p.id', '=', id), is('p.survivor_id', '=', id)]))
    .where('h.lifted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function shownProposal({ db, actor }: Staff, id: string): Promise<RetentionProposal> {
  const row = await proposalById(db, { organisationId: actor.organisationId, id });
  if (row === undefined) throw new Error('A proposal is gone in its own transaction');
  return presentProposal(row, actor.userId);
}
