import type { Parsed } from '#contract/calls.ts';
import { needlessSide } from '#domain/consents/planned-procedure.ts';
import type { ReferredProcedure } from '#domain/referrals/referred-procedure.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { Refused } from '#server/api-error.ts';
import { isCaseKnown } from '#server/data/cases/cases.ts';
import { CASE_NUMBERS, nextNumbers } from '#server/data/patients/counters.ts';
import { proceduresOf } from '#server/data/library/library.ts';
import { insertReferral } from '#server/data/referrals/referrals.ts';
import { openPatient } from '#server/work/cases/open-patient.ts';
import { targetOf, type Target } from './addressee.ts';
import { tellAddressees } from './referral-mails.ts';
import { recordReferralEvent, type Working } from './referral-case.ts';

/** As {@link createReferral}; those whom it is for are told once it is submitted. */
export async function refer(working: Working, input: Parsed<'recordRefer'>): Promise<string> {
  const { id, target } = await createReferral(working, input);
  if (input.submit) await tellAddressees(working, target, 'REFERRAL_NEW');
  return id;
}

/**
 * Refers a patient: a case without a version, which its addressee accepts or not. Until then the case is its referrer's.
 *
 * @returns the id of the case, and whom it is for
 * @throws Refused NOT_FOUND for a patient whom the actor may not see, PATIENT_TAKES_NONE, ALREADY_EXISTS, INVALID for an addressee or a
 *   procedure that is none, and for a side of one that has no side
 */
export async function createReferral(working: Working, input: Parsed<'recordRefer'>): Promise<{ id: string; target: Target }> {
  const { db, actor, now, deps } = working;
  const { organisationId } = actor;
  // Locked: nobody is recorded as deceased or merged between this check and the write that follows.
  // A referrer is one of the team from then on.
  const patient = await openPatient(working, input.patientID, {
    lock: 'shared',
    refuse: async ({ status }) => {
      if (!mayStartConsent(status)) throw new Refused('PATIENT_TAKES_NONE');
    },
  });
  const id = input.id ?? deps.newId();
  if (await isCaseKnown(db, { organisationId, id }))
    throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'id', message: 'A case with this id already exists' }] });
  const target = await targetOf(working, input.to);
  const procedures = await namedProcedures(working, input.procedures);
  const [number] = await nextNumbers(db, { root: deps.database.db, organisationId, name: CASE_NUMBERS }, 1);
  await db
    .insertInto('cases')
    .values({
      organisation_id: organisationId,
      id,
      number,
      patient_id: patient.id,
      clinician_id: actor.userId,
      status: 'UNDER_REVIEW',
      current_consent_id: null,
      in_force_consent_id: null,
      referral_status: input.submit ? 'UNDER_REVIEW' : 'DRAFT',
      referred_by: actor.userId,
      ...target,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await insertReferral(db, {
    organisation_id: organisationId,
    case_id: id,
    question: input.question,
    procedures,
    answer: null,
    submitted_at: input.submit ? now : null,
    ended: null,
  });
  const record = { organisation_id: organisationId, id };
  await recordReferralEvent(working, record, { type: 'CASE_CREATED', detail: { patientID: patient.id } });
  await recordReferralEvent(working, record, { type: input.submit ? 'REFERRED' : 'REFERRAL_DRAFTED' });
  return { id, target };
}

async function namedProcedures({ db, actor }: Working, input: Parsed<'recordRefer'>['procedures']): Promise<ReferredProcedure[]> {
  const rows = await proceduresOf(
    db,
    actor.organisationId,
    input.map(({ procedureID }) => ({ id: procedureID, version: 0 })),
  );
  return input.map(({ procedureID, side }, at) => {
    const row = rows.find(({ id }) => id === procedureID);
    if (row === undefined)
      throw new Refused('INVALID', {
        fields: [{ path: `procedures.${at}.procedureID`, message: 'This procedure is not in use' }],
      });
    const needless = needlessSide({ ...row.fields, side });
    if (needless !== null) throw new Refused('INVALID', { fields: [{ path: `procedures.${at}.side`, message: needless }] });
    return { procedureID, procedureName: row.name, side };
  });
}
