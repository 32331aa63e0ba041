import type { Parsed } from '#contract/calls.ts';
import type { LegalHold } from '#contract/retention.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { lockRecord } from '#server/data/retention/deletions.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { endProposals, holdById, presentHold } from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { refuseMadeSecond } from './second-person.ts';
import { tellAdministrators } from './tell-administrators.ts';

/**
 * Places a legal hold on a patient's record and ends what was proposed for it.
 *
 * @throws Refused INVALID for a number that nobody has, or a record that is held already
 */
export async function placeHold({ patient, reason }: Parsed<'retentionHold'>, context: Context<StaffActor>): Promise<LegalHold> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId, name } = actor;
  const number = Number(patient.replaceAll(/\D/g, ''));
  const found = await db
    .selectFrom('patients')
    .select(['id', 'survivor_id'])
    .where('organisation_id', '=', organisationId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (found === undefined) throw new Refused('INVALID', { fields: [{ path: 'patient', message: 'No patient has this number' }] });
  const of = await lockRecord(db, { organisationId, id: found.survivor_id ?? found.id });
  const inserted = await db
    .insertInto('legal_holds')
    .values({
      organisation_id: organisationId,
      id: deps.newId(),
      patient_id: found.id,
      reason,
      placed_at: now,
      placed_by: userId,
      placed_name: name,
      lifted_at: null,
      lifted_by: null,
      lifted_name: null,
      lifted_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined)
    throw new Refused('INVALID', { fields: [{ path: 'patient', message: 'A legal hold is on this record already' }] });
  await endProposals(
    db,
    organisationId,
    of.patients.map(({ id }) => id),
  );
  await logStaffSecurityEvent(db, context, { type: 'LEGAL_HOLD_PLACED', subject: `patient ${shownNumber(number)}` });
  return shownHold(context, inserted.id);
}

/**
 * Lifts a hold: one person asks for it, and another one lifts it.
 *
 * @throws Refused NOT_FOUND, HOLD_LIFTED; ANOTHER_PERSON for the one who asked, MADE_SECOND_PERSON
 */
export async function liftHold({ id, reason }: Parsed<'retentionLift'>, context: Context<StaffActor>): Promise<LegalHold> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  const before = await holdById(db, { organisationId, id });
  if (before === undefined) throw new Refused('NOT_FOUND');
  if (before.lifted_at !== null) throw new Refused('HOLD_LIFTED');
  const { lift_asked_by: firstBy, lift_asked_at: firstAt } = before;
  if (firstBy === null || firstAt === null) return askToLift(context, before, reason);
  await refuseMadeSecond(context, { id: firstBy, at: firstAt });
  const lifted = await db
    .updateTable('legal_holds')
    .set({ lifted_at: now, lifted_by: userId, lifted_name: name, lifted_reason: reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (lifted === undefined) throw new Refused('HOLD_LIFTED');
  await logStaffSecurityEvent(db, context, { type: 'LEGAL_HOLD_LIFTED', subject: `patient ${shownNumber(before.number)}` });
  return shownHold(context, id);
}

async function askToLift(
  context: Context<StaffActor>,
  { id, number }: { id: string; number: number },
  reason: string,
): Promise<LegalHold> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  const changed = await db
    .updateTable('legal_holds')
    .set({ lift_asked_by: userId, lift_asked_name: name, lift_asked_at: now, lift_asked_reason: reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('lift_asked_by', 'is', null)
    .returning('id')
    .executeTakeFirst();
  // Somebody else asked a moment ago: this person may approve it now.
  if (changed === undefined) throw moveRefused('HOLD_LIFT_ASKED');
  await logStaffSecurityEvent(db, context, { type: 'HOLD_LIFT_ASKED', subject: `patient ${shownNumber(number)}` });
  await tellAdministrators(context, 'RETENTION_ASKED');
  return shownHold(context, id);
}

async function shownHold({ db, actor }: Context<StaffActor>, id: string): Promise<LegalHold> {
  const row = await holdById(db, { organisationId: actor.organisationId, id });
  if (row === undefined) throw new Error('A hold is gone in its own transaction');
  return presentHold(row, actor.userId);
}
