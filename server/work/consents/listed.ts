import type { ListedAt, ListedCase } from '#contract/record-summary.ts';
import { isSameValue } from '#domain/digest.ts';
import { lightOf, mayList, type Light, type Listing } from '#domain/listed.ts';
import { mayStartConsent } from '#domain/patient-status.ts';
import { updateCase, type CaseRow } from '#server/data/consents/cases.ts';
import { inForceOf } from '#server/data/consents/consents.ts';
import { patientById } from '#server/data/consents/patients.ts';
import { questionsIn } from '#server/data/consents/signers.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { recordEvent, type OpenCase } from './open-case.ts';

/**
 * Lists a case for surgery, changes where it is listed, or takes it off. The version of the case increases, that of the form does
 * not: signatures queued on a tablet stay valid. A listing without a change writes nothing.
 *
 * @throws Refused PATIENT_NOT_LISTED for a deceased or merged patient, MOVE_REFUSED for a case that is over; taking a case off is
 *   refused for neither
 */
export async function listCase(open: OpenCase, actor: StaffActor, listed: Listing | null): Promise<void> {
  const { db, record, patient, now } = open;
  if (listed !== null && !mayStartConsent(patient.status)) throw new Refused('PATIENT_NOT_LISTED');
  if (listed !== null && !mayList({ status: record.status, patientStatus: patient.status })) throw new Refused('MOVE_REFUSED');
  const before = listingOf(record);
  if (isSameValue(before, listed)) return;
  await updateCase(
    db,
    { organisationId: record.organisation_id, id: record.id },
    {
      listed_on: listed?.date ?? null,
      theatre: listed?.theatre ?? null,
      list_type: listed?.listType ?? null,
      listed_at: now,
      listed_by: actor.userId,
      version: record.version + 1,
      updated_at: now,
    },
  );
  await recordEvent(
    open,
    listed === null ? { type: 'UNLISTED', detail: { ...before } } : { type: 'LISTED', detail: { ...listed } },
  );
}

/** Where a case is listed; null where it is on no list. */
export function listingOf({ listed_on, theatre, list_type }: CaseRow): ListedAt | null {
  return listed_on === null || list_type === null ? null : { date: listed_on, theatre, listType: list_type };
}

/** The listing of a case for surgery, with the light of its consent. */
export async function presentListed(db: Db, record: CaseRow): Promise<ListedCase> {
  const by = record.listed_by === null ? undefined : await userById(db, record.organisation_id, record.listed_by);
  return {
    recordID: record.id,
    patientID: record.patient_id,
    currentConsentID: record.current_consent_id,
    inForceConsentID: record.in_force_consent_id,
    listed: listingOf(record),
    listedBy: by === undefined ? null : fullName(by),
    listedAt: record.listed_at,
    ...(await lightOn(db, record)),
    version: record.version,
  };
}

async function lightOn(db: Db, record: CaseRow): Promise<Light> {
  const { organisation_id: organisationId, in_force_consent_id: inForceId, current_consent_id: currentId } = record;
  const patient = await patientById(db, { organisationId, createdBy: undefined }, record.patient_id);
  if (patient === undefined) throw new Error('a case without its patient');
  const inForce = inForceId === null ? undefined : await inForceOf(db, { organisationId, id: inForceId });
  // Of the version in force, or of the newest one.
  const asked = inForceId ?? currentId;
  const questions = asked === null ? [] : await questionsIn(db, { organisationId, id: asked });
  return lightOf({
    patientStatus: patient.status,
    status: record.status,
    inForce: inForce === undefined ? null : { sealState: inForce.seal_state, confirmState: inForce.confirm_state },
    isNewest: inForceId !== null && inForceId === currentId,
    hasOpenQuestion: questions.some(({ answer }) => answer === null),
  });
}
