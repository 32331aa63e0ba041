import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ConsentSummary, RecordSummary } from '#contract/shapes/record-summary.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { CaseSummary } from '#server/data/summaries/case-summaries.ts';
import { consentPartsByIds, type ConsentParts } from '#server/data/signing/consent-parts.ts';
import { templatesByIds } from '#server/data/library/library.ts';
import { presentPatient, type PatientRow } from '#server/data/patients/patients.ts';
import type { MergedFromRow, VersionSummaryRow } from '#server/data/summaries/summary-columns.ts';
import type { Db } from '#server/data/db.ts';
import { confirmStateOfRow, type ConfirmDeps } from './confirm-state.ts';
import { redactedPatients } from '#server/http/record-reason.ts';
import { consentView, operatorOfRow, type ConsentReader } from './consent-view.ts';
import { isHiddenFrom, isOfWrongPatient, readableTimelines, withoutContent, withoutOldProcedures } from './hidden-version.ts';
import { listingOf } from './listed.ts';
import { presentMergedFrom } from './merged-from.ts';
import { libraryFor } from './missing.ts';

type Reading = ConsentReader & { db: Db };

/** One version with all that this reader may see. @param timeline - of its case, where the caller has read it */
export async function viewConsent(reading: Reading, id: string, timeline?: TimelineEvent[]): Promise<Consent> {
  const { organisationId } = reading.actor;
  const found = await consentPartsByIds(reading.db, { organisationId, clinicianId: undefined }, [id]);
  const [view] = await viewConsents(reading, found, timeline && new Map(found.map((row) => [row.case_id, timeline])));
  if (view === undefined) throw new Error('a version that is gone');
  return view;
}

/**
 * Versions with all that this reader may see, in the order of `rows`; as many statements for one as for many.
 *
 * @param timelines - by case, where the caller has read them
 */
export async function viewConsents(
  { db, actor, deps }: Reading,
  rows: readonly ConsentParts[],
  timelines?: ReadonlyMap<string, TimelineEvent[]>,
): Promise<Consent[]> {
  const { organisationId } = actor;
  const unpinned = rows.filter(({ pinned }) => pinned === null);
  const templates = await templatesByIds(
    db,
    organisationId,
    unpinned.flatMap(({ content }) => content.templateID ?? []),
  );
  const library = await libraryFor(
    db,
    organisationId,
    rows.filter(({ status }) => status === 'DRAFT').map(({ content }) => content),
  );
  const caseIds = [...new Set(rows.map((row) => row.case_id))];
  const events = actor.kind === 'staff' ? (timelines ?? (await readableTimelines({ db, actor }, caseIds))) : undefined;
  // Few cases were opened so: mostly nothing is asked of the database.
  const withoutReason = rows.flatMap(({ without_reason_by: author, patient }) => (author === null ? [] : patient.id));
  const isStaff = actor.kind === 'staff' && withoutReason.length > 0;
  const redacted = isStaff ? await redactedPatients({ db, deps, actor }, withoutReason) : new Set<string>();
  const around = {
    actor,
    deps,
    redacted,
    library,
    templates: new Map(templates.map((template) => [template.id, template])),
  };
  return rows.map((row) => {
    const view = consentView(row, { ...around, timeline: events?.get(row.case_id) ?? [] });
    if (isHiddenFrom(actor, row)) return withoutContent(view);
    return isHiddenFrom(actor, { status: 'VOIDED', void_kind: row.previous_void_kind }) ? withoutOldProcedures(view) : view;
  });
}

/** The patient of a line, and the record that its case was opened for where that is merged since. */
type Whose = { readonly patient: PatientRow; readonly mergedFrom: MergedFromRow | null };

/** One version as a line of a list. */
export function presentVersion(row: VersionSummaryRow, { patient, mergedFrom }: Whose, at: ConfirmDeps): ConsentSummary {
  return {
    consentID: row.id,
    recordID: row.case_id,
    caseNumber: shownCaseNumber(row.case_number),
    versionNumber: row.version_number,
    formType: row.form_type,
    status: row.status,
    sealState: row.seal_state,
    confirmState: confirmStateOfRow(row, at),
    voidKind: row.void_kind,
    origin: row.origin,
    ended: row.ended,
    // Of another patient: a line of a list says that it was recorded in error, and no more.
    procedures: isOfWrongPatient(row) ? [] : row.procedures,
    activeTab: row.active_tab,
    patient: presentPatient(patient),
    mergedFrom: presentMergedFrom(mergedFrom),
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    waitingFor: row.waiting_for,
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** One case as a line of a list: its newest version that is not voided speaks for it. */
export function presentCase(row: CaseSummary, at: ConfirmDeps): RecordSummary {
  return {
    recordID: row.id,
    caseNumber: shownCaseNumber(row.number),
    status: row.status,
    currentConsentID: row.current_consent_id,
    inForceConsentID: row.in_force_consent_id,
    version: row.version,
    versions: row.versions,
    current: row.current === null ? null : presentVersion(row.current, row, at),
    ended: row.ended,
    listed: listingOf(row),
    operator: operatorOfRow(row),
    referral: row.referral,
    patient: presentPatient(row.patient),
    mergedFrom: presentMergedFrom(row.mergedFrom),
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
