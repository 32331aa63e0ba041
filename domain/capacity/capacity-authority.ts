import * as v from 'valibot';
import { OneOf, OptionalList, OptionalProse, YesNo } from './capacity-fields.ts';
import { CourtOrder } from '#domain/family/court-order.ts';
import { IdentityLine } from '#domain/values/text.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';

export const AUTHORITY_ANSWERS = ['CONSENTS', 'REFUSES', 'NOT_REACHED'] as const;

/** Most attorneys or deputies of one paper [choice]. */
const ATTORNEYS_MOST = 8;

const appointment = (noun: string) =>
  v.strictObject({
    found: YesNo(`Is there ${noun}?`),
    names: OptionalList(IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }), ATTORNEYS_MOST),
    joint: YesNo('Must they decide together?'),
    registered: YesNo('Is it registered?'),
    seen: YesNo('Have you seen the paper?'),
    covers: YesNo('Does it cover this treatment?'),
    lifeSustaining: YesNo('Does it say that they decide on life-sustaining treatment?'),
    answer: OneOf('Answer', AUTHORITY_ANSWERS),
  });

/** A lasting power of attorney for health and welfare, and whether its donees may decide this. */
export const LastingPower = appointment('a lasting power of attorney');
/** A deputy appointed by the Court of Protection, and whether the deputy may decide this. */
export const Deputy = appointment('a deputy appointed by the court');
export type Appointment = v.InferOutput<typeof LastingPower>;

/** An advance decision to refuse treatment (Mental Capacity Act 2005, sections 24 to 26). */
export const AdvanceDecision = v.strictObject({
  found: YesNo('Is there an advance decision?'),
  valid: YesNo('Is the advance decision valid?'),
  applicable: YesNo('Does the advance decision apply to this treatment?'),
  refuses: YesNo('Does the advance decision refuse this treatment?'),
  written: YesNo('Is the advance decision in writing?'),
  signed: YesNo('Is the advance decision signed?'),
  witnessed: YesNo('Is the advance decision witnessed?'),
  evenIfLife: YesNo('Does the advance decision say “even if my life is at risk”?'),
  beforeLpa: YesNo('Is the advance decision older than the lasting power of attorney?'),
});
export type AdvanceDecision = v.InferOutput<typeof AdvanceDecision>;

/** Everything that could take the decision out of the clinician's hands, and how it was searched for. */
export const CapacityAuthority = v.strictObject({
  lpa: v.optional(LastingPower, {}),
  deputy: v.optional(Deputy, {}),
  advance: v.optional(AdvanceDecision, {}),
  courtOrder: v.optional(v.nullable(CourtOrder), null),
  searchedHow: OptionalProse('How you searched'),
});
export type CapacityAuthority = v.InferOutput<typeof CapacityAuthority>;
