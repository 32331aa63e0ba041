import type { Parsed } from '#contract/calls.ts';
import type { SafetyReport } from '#contract/safety/safety-reports.ts';
import { reportNumber } from '#domain/safety/safety-report.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { lockOrganisation } from '#server/data/accounts/organisations.ts';
import { caseById } from '#server/data/cases/cases.ts';
import { insertReport, lockReport, nextReportNumber, updateReport, type ReportRow } from '#server/data/safety/safety-reports.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import type { Settings } from '#server/settings.ts';
import { tellOfReport } from './tell-safety.ts';

/**
 * Writes a report down, with what is known of the device, and mails that there is one. The same id again is the same report. A case that the
 * reporter does not see is not named.
 */
export async function reportSafety(
  { id, recordID, context: said, ...fields }: Parsed<'safetyReport'>,
  { db, actor, deps, now, build, capture }: Context<StaffActor>,
): Promise<number> {
  const organisationId = actor.organisationId;
  // A report of a form that was lost names a case that is not there: it is taken without one.
  const isSeen = recordID !== undefined && (await caseById(db, caseVisibility(actor), recordID)) !== undefined;
  await lockOrganisation(db, organisationId);
  const before = await lockReport(db, { organisationId, id });
  if (before !== undefined) return before.number;
  const number = await nextReportNumber(db, organisationId);
  const context = { ...said, build: build ?? null, deviceID: actor.deviceId, settings: safetySettings(deps.settings) };
  await insertReport(db, {
    organisation_id: organisationId,
    id,
    number,
    at: capture.capturedAt ?? now,
    received_at: now,
    by_id: actor.userId,
    by_name: actor.name,
    ...fields,
    context,
    case_id: isSeen ? recordID : null,
    state: 'NEW',
  });
  await tellOfReport(db, deps, { organisation_id: organisationId, number, harm: fields.harm });
  return number;
}

/** The settings on which it depends what staff and patients are shown. */
function safetySettings({ confirmAfterDays, lapseAfterDays, linkDays, patientLanguages, breakGlass, timeZone }: Settings) {
  return { confirmAfterDays, lapseAfterDays, linkDays, patientLanguages, breakGlass, timeZone };
}

/**
 * Says that a report was seen, or closes it. One that is closed stays as its reporter reads it: a look at it changes nothing, and neither does the
 * same answer once more.
 *
 * @throws Refused NOT_FOUND; MOVE_REFUSED for another answer, or another hazard, after the first
 */
export async function settleReport(
  { id, state, hazard, answer }: Parsed<'safetyClose'>,
  { db, actor, now }: Context<StaffActor>,
): Promise<ReportRow> {
  const key = { organisationId: actor.organisationId, id };
  const before = await lockReport(db, key);
  if (before === undefined) throw new Refused('NOT_FOUND');
  if (before.state === 'CLOSED') {
    const isSame = (hazard ?? before.hazard) === before.hazard && (answer ?? before.answer) === before.answer;
    if (isSame) return before;
    throw moveRefused('REPORT_CLOSED');
  }
  const change = {
    state,
    hazard: hazard ?? before.hazard,
    answer: answer ?? before.answer,
    settled_at: now,
    settled_by: actor.userId,
    settled_name: actor.name,
  };
  await updateReport(db, key, change);
  return { ...before, ...change };
}

/** A report for those who look into it. */
export function presentReport(row: ReportRow): SafetyReport {
  return {
    ...presentOwnReport(row),
    receivedAt: row.received_at,
    by: row.by_name,
    harm: row.harm,
    words: row.words,
    context: row.context,
    recordID: row.case_id,
    hazard: row.hazard,
    settledBy: row.settled_name,
    settledAt: row.settled_at,
  };
}

/** A report for its reporter. */
export function presentOwnReport({ id, number, at, kind, state, answer }: ReportRow) {
  return { id, number: reportNumber(number), at, kind, state, answer };
}
