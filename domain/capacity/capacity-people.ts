import * as v from 'valibot';
import { OneOf, OptionalList, OptionalName, OptionalProse, OptionalSingleLine, YesNo } from './capacity-fields.ts';
import { Instant } from '#domain/values/text.ts';
import { RELATION_MOST } from '#domain/values/text-limits.ts';

export const CONSULTED_HOW = ['HERE', 'PHONE', 'LETTER', 'MEETING'] as const;
/** Most people of one form who are consulted (forms, section 2). */
export const CONSULTED_MOST = 8;

const At = v.optional(v.nullable(Instant), null);

/** Somebody who was asked what the patient would want; `signs` says that they also sign, `against` that they do not agree. */
export const ConsultedPerson = v.strictObject({
  name: OptionalName('Name'),
  relation: OptionalSingleLine('Relation', RELATION_MOST),
  paid: YesNo('Is this person paid to care for the patient?'),
  how: OneOf('How they were asked', CONSULTED_HOW),
  at: At,
  view: OptionalProse('View'),
  against: YesNo('Is this person against the treatment?'),
  signs: v.optional(v.boolean('Answer yes or no: Does this person sign?'), false),
});
export type ConsultedPerson = v.InferOutput<typeof ConsultedPerson>;

/** The independent mental capacity advocate. */
export const Advocate = v.strictObject({
  name: OptionalName('Name of the advocate'),
  organisation: OptionalName('Organisation of the advocate'),
  at: At,
  view: OptionalProse('View of the advocate'),
});
export type Advocate = v.InferOutput<typeof Advocate>;

/** The people who were consulted, or why nobody was. */
export const CapacityPeople = v.strictObject({
  consulted: OptionalList(ConsultedPerson, CONSULTED_MOST),
  nobodyReason: OptionalProse('Reason for asking nobody'),
  imca: v.optional(v.nullable(Advocate), null),
  imcaReason: OptionalProse('Reason for no advocate'),
});
export type CapacityPeople = v.InferOutput<typeof CapacityPeople>;

export const OPINIONS = ['AGREES', 'DISAGREES'] as const;

/** The view of another clinician, who has looked at the patient's case independently. */
export const SecondOpinion = v.strictObject({
  needed: YesNo('Is a second opinion needed?'),
  name: OptionalName('Name of the second clinician'),
  role: OptionalSingleLine('Role of the second clinician'),
  view: OneOf('View', OPINIONS),
  at: At,
});
export type SecondOpinion = v.InferOutput<typeof SecondOpinion>;
