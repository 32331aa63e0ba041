import { onlyOneNamed } from '#domain/values/same-identity.ts';
import type { ConsentOrigin, ImportedSigner } from '#domain/consents/consent-origin.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { EMPTY_CONTENT } from '#domain/consents/consent-fields.ts';
import { importDigest } from '#domain/integrity/import-digest.ts';
import { sha256Hex } from '#server/sha256.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, Side } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { fullName, holdersOf } from '#server/data/accounts/users.ts';
import { insertRows } from '#server/data/patients/bulk-rows.ts';
import { CASE_NUMBERS, nextNumbers } from '#server/data/patients/counters.ts';
import { insertTimelines } from '#server/data/imports/bulk-timelines.ts';
import type { LibraryLine } from '#server/data/imports/imported-consents.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { staffAuthor } from '#server/work/cases/event-by.ts';
import { nearNoon } from '#server/work/paper/paper-day.ts';
import { ROWS_PER_STATEMENT } from '#server/data/imports/import-records.ts';
import type { CheckedFile, CheckedRow } from './check-consents.ts';
import type { NoteProgress } from './read-table.ts';
import { FORMS } from '#domain/forms/form-rules.ts';

/** States with a time of signing; of the others the day on the paper is no signature. */
const WAS_SIGNED: ReadonlySet<CaseStatus> = new Set<CaseStatus>(['SIGNED', 'WITHDRAWN', 'VOIDED']);

export type WrittenConsent = { readonly row: number; readonly recordID: string; readonly consentID: string };

/** A row without a fault, with all that it becomes. Times are ISO. */
type NewConsent = WrittenConsent & {
  readonly patientID: string;
  readonly clinicianID: string;
  readonly status: CaseStatus;
  readonly formType: string;
  readonly signedAt: string | null;
  readonly content: DraftRowContent;
  readonly origin: ConsentOrigin;
  readonly signers: readonly ImportedSigner[];
};

/** Creates a case with one version of each row, in the caller's transaction. @param file - of rows without a fault */
export async function writeConsents(
  context: Context<StaffActor>,
  { checked, file: { digest } }: CheckedFile,
  note: NoteProgress,
): Promise<WrittenConsent[]> {
  const { db, actor, deps } = context;
  const { organisationId } = actor;
  const clinicians = await cliniciansOf(context, checked);
  const written: WrittenConsent[] = [];
  for (let from = 0; from < checked.length; from += ROWS_PER_STATEMENT) {
    note('WRITING', from, checked.length);
    const made = checked.slice(from, from + ROWS_PER_STATEMENT).map((row) => newConsent(context, { row, digest, clinicians }));
    const counter = { root: deps.database.db, organisationId, name: CASE_NUMBERS };
    const numbers = await nextNumbers(db, counter, made.length);
    await insertRows(
      db,
      'cases',
      made.map((each, at) => ({ ...caseRow(each, context), number: numbers[at] })),
    );
    await insertRows(
      db,
      'consents',
      made.map((each) => consentRow(each, context)),
    );
    await insertTimelines(
      db,
      { organisationId, chainKey: deps.chainKey },
      await Promise.all(made.map(async (each) => ({ caseId: each.recordID, events: await eventsOf(each, context) }))),
    );
    written.push(...made.map(({ row, recordID, consentID }) => ({ row, recordID, consentID })));
  }
  return written;
}

/** Permissions of the clinicians of imported consents: a referrer of the same name would see what they may not. */
const CLINICIANS = ['consents.sign', 'consents.send'] as const;

/** Clinicians by their names in the file: where one name is that of two, it is nobody's. */
async function cliniciansOf({ db, actor, deps }: Context<StaffActor>, rows: readonly CheckedRow[]): Promise<ClinicianNamed> {
  if (rows.every(({ value }) => value.clinicianName === undefined)) return () => undefined;
  const clinicians = await holdersOf(db, actor.organisationId, { permissions: CLINICIANS, today: todayOf(deps) });
  return onlyOneNamed(clinicians.map((row) => ({ id: row.id, name: fullName(row) })));
}

type ClinicianNamed = (name: string) => { readonly id: string } | undefined;

function newConsent(
  { actor, deps, now }: Context<StaffActor>,
  { row: checked, digest, clinicians }: { row: CheckedRow; digest: string; clinicians: ClinicianNamed },
): NewConsent {
  const { row, value, patient, procedure, side, day } = checked;
  const formType = FORM_TYPES.find((each) => each === value.formType);
  if (patient === null || procedure === null || side === null || formType === undefined) throw new Error('A row with a fault');
  // Readings of a row without a fault are the values of these fields.
  const status = value.status as CaseStatus;
  const at = momentOf(value.signedAt, { now, timeZone: deps.settings.timeZone });
  const signedAt = WAS_SIGNED.has(status) ? at : null;
  const { clinicianName, signerName, externalID, note } = value;
  const role = SIGNER_ROLES.find((each) => each === value.signerRole) ?? FORMS[formType].impliedSigner;
  return {
    row,
    recordID: deps.newId(),
    consentID: deps.newId(),
    patientID: patient.id,
    clinicianID: (clinicianName === undefined ? undefined : clinicians(clinicianName)?.id) ?? actor.userId,
    status,
    formType,
    signedAt,
    content: { ...EMPTY_CONTENT, procedures: [procedureOf(procedure, side)], additionalChoices: [], refusals: [] },
    origin: {
      kind: 'IMPORT',
      digest,
      row,
      at: now,
      by: actor.name,
      day,
      ...(externalID === undefined ? {} : { externalID }),
      ...(note === undefined ? {} : { note }),
    },
    signers: [
      ...(signerName === undefined ? [] : [{ role, name: signerName, signedAt }]),
      ...(clinicianName === undefined ? [] : [{ role: 'CLINICIAN' as const, name: clinicianName, signedAt }]),
    ],
  };
}

/** The moment of signing; of a day alone one near its noon, which has passed. */
function momentOf(signedAt: string | undefined, { now, timeZone }: { now: string; timeZone: string }): string | null {
  if (signedAt === undefined) return null;
  if (!isPlainDate(signedAt)) return signedAt;
  return new Date(Math.min(nearNoon(signedAt, timeZone), Date.parse(now))).toISOString();
}

/** A procedure by its name alone: what the form on paper says of benefits and risks is not known here. */
function procedureOf(
  { procedureID, version, procedureName, procedureAcronym, sideRequired }: LibraryLine,
  side: Side,
): ConsentProcedure {
  return {
    procedureID,
    libraryVersion: version,
    procedureName,
    procedureDescription: '',
    procedureAcronym,
    sideRequired,
    side,
    site: '',
    benefits: [],
    risks: [],
    removedRisks: [],
    alternatives: [],
    personalRisks: [],
    anaesthetic: [],
  };
}

function caseRow({ recordID, consentID, patientID, clinicianID, status }: NewConsent, { actor, now }: Context<StaffActor>) {
  return {
    organisation_id: actor.organisationId,
    id: recordID,
    patient_id: patientID,
    clinician_id: clinicianID,
    status,
    current_consent_id: consentID,
    in_force_consent_id: status === 'SIGNED' ? consentID : null,
    former_operators: [],
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

function consentRow(
  { recordID, consentID, clinicianID, status, formType, signedAt, content, origin, signers }: NewConsent,
  { actor, now }: Context<StaffActor>,
) {
  return {
    organisation_id: actor.organisationId,
    id: consentID,
    case_id: recordID,
    version_number: 1,
    form_type: formType,
    status,
    seal_state: 'NONE',
    content,
    old_procedures: [],
    origin,
    imported_signers: signers,
    // Without a kind it would have ended because a newer one was signed.
    void_kind: status === 'VOIDED' ? 'OTHER' : null,
    active_tab: 0,
    clinician_id: clinicianID,
    version: 1,
    created_at: now,
    updated_at: now,
    signed_at: signedAt,
  };
}

async function eventsOf(
  { recordID: _, consentID, patientID, status, formType, signedAt, content, origin, signers }: NewConsent,
  { actor, deps, now }: Context<StaffActor>,
) {
  const [procedure] = content.procedures;
  const detail: TimelineEvent['detail'] = {
    status,
    formType,
    procedure: procedure?.procedureName ?? '',
    side: procedure?.side ?? '',
    signedAt,
    signedDay: origin.day,
    fileDigest: origin.digest,
    importDigest: await importDigest({ formType, procedures: content.procedures, origin, signers }, sha256Hex),
    row: origin.row,
    ...(origin.externalID === undefined ? {} : { externalID: origin.externalID }),
  };
  const common = { at: now, actor: staffAuthor(actor), versionId: consentID };
  return [
    { ...common, id: deps.newId(), type: 'CASE_CREATED' as const, detail: { patientID } },
    { ...common, id: deps.newId(), type: 'CONSENT_IMPORTED' as const, detail },
  ];
}
