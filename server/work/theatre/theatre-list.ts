import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { hasInk } from '#domain/values/ink.ts';
import type { TheatreCase, TheatreFilter } from '#contract/theatre.ts';
import { THEATRE_CASES_MOST } from '#contract/theatre.ts';
import { refusalLines } from '#domain/consents/choice-in-words.ts';
import { openPointsNow, openPointsOf, openPointWords } from '#domain/consents/open-points.ts';
import { isInterpreted } from '#domain/consents/consent.ts';
import { isInterpreterNamed } from '#domain/theatre/form-facts.ts';
import { languageName } from '#domain/values/language-name.ts';
import { lightOf, type Light } from '#domain/theatre/theatre-light.ts';
import { DAY } from '#domain/base/limits.ts';
import { ageInDays, localDate } from '#domain/values/plain-date.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { theatreCases, type TheatreRow } from '#server/data/theatre/listed-cases.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import type { ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { consentStateOf, listingOf, openPointsOfListed } from '#server/work/consents/listed.ts';
import { presentMergedFrom } from '#server/work/consents/merged-from.ts';
import { refuseTheatreDays, theatreRefused } from './theatre-days.ts';

/**
 * The cases that are listed between two days.
 *
 * @throws Refused INVALID for days that are out of order, too many days, or too many cases
 */
export async function readTheatreList(context: ListContext, filter: TheatreFilter): Promise<TheatreCase[]> {
  return (await readTheatreRows(context, filter)).map((row) => presentTheatreCase(row, context.deps));
}

type ListContext = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps'>;

/** As {@link readTheatreList}, before the cases are put into the shape of the wire. */
export async function readTheatreRows(
  { db, actor }: ListContext,
  { startDate, endDate, clinician, listType }: TheatreFilter,
): Promise<TheatreRow[]> {
  refuseTheatreDays(startDate, endDate);
  const filter = { from: startDate, to: endDate, listType, clinicianId: clinician };
  const rows = await theatreCases(db, caseVisibility(actor), filter, THEATRE_CASES_MOST);
  if (rows.length > THEATRE_CASES_MOST)
    throw theatreRefused(`More than ${THEATRE_CASES_MOST} cases are listed. Choose fewer days, or one list.`);
  return rows;
}

/** A case on a theatre list, with its light now and, where its day is still to come, on that day. */
export function presentTheatreCase(row: TheatreRow, at: ConfirmDeps): TheatreCase {
  const listed = listingOf(row);
  if (listed === null) throw new Error('a case on no list');
  const patient = presentPatient(row.patient);
  return {
    patient: { ...shownPatientOf(patient), id: patient.id, recordID: patient.recordID, status: patient.status },
    mergedFrom: presentMergedFrom(row.mergedFrom),
    recordID: row.id,
    caseNumber: shownCaseNumber(row.number),
    consentID: row.in_force_consent_id ?? row.current_consent_id,
    ...listed,
    clinician: { _id: row.surgeon_id, name: row.surgeon_name },
    signedAt: row.signed_at,
    ended: row.ended,
    ...theatreLight(row, at),
    onDay: onDay(row, listed.date, at),
    ...listedContentOf(row),
    openPoints: openPointsIn(row),
  };
}

type Shown = Pick<TheatreCase, 'procedure' | 'side' | 'procedures' | 'refusals' | 'interpreter'>;

/** The content of a version as a list shows it, and the patient's need of an interpreter where there is no version. */
export function listedContentOf({ shown, patient }: Pick<TheatreRow, 'shown' | 'patient'>): Shown {
  const procedures = shown?.procedures ?? [];
  const sides = new Set(procedures.map(({ side }) => side));
  return {
    procedure: procedures.map(({ procedureName }) => procedureName).join(' + '),
    side: sides.size === 1 ? ([...sides][0] ?? null) : null,
    procedures: procedures.map(({ procedureName, side, site }) => ({ procedureName, side, site })),
    refusals: shown === null ? [] : refusalLines(shown),
    interpreter: interpreterOf({ shown, patient }),
  };
}

function theatreLight(row: TheatreRow, at: ConfirmDeps): Light {
  const { signed_at: signedAt } = row;
  return lightOf({
    ...consentStateOf(row, at),
    ...(signedAt === null ? {} : { age: ageInDays(signedAt, at.clock(), at.settings.timeZone) }),
  });
}

/** The light at noon of a day that is still to come; null for today and earlier. */
function onDay(row: TheatreRow, date: string, at: ConfirmDeps): Light | null {
  const now = at.clock();
  if (date <= localDate(now, at.settings.timeZone)) return null;
  const noon = Date.parse(date) + DAY / 2;
  return theatreLight(row, { ...at, clock: () => noon });
}

/** In words. */
function openPointsIn(row: TheatreRow): string[] {
  const { shown, in_force_consent_id: inForceID } = row;
  const isSigned = inForceID !== null;
  const points = isSigned ? openPointsOfListed(row) : shown === null ? [] : openPointsOf(shown);
  return openPointsNow(points, { isSigned }).map(openPointWords);
}

function interpreterOf({ shown, patient }: Pick<TheatreRow, 'shown' | 'patient'>): TheatreCase['interpreter'] {
  const { communication } = presentPatient(patient);
  const interpreter = shown?.interpreter ?? null;
  const reason = shown?.interpreterNoneReason ?? '';
  return {
    needed:
      shown === null
        ? communication.interpreterNeeded
        : isInterpreted(shown) || (communication.interpreterNeeded && !hasInk(reason)),
    language: interpreter?.language ?? languageName(communication.language),
    named: isInterpreterNamed({ interpreter }),
  };
}
