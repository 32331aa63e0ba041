import type { Input } from '#contract/calls.ts';
import type { PatientDraft } from '#domain/patient.ts';

type Changes = Omit<Input<'patientUpdate'>, 'id' | 'version'>;

/**
 * The fields that differ, for a call that changes only what it is given; empty when nothing changed.
 *
 * @param before - as last saved; what is missing in it counts as different
 * @param after - as it shall be
 */
export function patientChanges(before: Partial<PatientDraft>, after: PatientDraft): Changes {
  const differs = (field: keyof PatientDraft) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  return {
    ...(differs('firstName') && { firstName: after.firstName }),
    ...(differs('lastName') && { lastName: after.lastName }),
    ...(differs('dateOfBirth') && { dateOfBirth: after.dateOfBirth }),
    ...(differs('nhsNumber') && { nhsNumber: after.nhsNumber ?? null }),
    ...(differs('hospitalNumber') && { hospitalNumber: after.hospitalNumber ?? null }),
    ...(differs('sex') && { sex: after.sex ?? null }),
    ...(differs('emailAddress') && { emailAddress: after.emailAddress ?? null }),
    ...(differs('phoneNumber') && { phoneNumber: after.phoneNumber ?? null }),
    ...(differs('address') && { address: after.address ?? null }),
    ...(differs('communication') && { communication: after.communication }),
  };
}
