import { notInForceNow, notNow } from '#server/work/cases/not-now.ts';
import type { Parsed } from '#contract/calls.ts';
import { recordDigest } from '#domain/integrity/record-digests.ts';
import { acceptIdentityRefusal } from '#domain/patients/identity-acceptance.ts';
import { identityCheckOf, type IdentityAcceptance, type IdentityValues } from '#domain/patients/identity-check.ts';
import { identityInWords } from '#domain/patients/identity-check-words.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { lastChangersOf } from '#server/data/patients/identity-changes.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { staleConsent } from './save-consent.ts';

const FIELDS = ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber'] as const satisfies readonly (keyof IdentityValues)[];

/**
 * Records, under one account, that the form in force is about the person of the record, whose details have changed since it was made
 * ready for signing. It holds for the values of the record that it names.
 *
 * @throws Refused MOVE_REFUSED for a form that is not in force, and where nothing is open; PATIENT_IS_MERGED; VERSION_CONFLICT where the
 *   record has changed since it was shown; FORBIDDEN, OWN_IDENTITY_CHECK and OWN_IDENTITY_CHANGE for an account that may not
 */
export async function acceptIdentity(
  open: OpenCase,
  actor: StaffActor,
  { record: shown, reason }: Omit<Parsed<'recordAcceptIdentity'>, 'consentID' | 'version'>,
): Promise<void> {
  const { db, deps, consent, record, patient, now } = open;
  const { pinned, identity_checks: acceptances } = consent;
  if (pinned === null || record.in_force_consent_id !== consent.id) throw notInForceNow(open);
  if (patient.status === 'MERGED') throw new Refused('PATIENT_IS_MERGED');
  const form = pinned.patient;
  const present = identityOfRow(patient);
  if (identityCheckOf(shown, present, []).state !== 'SAME') throw await staleConsent(open);
  const changedBy = await lastChangersOf(
    db,
    { organisationId: record.organisation_id, patientId: patient.id },
    FIELDS.filter((field) => form[field] !== present[field]),
  );
  const refusal = acceptIdentityRefusal({ form, record: present, acceptances }, { ...actor, userID: actor.userId, changedBy });
  if (refusal === 'MOVE_REFUSED') throw notNow(open, 'NOTHING_TO_SETTLE');
  if (refusal !== null) throw new Refused(refusal);
  const day = localDate(Date.parse(now), deps.settings.timeZone);
  const check: IdentityAcceptance = { userID: actor.userId, name: actor.name, at: now, day, reason, record: present };
  await moveVersion(open, 'identity', {
    change: { identity_checks: [...acceptances, check] },
    events: [
      {
        type: 'IDENTITY_CHANGE_ACCEPTED',
        by: byStaff(open),
        detail: {
          reason,
          onForm: identityInWords(form),
          inRecord: identityInWords(present),
          check: await recordDigest(check, sha256Hex),
        },
      },
    ],
  });
}

/** The person of a record as it is now. */
export function identityOfRow({ first_name, last_name, date_of_birth, nhs_number }: PatientRow): IdentityValues {
  return { firstName: first_name, lastName: last_name, dateOfBirth: date_of_birth, nhsNumber: nhs_number };
}
