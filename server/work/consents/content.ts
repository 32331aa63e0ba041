import type { Fault } from '#domain/base/fault.ts';
import type { ChoicesOfForm } from '#domain/consents/choice-details.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { NameInLatin } from '#domain/forms/latin-names.ts';
import { needlessSide, plannedOrUsual, usualOf, type SitePlan } from '#domain/consents/planned-procedure.ts';
import { pairProcedures } from '#domain/library/procedure-pairs.ts';
import { withSections } from '#domain/library/procedure-sections.ts';
import type { ConsentProcedureDraft, ContentFields } from '#domain/consents/consent-fields.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import type { Child, GillickAssessment } from '#domain/family/child.ts';
import type { Disagreement, DisagreementDraft, Family } from '#domain/family/family.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { Parent } from '#domain/family/parent.ts';
import { hasInk } from '#domain/values/ink.ts';
import { Refused } from '#server/api-error.ts';
import { isUsable, procedureAt, servingProcedure, type ProcedureRow } from '#server/data/library/library.ts';
import { lastTemplate } from '#server/data/library/template-versions.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { Db } from '#server/data/db.ts';
import type { InferOutput } from 'valibot';
import { carriedSections } from './carried-sections.ts';
import { choicesOfDraft, choicesOfLibrary, type ChoicesOfDraft } from './library-choices.ts';
import { withSafetyOnForm } from './safety-of-form.ts';
import { doubledSections, foreignSections } from './section-authors.ts';

/** The account that entered the first assessment of a child; of a draft from before this was kept, its clinician. */
export function firstAssessorOf({ content, clinician_id }: Pick<ConsentRow, 'content' | 'clinician_id'>): string {
  return content.gillickBy ?? clinician_id;
}

/** The content fields of a call; absent fields stay as they were. */
export type ContentInput = { [K in keyof typeof ContentFields]?: InferOutput<(typeof ContentFields)[K]> | undefined };

type Change = {
  before: DraftRowContent;
  input: ContentInput;
  /** the caller, and the time of the call */
  by: { userId: string; name: string; at: string };
  /** A tablet queued the call: what it leaves out was shown, and may be signed, as empty. */
  isQueued?: boolean;
  /** of the form after the call */
  formType: FormType;
  /** of a patient whose contact details are protected: nobody is shown the emails of the adults */
  isProtected?: boolean;
};

/**
 * The content after a call: present fields replace the old values, and procedures are filled from the library at the version that
 * they name. Choices about safety that the form must show stay on it.
 *
 * @throws Refused INVALID naming each unknown procedure or template
 */
export async function changeContent(
  db: Db,
  organisationId: string,
  { before, input, by, formType, isQueued = false, isProtected = false }: Change,
): Promise<DraftRowContent> {
  const template = input.templateID === undefined ? undefined : await lastTemplate(db, { organisationId, id: input.templateID });
  if (input.templateID !== undefined && template === undefined)
    throw new Refused('INVALID', { fields: [{ path: 'templateID', message: 'This template does not exist' }] });
  const { procedures, rows } =
    input.procedures === undefined
      ? { procedures: before.procedures, rows: [] }
      : await fillProcedures(db, organisationId, {
          drafts: input.procedures,
          before: before.procedures,
          userId: by.userId,
          isQueued,
        });
  // A caller who names choices has them all; what a tablet queued was shown as it is.
  const isLeftToLibrary = input.additionalChoices === undefined && !isQueued;
  const form = isLeftToLibrary ? await choicesOfLibrary(db, organisationId, { before, procedures, rows, template }) : before;
  const content: DraftRowContent = {
    procedures,
    templateID: input.templateID ?? before.templateID,
    clinicianStatement: input.clinicianStatement === undefined ? before.clinicianStatement : input.clinicianStatement,
    mattersToMe: input.mattersToMe ?? before.mattersToMe,
    ...choicesOf(form, input),
    ...namesOf(input.latinNames ?? before.latinNames),
    refusals: input.refusals ?? before.refusals,
    interpreter: input.interpreter === undefined ? before.interpreter : input.interpreter,
    interpreterNeeded: input.interpreterNeeded === undefined ? before.interpreterNeeded : input.interpreterNeeded,
    interpreterNoneReason: input.interpreterNoneReason ?? before.interpreterNoneReason,
    ...familyOf({ before, input, by, isProtected }),
    ...firstAssessor({ before, input, by }),
    capacity: input.capacity === undefined ? before.capacity : input.capacity,
  };
  // A tablet may have had signed what it queued: the light says what is missing there.
  return isQueued ? content : withSafetyOnForm(db, organisationId, { content, formType });
}

/** Names in Latin letters as they are stored: without those that were emptied. */
function namesOf(names: readonly NameInLatin[] | undefined): Pick<DraftRowContent, 'latinNames'> {
  const latinNames = (names ?? []).filter(({ latin }) => hasInk(latin));
  return latinNames.length === 0 ? {} : { latinNames };
}

type ChoicesOfCall = { readonly [K in keyof ChoicesOfForm]?: ChoicesOfForm[K] | undefined };

/** The choices after a call: details stay with their choices where a caller does not know of any. */
function choicesOf(
  before: ChoicesOfForm,
  { additionalChoices = before.additionalChoices, choiceDetails = before.choiceDetails }: ChoicesOfCall,
): ChoicesOfDraft {
  return choicesOfDraft({ additionalChoices, choiceDetails });
}

/** The family's part after a call; who recorded the outcome of a disagreement, and when, are the server's. */
function familyOf({ before, input, by, isProtected }: Omit<Change, 'formType'>): Family {
  const { disagreement } = input;
  const isSame = disagreement != null && isSameValue(disagreement, outcomeOf(before.disagreement));
  return {
    basis: input.basis === undefined ? before.basis : input.basis,
    parents: input.parents === undefined ? before.parents : parentsOf(input.parents ?? [], isProtected ? before.parents : []),
    lookedAfter: input.lookedAfter === undefined ? before.lookedAfter : input.lookedAfter,
    needsAllAdults: input.needsAllAdults === undefined ? before.needsAllAdults : (input.needsAllAdults ?? false),
    child: input.child === undefined ? before.child : childOf(input.child, before.child),
    disagreement:
      disagreement === undefined || isSame
        ? before.disagreement
        : disagreement && { ...disagreement, recordedBy: by.name, at: by.at },
  };
}

/** The child's part of a call: the second assessment is the server's, and goes where the first one changes. */
function childOf(child: Child | null, before: Child | null): Child | null {
  if (child === null || child.gillick === null) return child;
  const gillick = isSameAssessment(child.gillick, before?.gillick ?? null) ? before?.gillick : firstOf(child.gillick);
  return { ...child, gillick: gillick ?? null };
}

/** The account that entered the first assessment, where this call changes it. */
function firstAssessor({ before, input, by }: Pick<Change, 'before' | 'input' | 'by'>): Pick<DraftRowContent, 'gillickBy'> {
  const gillick = input.child?.gillick ?? null;
  const isNew = gillick !== null && !isSameAssessment(gillick, before.child?.gillick ?? null);
  const gillickBy = isNew ? by.userId : before.gillickBy;
  return gillickBy === undefined ? {} : { gillickBy };
}

function isSameAssessment(one: GillickAssessment, other: GillickAssessment | null): boolean {
  return other !== null && isSameValue(firstOf(one), firstOf(other));
}

function firstOf({ second: _, ...first }: GillickAssessment): GillickAssessment {
  return first;
}

/** The adults of a call; an email that is hidden comes back empty, and stays stored. */
function parentsOf(parents: Parent[], hidden: readonly Parent[]): Parent[] {
  const emails = new Map(hidden.map(({ id, emailAddress }) => [id, emailAddress]));
  return parents.map((each) => ({ ...each, emailAddress: each.emailAddress ?? emails.get(each.id) ?? null }));
}

function outcomeOf(disagreement: Disagreement | null): DisagreementDraft | null {
  if (disagreement === null) return null;
  const { outcome, note, courtOrder } = disagreement;
  return { outcome, note, courtOrder };
}

type Filling = {
  drafts: readonly ConsentProcedureDraft[];
  before: readonly ConsentProcedure[];
  userId: string;
  isQueued: boolean;
};

/** The procedures of a call, and the texts of the library that they are filled from. */
async function fillProcedures(
  db: Db,
  organisationId: string,
  filling: Filling,
): Promise<{ procedures: ConsentProcedure[]; rows: ProcedureRow[] }> {
  const { drafts, before, userId, isQueued } = filling;
  const faults: Fault[] = [];
  const library = new Map<number, ProcedureRow>();
  const { pairs } = pairProcedures(before, drafts);
  for (const [at, draft] of drafts.entries()) {
    // Another side of a procedure that the form has stays at its version.
    const existing = pairs[at] ?? before.find(({ procedureID }) => procedureID === draft.procedureID);
    const version = draft.libraryVersion ?? existing?.libraryVersion;
    const row = await procedureAt(db, organisationId, { id: draft.procedureID, version });
    const path = `procedures.${at}.procedureID`;
    if (row === undefined) faults.push({ path, message: 'This procedure is not in the library' });
    else if (!(await mayBeChosen(db, row, existing)))
      faults.push({ path, message: 'This procedure is not in use: choose an active one' });
    else library.set(at, row);
    // A tablet of before may have had it signed.
    const needless = row === undefined || isQueued ? null : needlessSide({ ...row.fields, side: draft.side });
    if (needless !== null) faults.push({ path: `procedures.${at}.side`, message: needless });
  }
  const planned = drafts.map((draft, at) => ({
    ...draft,
    ...plannedOrUsual(draft, isQueued ? {} : (pairs[at] ?? usualOf(library.get(at)?.fields))),
  }));
  const selections = planned.map(({ procedureID, side, site }) => `${procedureID} ${side ?? ''} ${site}`);
  if (new Set(selections).size < selections.length)
    faults.push({ path: 'procedures', message: 'The same procedure is listed twice' });
  const carried = await carriedSections(db, organisationId, { before, rows: [...library.values()] });
  faults.push(...doubledSections(drafts));
  faults.push(...(await foreignSections(db, { drafts, before, library, carried, owner: { organisationId, userId } })));
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  const procedures = planned.flatMap((draft, at) => {
    const row = library.get(at);
    if (row === undefined) return [];
    const existing = pairs[at];
    // A caller who does not know of sections takes none away.
    const unnamed = existing === undefined ? row.fields.sections : carried(existing, row);
    return [withSections(filledIn(draft, row), draft.sections ?? unnamed)];
  });
  return { procedures, rows: [...library.values()] };
}

function filledIn(
  draft: Omit<ConsentProcedureDraft, keyof SitePlan> & SitePlan,
  { id, version, fields }: ProcedureRow,
): ConsentProcedure {
  return {
    procedureID: id,
    libraryVersion: version,
    procedureName: fields.procedureName,
    procedureDescription: fields.procedureDescription,
    procedureAcronym: fields.procedureAcronym,
    sideRequired: fields.sideRequired,
    side: draft.side,
    site: draft.site,
    benefits: draft.benefits ?? fields.benefits,
    risks: draft.risks ?? fields.risks,
    removedRisks: draft.removedRisks,
    alternatives: draft.alternatives ?? fields.alternatives,
    personalRisks: draft.personalRisks,
    anaesthetic: draft.anaesthetic,
  };
}

/** A procedure that a draft has stays as it is; another one is at a version that is or was in use, of a procedure that is in use. */
async function mayBeChosen(db: Db, row: ProcedureRow, existing: ConsentProcedure | undefined): Promise<boolean> {
  if (existing?.libraryVersion === row.version || row.status === 'ACTIVE') return true;
  return isUsable(row) && (existing !== undefined || (await servingProcedure(db, row.organisation_id, row.id)) !== undefined);
}
