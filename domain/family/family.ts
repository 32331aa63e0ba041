import * as v from 'valibot';
import { Child } from './child.ts';
import { CourtOrder } from './court-order.ts';
import { isForChild } from '#domain/forms/age-at-signing.ts';
import { Parent } from './parent.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { Prose } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';

/** Most adults of one form [choice]. */
export const PARENTS_MOST = 4;

/** The decision-makers for a patient under 18. */
export const BASES = ['PARENT', 'CHILD', 'COURT'] as const;
export const LOOKED_AFTER = ['NO', 'SECTION_20', 'ORDER', 'UNKNOWN'] as const;
export const OUTCOMES = ['NOT_SETTLED', 'AGREED', 'ONE_SUFFICES', 'COURT_ORDER', 'NOT_GOING_AHEAD'] as const;

const parts = {
  outcome: v.picklist(OUTCOMES, `The Outcome must be one of ${OUTCOMES.join(', ')}`),
  note: v.optional(Prose({ label: 'Note about the disagreement', most: NOTE_MOST }), ''),
  courtOrder: v.optional(v.nullable(CourtOrder), null),
};

/**
 * The outcome of a disagreement between adults as a clinician sends it. A court's decision is stored here for every basis of
 * consent.
 */
export const DisagreementDraft = v.strictObject(parts);
export type DisagreementDraft = v.InferOutput<typeof DisagreementDraft>;

/** A stored disagreement; the server sets the name of the recorder and the time (ISO). */
export const Disagreement = v.strictObject({ ...parts, recordedBy: v.string(), at: v.string() });
export type Disagreement = v.InferOutput<typeof Disagreement>;

const Parents = v.pipe(
  v.array(Parent, 'The adults must be a list'),
  v.maxLength(PARENTS_MOST, `At most ${PARENTS_MOST} adults`),
  v.check((parents) => new Set(parents.map(({ id }) => id)).size === parents.length, 'Two adults have the same id'),
);

/** The family's part of a version's content. Each field is sent complete and replaces the stored one; null empties it. */
export const FamilyFields = {
  basis: v.optional(v.nullable(v.picklist(BASES, `Who decides must be one of ${BASES.join(', ')}`))),
  parents: v.optional(v.nullable(Parents)),
  lookedAfter: v.optional(
    v.nullable(v.picklist(LOOKED_AFTER, `Whether the child is looked after must be one of ${LOOKED_AFTER.join(', ')}`)),
  ),
  needsAllAdults: v.optional(v.nullable(v.boolean('Say whether all adults must agree'))),
  disagreement: v.optional(v.nullable(DisagreementDraft)),
  child: v.optional(v.nullable(Child)),
};

/** The family's part of a stored version. */
export type Family = {
  readonly basis: (typeof BASES)[number] | null;
  readonly parents: Parent[];
  readonly lookedAfter: (typeof LOOKED_AFTER)[number] | null;
  readonly needsAllAdults: boolean;
  readonly disagreement: Disagreement | null;
  readonly child: Child | null;
};

/** The family's part of a new version. */
export const EMPTY_FAMILY: Family = {
  basis: null,
  parents: [],
  lookedAfter: null,
  needsAllAdults: false,
  disagreement: null,
  child: null,
};

/**
 * The family's part that this form shows. A draft keeps the entries made under another form type; they are left out, as nobody
 * has assessed them for this one.
 *
 * @param age - of the patient when it is sent, whole years
 */
export function familyOnForm(family: Family, { formType, age }: { formType: FormType; age: number }): Family {
  switch (deciderOf(formType)) {
    case 'family':
      return family;
    case 'clinician':
      return EMPTY_FAMILY;
    case 'patient':
      return isForChild(age) ? { ...EMPTY_FAMILY, child: family.child } : EMPTY_FAMILY;
  }
}

/** The family's part of a reopened or re-consented version: the assessments of the earlier version are removed and made anew. */
export function reopenedFamily(family: Family): Family {
  return { ...family, disagreement: null, child: family.child === null ? null : { ...family.child, gillick: null } };
}
