import * as v from 'valibot';
import { CapacityFields } from '#domain/capacity/capacity.ts';
import { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { AdditionalChoice, CHOICES_MOST, ClinicianStatement, InterpretingFields, list, RemovedRisk } from './consent.ts';
import { NamesInLatin } from '#domain/forms/latin-names.ts';
import { EMPTY_FAMILY, FamilyFields } from '#domain/family/family.ts';
import { Section, SECTIONS_MOST } from '#domain/library/procedure-sections.ts';
import { Alternative, ALTERNATIVES_MOST, Anaesthetics, Benefit, Risk, SITE_MOST } from '#domain/library/procedure-parts.ts';
import { SIDES } from '#domain/base/states.ts';
import { Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';

/** Procedures of one form [choice]. */
export const FORM_PROCEDURES_MOST = 10;
/** Things that the patient of one form refuses [choice]. */
export const REFUSALS_MOST = 30;
/** Characters of one of them [choice]. */
export const REFUSAL_MOST = 300;

/**
 * One procedure as a clinician chooses it. Benefits, risks and alternatives that are left out are the library's;
 * `libraryVersion` left out is the library's present one. Site, anaesthetic and sections that are left out stay as they are on the form,
 * and are the library's of a procedure that is new on it. A side is taken only where the library asks for one.
 */
export const ConsentProcedureDraft = v.strictObject({
  procedureID: Uuid,
  libraryVersion: v.optional(v.pipe(v.number('The Library version must be a number'), v.integer(), v.minValue(1))),
  side: v.optional(v.nullable(v.picklist(SIDES, `The Side must be one of ${SIDES.join(', ')}`)), null),
  site: v.optional(SingleLine({ label: 'Site', most: SITE_MOST })),
  benefits: v.optional(list(Benefit)),
  risks: v.optional(list(Risk)),
  removedRisks: v.optional(list(RemovedRisk), []),
  alternatives: v.optional(list(Alternative, ALTERNATIVES_MOST)),
  personalRisks: v.optional(list(Risk), []),
  anaesthetic: v.optional(Anaesthetics),
  /** the library's, and those of one clinician */
  sections: v.optional(list(Section, 2 * SECTIONS_MOST)),
});
export type ConsentProcedureDraft = v.InferOutput<typeof ConsentProcedureDraft>;

/** The fields of one version that are written before it is sent; all may be absent while it is a draft. */
export const ContentFields = {
  procedures: v.optional(list(ConsentProcedureDraft, FORM_PROCEDURES_MOST)),
  templateID: v.optional(Uuid),
  clinicianStatement: v.optional(v.nullable(ClinicianStatement)),
  mattersToMe: v.optional(Prose({ label: 'What matters to the patient', most: LONG_TEXT_MOST })),
  additionalChoices: v.optional(list(AdditionalChoice, CHOICES_MOST)),
  /** absent: those of the choices that stay; a detail of a choice that is not on the form is dropped */
  choiceDetails: v.optional(list(ChoiceDetail, CHOICES_MOST)),
  /** absent: those of before */
  latinNames: v.optional(NamesInLatin),
  refusals: v.optional(list(SingleLine({ label: 'Refusal', least: 1, most: REFUSAL_MOST }), REFUSALS_MOST)),
  ...InterpretingFields,
  ...FamilyFields,
  ...CapacityFields,
};

/** The content of an empty version. */
export const EMPTY_CONTENT = {
  procedures: [],
  templateID: null,
  clinicianStatement: null,
  mattersToMe: '',
  additionalChoices: [],
  refusals: [],
  interpreter: null,
  interpreterNeeded: null,
  interpreterNoneReason: '',
  ...EMPTY_FAMILY,
  capacity: null,
};
