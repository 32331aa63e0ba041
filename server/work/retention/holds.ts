import type { Parsed } from '#contract/calls.ts';
import type { LegalHold } from '#contract/retention.ts';
import { Refused } from '#server/api-error.ts';
import { lockRecord } from '#server/data/retention/deletions.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { endProposals, holdById, presentHold } from '#server/data/retention/retention.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

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

/** Lifts a hold. @throws Refused NOT_FOUND, HOLD_LIFTED */
export async function liftHold({ id, reason }: Parsed<'retentionLift'>, context: Context<StaffActor>): Promise<LegalHold> {
  const { db, actor, now } = context;
  const { organisationId, userId, name } = actor;
  const before = await holdById(db, { organisationId, id });
  if (before === undefined) throw new Refused('NOT_FOUND');
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

async function shownHold({ db, actor }: Context<StaffActor>, id: string): Promise<LegalHold> {
  const row = await holdById(db, { organisationId: actor.organisationId, id });
  if (row === undefined) throw new Error('A hold is gone in its own transaction');
  return presentHold(row);
}
