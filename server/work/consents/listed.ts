import { endedStateOf } from '#domain/cases/case-end.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { openPointsOf, type OpenPoint } from '#domain/consents/open-points.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { identityCheckOf, type FormIdentityState } from '#domain/patients/identity-check.ts';
import type { ListedAt, ListedCase } from '#contract/shapes/record-summary.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { ageFactsOf, type AgeFacts } from '#domain/theatre/age-on-day.ts';
import { formFactsOf, type FormFacts } from '#domain/theatre/form-facts.ts';
import { mayList, type Listing } from '#domain/theatre/listed.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { sameDayOf, type SameDayConsent, type SameDayState } from '#domain/theatre/same-day.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { updateCase, type CaseRow } from '#server/data/cases/cases.ts';
import { touchSameDay } from '#server/data/theatre/same-day.ts';
import { listedCases, type ListedCaseRow } from '#server/data/theatre/listed-cases.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { confirmStateOfRow, confirmWordsOfRow, type ConfirmDeps } from './confirm-state.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/**
 * Lists a case for surgery, changes where it is listed, or takes it off. The version of the case increases, that of the form does
 * not: signatures queued on a tablet stay valid. A listing without a change writes nothing.
 *
 * @throws Refused PATIENT_NOT_LISTED for a deceased or merged patient, MOVE_REFUSED for a case that is over; taking a case off is
 *   refused for neither
 */
export async function changeListing(open: OpenCase, actor: StaffActor, listed: Listing | null): Promise<void> {
  const { db, record, patient, now } = open;
  if (listed !== null && !mayStartConsent(patient.status)) throw new Refused('PATIENT_NOT_LISTED');
  if (listed !== null && !mayList({ status: record.status, patientStatus: patient.status })) throw notNow(open);
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
  // The lights of the patient's other cases of either day depend on it.
  const days = [before?.date, listed?.date].filter((day) => day !== undefined);
  await touchSameDay(db, { organisationId: record.organisation_id, id: record.id, days, now });
  await recordEvent(
    open,
    listed === null
      ? { type: 'UNLISTED', by: byStaff(open), detail: { ...before } }
      : { type: 'LISTED', by: byStaff(open), detail: { ...listed } },
  );
}

/** Where a case is listed; null where it is on no list. */
export function listingOf({ listed_on, theatre, list_type }: CaseRow): ListedAt | null {
  return listed_on === null || list_type === null ? null : { date: listed_on, theatre, listType: list_type };
}

/** The listing of a case for surgery, with the light of its consent. */
export async function presentListed(
  db: Db,
  { organisation_id, id }: Pick<CaseRow, 'organisation_id' | 'id'>,
  at: ConfirmDeps,
): Promise<ListedCase> {
  const [row] = await listedCases(db, { organisationId: organisation_id, clinicianId: undefined }, [id]);
  if (row === undefined) throw new Error('a case that is gone');
  return presentListing(row, at);
}

/** As {@link presentListed}, of a row that was read with others. */
export function presentListing(row: ListedCaseRow, at: ConfirmDeps): ListedCase {
  const { in_force_consent_id: inForceId, current_consent_id: currentId } = row;
  return {
    recordID: row.id,
    caseNumber: shownCaseNumber(row.number),
    patientID: row.patient_id,
    currentConsentID: currentId,
    inForceConsentID: inForceId,
    listed: listingOf(row),
    listedBy: row.listed_by === null || row.listed_by_name === '' ? null : row.listed_by_name,
    listedAt: row.listed_at,
    clinicianID: row.operator_id,
    operatorName: row.operator_name,
    ...lightOf(consentStateOf(row, at)),
    ended: row.ended,
    ...presentSameDay(row.same_day),
    ...(row.claims.length === 0 ? {} : { taken: row.claims }),
    version: row.version,
  };
}

/** The state of a case that its light depends on, as of a moment. */
export function consentStateOf(row: ListedCaseRow, at: ConfirmDeps): Parameters<typeof lightOf>[0] {
  return {
    patientStatus: row.patient_status,
    status: row.status,
    inForce: inForceOf(row, at),
    isNewest: row.in_force_consent_id !== null && row.in_force_consent_id === row.current_consent_id,
    isLastVoided: row.is_last_voided,
    hasOpenQuestion: row.has_open_question,
    onPaper: row.on_paper,
    identity: identityOf(row),
    openPoints: openPointsOfListed(row),
    facts: factsOfListed(row),
    patientAge: ageOfListed(row, at),
    sameDay: sameDayOfRow(row, at),
    ended: endedStateOf(row.ended, { listedOn: row.listed_on, today: localDate(at.clock(), at.settings.timeZone) }),
  };
}

/** The facts of the version in force that keep its light from being green; undefined without one. */
function factsOfListed({ facts_on_form, is_interpreter_needed, child_said_no }: ListedCaseRow): FormFacts | undefined {
  if (facts_on_form === null) return undefined;
  return formFactsOf(facts_on_form, { interpreterNeeded: is_interpreter_needed, childSaidNo: child_said_no ?? false });
}

type ChoiceColumns = 'form_type' | 'choices' | 'choice_details' | 'safety_not_shown' | 'talks' | 'later_answers' | 'is_on_paper';

/** The choices that the version in force, or any other, leaves open; none without one. */
export function openPointsOfListed({
  form_type: formType,
  choices,
  choice_details,
  safety_not_shown: safetyNotShown,
  talks,
  later_answers: laterAnswers,
  is_on_paper,
}: Pick<ListedCaseRow, ChoiceColumns>): OpenPoint[] {
  if (formType === null || choices === null) return [];
  const form = { formType, additionalChoices: choices, choiceDetails: choice_details, safetyNotShown, laterAnswers };
  return openPointsOf({ ...form, talks: talks ?? [], isOnPaper: is_on_paper });
}

/** The consents of one patient and day, where there is more than one. */
export function presentSameDay(sameDay: readonly SameDayConsent[]): { sameDay?: SameDayConsent[] } {
  return sameDay.length > 1 ? { sameDay: [...sameDay] } : {};
}

function sameDayOfRow({ id, listed_on: listedOn, same_day }: ListedCaseRow, at: ConfirmDeps): SameDayState | undefined {
  const today = localDate(at.clock(), at.settings.timeZone);
  return listedOn === null ? undefined : sameDayOf(id, same_day, { listedOn, today });
}

/** The age on the day of the version in force; undefined without one. */
function ageOfListed(
  {
    form_type: formType,
    basis,
    date_of_birth: dateOfBirth,
    form_identity: shownPatient,
    signed_at: signedAt,
    listed_on: listedOn,
  }: ListedCaseRow,
  { clock, settings: { timeZone } }: ConfirmDeps,
): AgeFacts | undefined {
  if (formType === null || signedAt === null) return undefined;
  const today = localDate(clock(), timeZone);
  return ageFactsOf({ formType, basis, shownPatient, signedAt }, { dateOfBirth, listedOn, today, timeZone });
}

/** Whether the version in force names the person of the record; undefined where none does. */
function identityOf({ form_identity, record_identity, identity_checks }: ListedCaseRow): FormIdentityState | undefined {
  return form_identity === null ? undefined : identityCheckOf(form_identity, record_identity, identity_checks ?? []);
}

/** The state of the version in force that the light depends on; null without one. */
function inForceOf(row: ListedCaseRow, at: ConfirmDeps) {
  const { seal_state, origin, signed_at, signed_by_clinician, operator_id, confirmation, child_said_no, ended } = row;
  if (seal_state === null || signed_by_clinician === null) return null;
  const signed = {
    status: 'SIGNED' as const,
    signed_at,
    clinician_id: signed_by_clinician,
    operator_id,
    confirmation,
    child_said_no: child_said_no ?? false,
    ended,
  };
  const confirmState = confirmStateOfRow(signed, at);
  return { sealState: seal_state, confirmState, origin, confirmed: confirmWordsOfRow(signed, at) };
}
