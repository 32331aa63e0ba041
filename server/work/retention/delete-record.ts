import type { Parsed } from '#contract/calls.ts';
import type { RetentionProposal } from '#contract/retention.ts';
import type { DeletionCertificate } from '#domain/organisation/retention.ts';
import { Refused } from '#server/api-error.ts';
import { certificateSubject } from '#server/data/retention/certificates.ts';
import { chainsOf, countParts, deleteParts, insertCertificate, lockRecord } from '#server/data/retention/deletions.ts';
import { dueRecord } from '#server/data/retention/due-records.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import {
  presentProposal,
  proposalById,
  retentionRules,
  updateProposal,
  type ShownProposal,
} from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { refuseMadeSecond } from './second-person.ts';
import { certificateDigest } from '#server/work/integrity/check-certificates.ts';

type Staff = Context<StaffActor>;

/** Confirms a proposal as the first of two people. @throws Refused NOT_FOUND, VERSION_CONFLICT, ON_HOLD, NOT_DUE */
export async function confirmDeletion({ id, version }: Parsed<'retentionConfirm'>, context: Staff): Promise<RetentionProposal> {
  const { db, actor, now } = context;
  await lockRecord(db, { organisationId: actor.organisationId, id });
  const row = await seenProposal(context, { id, version });
  await refuseNotDue(context, id);
  if (row.state === 'CONFIRMED') throw new Refused('MOVE_REFUSED');
  const confirmed = { state: 'CONFIRMED', confirmed_by: actor.userId, confirmed_name: actor.name, confirmed_at: now } as const;
  await updateProposal(db, { organisationId: actor.organisationId, id }, { ...confirmed, ...NOT_KEPT });
  await logStaffSecurityEvent(db, context, { type: 'DELETION_CONFIRMED', subject: `patient ${shownNumber(row.number)}` });
  return shownProposal(context, id);
}

/** Keeps a record that was proposed or confirmed. @throws Refused NOT_FOUND, VERSION_CONFLICT */
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
const NOT_CONFIRMED = { confirmed_by: null, confirmed_name: null, confirmed_at: null } as const;

/**
 * Deletes a record that another person has confirmed, with everything of it, in the transaction of the call. A certificate is left, and
 * a line of the security log that names it by its digest.
 *
 * @throws Refused NOT_FOUND, VERSION_CONFLICT, NOT_CONFIRMED, ANOTHER_PERSON, MADE_SECOND_PERSON, ON_HOLD, NOT_DUE
 */
export async function approveDeletion({ id, version }: Parsed<'retentionApprove'>, context: Staff): Promise<DeletionCertificate> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId, name } = actor;
  const of = await lockRecord(db, { organisationId, id });
  const row = await seenProposal(context, { id, version });
  const { confirmed_by: confirmedBy, confirmed_name: confirmedName, confirmed_at: confirmedAt } = row;
  if (row.state !== 'CONFIRMED' || confirmedBy === null || confirmedName === null || confirmedAt === null)
    throw new Refused('NOT_CONFIRMED');
  if (confirmedBy === userId) throw new Refused('ANOTHER_PERSON');
  await refuseMadeSecond(context, { id: confirmedBy, at: confirmedAt });
  const { due, rules } = await refuseNotDue(context, id);
  await updateProposal(db, { organisationId, id }, { state: 'APPROVED', approved_by: userId });
  const kinds = (await countParts(db, of)).map((each) => ({ ...each, digest: deps.chainKey.mac(`${each.kind} ${each.digest}`) }));
  const { adultYears, deathYears, childAge } = rules;
  const content: DeletionCertificate = {
    id: deps.newId(),
    at: now,
    why: due.why,
    dueOn: due.due_on,
    rules: { adultYears, deathYears, childAge },
    confirmed: { id: confirmedBy, name: confirmedName, at: confirmedAt },
    approved: { id: userId, name, at: now },
    kinds,
    chains: await chainsOf(db, of),
  };
  const sha256 = certificateDigest(content);
  await insertCertificate(db, of, { content, sha256 });
  await logStaffSecurityEvent(db, context, { type: 'RECORD_DELETED', subject: certificateSubject(content.id), detail: sha256 });
  const gone = await deleteParts(db, of, { certificateId: content.id, now });
  // Something that came in between would be gone without being counted: everything stays, and the next try counts it.
  if (gone !== kinds.reduce((sum, { count }) => sum + count, 0)) throw new Refused('MOVE_REFUSED');
  return content;
}

/** The proposal as the caller saw it. @throws Refused NOT_FOUND, VERSION_CONFLICT with the present one */
async function seenProposal({ db, actor }: Staff, { id, version }: { id: string; version: number }): Promise<ShownProposal> {
  const row = await proposalById(db, { organisationId: actor.organisationId, id });
  if (row === undefined) throw new Refused('NOT_FOUND');
  if (row.version !== version) throw new Refused('VERSION_CONFLICT', { data: { current: presentProposal(row, actor.userId) } });
  return row;
}

/** The record, still due by the present rules. @throws Refused ON_HOLD, NOT_DUE */
async function refuseNotDue({ db, actor, deps }: Staff, id: string) {
  const { organisationId } = actor;
  const rules = await retentionRules(db, organisationId);
  const search = { organisationId, rules, today: todayOf(deps), timeZone: deps.settings.timeZone };
  const due = await dueRecord(db, search, id);
  if (due === undefined || !rules.isOn) throw new Refused((await isOnHold({ db, actor }, id)) ? 'ON_HOLD' : 'NOT_DUE');
  return { due, rules };
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
