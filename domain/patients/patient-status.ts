import { PATIENT_STATUSES, type PatientStatus } from '#domain/base/states.ts';

/** Whether a new consent may be started for someone with this status; a deceased or merged patient takes none. */
export function mayStartConsent(status: PatientStatus): boolean {
  return status === 'ACTIVE' || status === 'INACTIVE';
}

/** Which statuses may follow: everything can be put right except a merge, which is undone by an administrator. */
export function nextPatientStatuses(status: PatientStatus): readonly PatientStatus[] {
  return status === 'MERGED' ? [] : PATIENT_STATUSES.filter((each) => each !== status);
}
