import type { Input } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { STARTER_CHOICES, type ConsentProcedure } from '#domain/consents/consent.ts';
import { detailsOfChoices } from '#domain/consents/choice-details.ts';
import type { ConsentContent } from '#domain/consents/consent-content.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { hasInk } from '#domain/values/ink.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { Patient } from '#domain/patients/patient.ts';

/** A clinician's content of one version before it is sent. Immutable: each edit makes a new draft. */
export type Draft = ConsentContent;

/** The parts of a draft that are saved and merged as one, with their labels. */
export const PARTS = {
  form: { words: 'type of form and template', fields: ['formType', 'templateID'] },
  procedures: { words: 'procedures, risks, benefits and alternatives', fields: ['procedures'] },
  matters: { words: 'what matters to the patient', fields: ['mattersToMe'] },
  choices: { words: 'additional choices', fields: ['additionalChoices', 'choiceDetails'] },
  refusals: { words: 'refusals', fields: ['refusals'] },
  latinNames: { words: 'names in Latin letters', fields: ['latinNames'] },
  interpreting: { words: 'interpreter', fields: ['interpreterNeeded', 'interpreter', 'interpreterNoneReason'] },
  family: { words: 'family', fields: ['basis', 'parents', 'lookedAfter', 'needsAllAdults', 'disagreement'] },
  child: { words: 'the child’s own part', fields: ['child'] },
  capacity: { words: 'decision for somebody who cannot decide', fields: ['capacity'] },
  statement: { words: 'clinician’s statement', fields: ['clinicianStatement'] },
} as const satisfies Record<string, { words: string; fields: readonly (keyof Draft)[] }>;
export type Part = keyof typeof PARTS;
// Object.keys returns string; these are the keys of the table above.
const ALL_PARTS = Object.keys(PARTS) as Part[];

/**
 * A draft with nothing chosen but a form; the starter choices are included unanswered.
 *
 * @param interpreterNeeded - as the patient's record says; null where that is not known
 * @param formType - the one with which a consent of the patient's age starts
 */
export function newDraft(interpreterNeeded: boolean | null = null, formType: Draft['formType'] = 'FORM_1'): Draft {
  return {
    formType,
    templateID: null,
    procedures: [],
    mattersToMe: '',
    additionalChoices: STARTER_CHOICES,
    refusals: [],
    interpreter: null,
    interpreterNeeded,
    interpreterNoneReason: '',
    ...EMPTY_FAMILY,
    capacity: null,
    clinicianStatement: null,
  };
}

/** The draft with which a patient's first version starts. @param forms - those of the patient's age */
export function draftFor({ communication }: Pick<Patient, 'communication'>, forms: readonly FormType[]): Draft {
  return newDraft(communication.interpreterNeeded, forms[0]);
}

/** The draft that the server has. */
export function draftOf(consent: Consent): Draft {
  const { formType, templateID, procedures, mattersToMe, additionalChoices, refusals, clinicianStatement } = consent;
  const { interpreter, interpreterNeeded, interpreterNoneReason, choiceDetails, latinNames } = consent;
  // Copies of earlier builds lack the family's part.
  const {
    basis = null,
    parents,
    lookedAfter = null,
    needsAllAdults,
    disagreement = null,
    child = null,
    capacity = null,
  } = consent;
  return {
    formType,
    templateID,
    procedures,
    mattersToMe,
    additionalChoices,
    ...(choiceDetails === undefined ? {} : { choiceDetails }),
    ...(latinNames === undefined ? {} : { latinNames }),
    refusals,
    clinicianStatement,
    interpreter,
    interpreterNeeded,
    interpreterNoneReason,
    basis,
    parents: parents ?? [],
    lookedAfter,
    needsAllAdults: needsAllAdults ?? false,
    // The server sets the author and the time of an outcome: drafts are compared without them.
    disagreement: disagreement && { ...disagreement, recordedBy: '', at: '' },
    child,
    capacity,
  };
}

/** The parts in which two drafts differ; a draft that does not exist yet differs in all. */
export function changedParts(base: Draft | null, mine: Draft): Part[] {
  return base === null ? ALL_PARTS : ALL_PARTS.filter((part) => !isSamePart(part, base, mine));
}

/**
 * Rebases mine onto theirs: each part that I have changed since `base` is mine, all else is theirs. `both` names the parts that
 * both sides have changed to different values, so that no change is dropped silently.
 */
export function rebase({ base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft }): { draft: Draft; both: Part[] } {
  const changed = changedParts(base, mine);
  const both = changed.filter((part) => !isSamePart(part, base, theirs) && !isSamePart(part, mine, theirs));
  const fields: readonly (keyof Draft)[] = changed.flatMap((part) => [...PARTS[part].fields]);
  return { draft: { ...theirs, ...pick(mine, fields) }, both };
}

/** All parts of a draft as consent/update takes them. */
export function wholeOf(draft: Draft): Fields {
  return fieldsOf(draft, ALL_PARTS);
}

/**
 * The parts that are never overwritten unseen: the subject of the consent. With them the other parts are saved only on the form
 * that the person saw.
 */
const GUARDED: readonly Part[] = ['form', 'procedures'];

/** These parts and the guarded ones, as the person saw them when editing. */
export function seenOf(draft: Draft, parts: readonly Part[]): Fields {
  return fieldsOf(draft, [...new Set([...GUARDED, ...parts])]);
}

type Fields = Omit<Input<'consentUpdate'>, 'consentID' | 'version' | 'activeTab'>;

/** The given parts as consent/update takes them. */
export function fieldsOf(draft: Draft, parts: readonly Part[]): Fields {
  const { procedures, additionalChoices, choiceDetails, latinNames, refusals, templateID } = draft;
  const whole: Fields = {
    formType: draft.formType,
    ...(templateID === null ? {} : { templateID }),
    procedures: procedures.map(procedureToSend),
    mattersToMe: draft.mattersToMe,
    additionalChoices: [...additionalChoices],
    // An absent list leaves those of the form, which are none until somebody writes some; an empty one takes them away.
    ...(choiceDetails === undefined ? {} : { choiceDetails: [...choiceDetails] }),
    ...(latinNames === undefined ? {} : { latinNames: [...latinNames] }),
    refusals: [...refusals],
    interpreterNeeded: draft.interpreterNeeded,
    interpreter: draft.interpreter,
    interpreterNoneReason: draft.interpreterNoneReason,
    basis: draft.basis,
    parents: draft.parents,
    lookedAfter: draft.lookedAfter,
    needsAllAdults: draft.needsAllAdults,
    disagreement: disagreementToSend(draft),
    child: draft.child,
    capacity: draft.capacity,
    clinicianStatement: draft.clinicianStatement,
  };
  const wanted: readonly string[] = parts.flatMap((part) => [...PARTS[part].fields]);
  return Object.fromEntries(Object.entries(whole).filter(([field]) => wanted.includes(field)));
}

function disagreementToSend({ disagreement }: Draft) {
  if (disagreement === null) return null;
  const { outcome, note, courtOrder } = disagreement;
  return { outcome, note, courtOrder };
}

// The library's texts of a procedure (its name and description) are filled in by the server.
function procedureToSend(procedure: ConsentProcedure) {
  const { procedureID, libraryVersion, side, site, benefits, risks, removedRisks, alternatives, personalRisks, sections } =
    procedure;
  // The server returns only anaesthetics that it accepted, which are the known ones; its type is plain text.
  const anaesthetic = procedure.anaesthetic as ('GENERAL' | 'REGIONAL' | 'LOCAL' | 'SEDATION' | 'NONE')[];
  return {
    procedureID,
    libraryVersion,
    side,
    site,
    benefits,
    risks,
    removedRisks,
    alternatives,
    personalRisks,
    anaesthetic,
    // An absent list would leave those of the form.
    sections: sections ?? [],
  };
}

function isSamePart(part: Part, one: Draft, other: Draft): boolean {
  const compared = (draft: Draft) => pick(asStored(draft, part), PARTS[part].fields);
  return isSameValue(compared(one), compared(other));
}

/** Lists that the server stores only where they hold something. */
function asStored(draft: Draft, part: Part): Draft {
  if (part === 'choices') return { ...draft, choiceDetails: detailsOfChoices(draft) };
  if (part !== 'latinNames') return draft;
  const latinNames = (draft.latinNames ?? []).filter(({ latin }) => hasInk(latin));
  return { ...draft, latinNames: latinNames.length === 0 ? undefined : latinNames };
}

function pick(draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
