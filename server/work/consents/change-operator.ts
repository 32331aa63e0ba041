import { operatorOf } from '#server/work/cases/operator-of.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { mayList } from '#domain/theatre/listed.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { fullName, holdersOf } from '#server/data/accounts/users.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { consentById, updateConsentRow } from '#server/data/consents/consents.ts';
import { Refused } from '#server/api-error.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/**
 * Names the clinician who operates. Where that is another one than who signed, the consent has to be confirmed on the day, and a
 * confirmation for the clinician before counts no more. The version of the case increases, that of a form that nobody confirmed does
 * not. Who was named already is not written again; who signed, and is named only now, operates also on a form that another one signs.
 *
 * @throws Refused INVALID for somebody who does not sign as a clinician of this organisation; PATIENT_NOT_LISTED, MOVE_REFUSED for a case that is over
 */
export async function changeOperator(opened: OpenCase, clinicianId: string): Promise<void> {
  const { db, record, patient, now, deps } = opened;
  const organisationId = record.organisation_id;
  // The confirmation that ends is that of the version in force.
  const inForce =
    record.in_force_consent_id === null
      ? undefined
      : await consentById(db, { organisationId, clinicianId: undefined }, record.in_force_consent_id);
  const open = { ...opened, consent: inForce ?? opened.consent };
  const { consent } = open;
  if (clinicianId === record.operator_id) return;
  const before = operatorOf(record, consent);
  const isOther = clinicianId !== before;
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_NOT_LISTED');
  if (!mayList({ status: record.status, patientStatus: patient.status })) throw notNow(open);
  const clinicians = await holdersOf(db, organisationId, { permissions: ['consents.sign'], today: todayOf(deps) });
  const chosen = clinicians.find(({ id }) => id === clinicianId);
  if (chosen === undefined)
    throw new Refused('INVALID', { fields: [{ path: 'clinicianID', message: 'Choose a clinician of this organisation' }] });
  await updateCase(
    db,
    { organisationId, id: record.id },
    {
      operator_id: clinicianId,
      ...(isOther && {
        operator_since: new Date(capturedMoment(open, open)).toISOString(),
        former_operators: [...record.former_operators.filter((id) => id !== before), before],
      }),
      version: record.version + 1,
      updated_at: now,
    },
  );
  if (isOther && consent.confirmation !== null)
    await updateConsentRow(db, { organisationId, id: consent.id }, { confirmation: null, updated_at: now });
  const changed = { ...open, record: { ...record, operator_id: clinicianId } };
  await recordEvent(changed, {
    type: 'OPERATOR_CHANGED',
    by: byStaff(open),
    detail: { operatorID: clinicianId, operator: fullName(chosen), ...(isOther ? {} : { isConfirmationKept: true }) },
  });
}
