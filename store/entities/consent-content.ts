import type { Consent } from '#contract/shapes/record-shapes.ts';
import { missingIn } from '#domain/consents/completeness.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { IMPLIED_CHOICES, type ConsentProcedure } from '#domain/consents/consent.ts';
import type { ConsentContent } from '#domain/consents/consent-content.ts';
import { detailsOfChoices } from '#domain/consents/choice-details.ts';
import { ConsentProcedureDraft, ContentFields } from '#domain/consents/consent-fields.ts';
import { plannedOrUsual } from '#domain/consents/planned-procedure.ts';
import { pairProcedures } from '#domain/library/procedure-pairs.ts';
import { sectionsAtVersion, withSections } from '#domain/library/procedure-sections.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Family } from '#domain/family/family.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import * as v from 'valibot';
import type { DraftFields, LocalConsent } from './types.ts';
import type { LocalLibrary } from './library.ts';

/** The content as the server will have it once everything is sent: its copy with the local draft laid over, procedures filled in. */
export function contentOf({ server, draft, formType }: LocalConsent, library: LocalLibrary): ConsentContent {
  const parsed = v.parse(DraftContent, draft);
  const before = server?.procedures ?? [];
  return {
    formType,
    procedures:
      parsed.procedures === undefined ? before : filledIn(parsed.procedures, before, library).map((each) => each.procedure),
    templateID: parsed.templateID ?? server?.templateID ?? null,
    clinicianStatement:
      parsed.clinicianStatement === undefined ? (server?.clinicianStatement ?? null) : parsed.clinicianStatement,
    mattersToMe: parsed.mattersToMe ?? server?.mattersToMe ?? '',
    ...choicesOf(parsed, server),
    latinNames: parsed.latinNames ?? server?.latinNames,
    refusals: parsed.refusals ?? server?.refusals ?? [],
    interpreter: parsed.interpreter === undefined ? (server?.interpreter ?? null) : parsed.interpreter,
    interpreterNeeded: parsed.interpreterNeeded === undefined ? (server?.interpreterNeeded ?? null) : parsed.interpreterNeeded,
    interpreterNoneReason: parsed.interpreterNoneReason ?? server?.interpreterNoneReason ?? '',
    ...familyOf(parsed, server),
    capacity: parsed.capacity === undefined ? (server?.capacity ?? null) : parsed.capacity,
  };
}

// As the server has them: details stay with their choices where a call names none.
function choicesOf(parsed: v.InferOutput<typeof DraftContent>, server: Consent | null) {
  const additionalChoices = parsed.additionalChoices ?? server?.additionalChoices ?? IMPLIED_CHOICES;
  const choiceDetails = detailsOfChoices({ additionalChoices, choiceDetails: parsed.choiceDetails ?? server?.choiceDetails });
  return { additionalChoices, choiceDetails };
}

// Copies of earlier builds lack the family's part. The server sets the time and the name of an outcome; signers see neither.
function familyOf(parsed: v.InferOutput<typeof DraftContent>, server: Consent | null): Family {
  const { disagreement } = parsed;
  return {
    basis: parsed.basis === undefined ? (server?.basis ?? null) : parsed.basis,
    parents: (parsed.parents === undefined ? server?.parents : parsed.parents) ?? [],
    lookedAfter: parsed.lookedAfter === undefined ? (server?.lookedAfter ?? null) : parsed.lookedAfter,
    needsAllAdults: (parsed.needsAllAdults === undefined ? server?.needsAllAdults : parsed.needsAllAdults) ?? false,
    child: parsed.child === undefined ? (server?.child ?? null) : parsed.child,
    disagreement:
      disagreement === undefined ? (server?.disagreement ?? null) : disagreement && { ...disagreement, recordedBy: '', at: '' },
  };
}

/** Whether this device has each procedure's library text in exactly the version that the draft names, as the server fills it in. */
export function hasAllLibraryText({ server, draft }: LocalConsent, library: LocalLibrary): boolean {
  const { procedures = [] } = v.parse(DraftContent, draft);
  return filledIn(procedures, server?.procedures ?? [], library).every(({ isExact }) => isExact);
}

/** The fields of a patient that the rules of completeness read. */
export type PatientToCheck = Pick<Patient, 'communication' | 'dateOfBirth' | 'firstName' | 'lastName'>;

/** The patient's facts on which the rules of a form depend. @param today - plain date of the act */
export function aboutPatient(patient: PatientToCheck, today: string) {
  return { patientName: spokenName(patient), age: ageOn(patient.dateOfBirth, today), today };
}

/** The moment on which a form is judged: plain date where the organisation is, and ISO. */
export type MomentOfAct = { readonly today: string; readonly now: string };

/**
 * Missing parts that keep a draft from being sent, judged by this device's copy of the library.
 *
 * @param clinicianName - of the clinician who will sign; absent where not known yet
 */
export function missingLocally(
  content: ConsentContent,
  patient: PatientToCheck,
  { library, today, now, clinicianName = '' }: { readonly library: LocalLibrary; readonly clinicianName?: string } & MomentOfAct,
): Missing[] {
  const retired = content.procedures.flatMap(({ procedureID, procedureName }, at) =>
    library.isInUse(procedureID)
      ? []
      : [
          {
            path: `procedures.${at}.procedureID`,
            message: `${procedureName} is no longer in use: choose another procedure`,
            step: 'procedure' as const,
          },
        ],
  );
  const pinned = (id: string) =>
    library.entry(id, content.procedures.find(({ procedureID }) => procedureID === id)?.libraryVersion);
  const missing = missingIn(
    { ...content, interpreting: content, family: content },
    {
      ...aboutPatient(patient, today),
      now,
      clinicianName,
      interpreterNeeded: patient.communication.interpreterNeeded,
      coreRisks: (id) => pinned(id)?.risks.filter(({ core }) => core) ?? [],
      // An entry that is not cached passes: the server checks it when the call arrives.
      formTypesOf: (id) => (pinned(id) ?? library.entry(id))?.formTypes ?? [content.formType],
    },
  );
  return [...retired, ...missing];
}

/** A procedure of the server's copy in a call's shape: without the fields that the library fills in, and with a list of sections. */
export function withoutLibraryText(procedure: ConsentProcedure): DraftedProcedure {
  const { procedureName: _n, procedureDescription: _d, procedureAcronym: _a, sideRequired: _s, ...drafted } = procedure;
  return { ...drafted, sections: drafted.sections ?? [] };
}

/** Fields of a draft as a local row stores them: trimmed, with defaults. Empty when one of them does not fit its schema. */
export function normalizeDraft(fields: DraftFields): Readonly<Record<string, unknown>> {
  const parsed = v.safeParse(DraftContent, fields);
  return parsed.success ? parsed.output : {};
}

type DraftedProcedure = Omit<ConsentProcedure, LibraryFields> & Required<Pick<ConsentProcedureDraft, 'sections'>>;
type LibraryFields = 'procedureName' | 'procedureDescription' | 'procedureAcronym' | 'sideRequired';
const DraftContent = v.object(ContentFields);

type FilledProcedure = { readonly procedure: ConsentProcedure; readonly isExact: boolean };

// Fields that a draft leaves out come from the library, at the version that it names: the server fills in the same.
function filledIn(
  drafts: readonly ConsentProcedureDraft[],
  before: readonly ConsentProcedure[],
  library: LocalLibrary,
): FilledProcedure[] {
  const { pairs } = pairProcedures(before, drafts);
  return drafts.map((draft, at) => {
    // Another side of a procedure that the form has stays at its version.
    const former = pairs[at] ?? before.find(({ procedureID }) => procedureID === draft.procedureID);
    return fillFromLibrary(draft, { former, onForm: pairs[at] }, library);
  });
}

type Before = {
  /** the same procedure, at whichever side */
  readonly former: ConsentProcedure | undefined;
  /** the entry that this one was */
  readonly onForm: ConsentProcedure | undefined;
};

function fillFromLibrary(draft: ConsentProcedureDraft, { former, onForm }: Before, library: LocalLibrary): FilledProcedure {
  const { procedureID } = draft;
  const version = draft.libraryVersion ?? former?.libraryVersion;
  const exact = library.entry(procedureID, version) ?? (former?.libraryVersion === version ? former : undefined);
  const text = exact ?? former ?? library.entry(procedureID);
  const sections = draft.sections ?? unnamedSections({ procedureID, version }, onForm, library);
  return {
    isExact: exact !== undefined && sections !== undefined,
    procedure: withSections(
      {
        procedureID,
        libraryVersion: version ?? versionOf(text),
        procedureName: text?.procedureName ?? 'A procedure that is not on this tablet',
        procedureDescription: text?.procedureDescription ?? '',
        procedureAcronym: text?.procedureAcronym ?? '',
        sideRequired: text?.sideRequired ?? false,
        side: draft.side,
        ...plannedOrUsual(draft),
        // The library, not the form's former text, fills in what the draft leaves out.
        benefits: draft.benefits ?? text?.benefits ?? [],
        risks: draft.risks ?? text?.risks ?? [],
        removedRisks: draft.removedRisks,
        alternatives: draft.alternatives ?? text?.alternatives ?? [],
        personalRisks: draft.personalRisks,
      },
      sections ?? text?.sections ?? [],
    ),
  };
}

/** The sections of a draft that names none, as the server has them: it takes none away. Undefined where a text is not on this device. */
function unnamedSections(
  { procedureID, version }: { readonly procedureID: string; readonly version: number | undefined },
  onForm: ConsentProcedure | undefined,
  library: LocalLibrary,
): readonly StoredSection[] | undefined {
  if (onForm !== undefined && onForm.libraryVersion === version) return onForm.sections ?? [];
  const now = sectionsHere(library.entry(procedureID, version));
  if (onForm === undefined || now === undefined) return now;
  const before = sectionsHere(library.entry(procedureID, onForm.libraryVersion));
  return before && sectionsAtVersion(onForm.sections ?? [], { before, now });
}

// A copy from a build before sections lacks their fields (translations among them), so that its sections are unknown, not empty.
function sectionsHere(entry: Procedure | undefined): readonly StoredSection[] | undefined {
  return entry?.translations === undefined ? undefined : entry.sections;
}

function versionOf(text: { readonly version: number } | { readonly libraryVersion: number } | undefined): number {
  if (text === undefined) return 0;
  return 'version' in text ? text.version : text.libraryVersion;
}
