import * as v from 'valibot';
import { CapacityAuthority } from './capacity-authority.ts';
import { BestInterests } from './capacity-best-interests.ts';
import { CapacityPeople, SecondOpinion } from './capacity-people.ts';
import { ABILITIES, CapacityTest } from './capacity-test.ts';

/** Form 4's own part: the decision for somebody who cannot make it (forms, section 2). A draft may lack any of it. */
const CapacityParts = v.strictObject({
  test: v.optional(CapacityTest, {}),
  authority: v.optional(CapacityAuthority, {}),
  people: v.optional(CapacityPeople, {}),
  bestInterests: v.optional(BestInterests, {}),
  secondOpinion: v.optional(SecondOpinion, {}),
});
type Parts = typeof CapacityParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface CapacitySchema extends Parts {}
export const Capacity: CapacitySchema = CapacityParts;
export type Capacity = v.InferOutput<CapacitySchema>;

/** The field beside the other content of a version; null empties it. */
export const CapacityFields = { capacity: v.optional(v.nullable(Capacity)) };

/** The part before anything was answered. */
export const EMPTY_CAPACITY: Capacity = v.parse(Capacity, {});

export type AbilityToDecide = 'ABLE' | 'NOT_ABLE' | 'NOT_TESTED';

/**
 * Whether the patient can make this decision by the two-part test (rule A2): NOT_ABLE with an impairment, at least one of the four
 * not able, and that because of it; NOT_TESTED while answers are missing.
 */
export function abilityOf(capacity: Pick<Capacity, 'test'> | null): AbilityToDecide {
  if (capacity === null) return 'NOT_TESTED';
  const { test } = capacity;
  const answers = ABILITIES.map((ability) => test[ability].able);
  if (test.impairment.present === false || test.because === false || answers.every((able) => able === true)) return 'ABLE';
  const isNotAble = test.impairment.present === true && test.because === true && answers.includes(false);
  return isNotAble ? 'NOT_ABLE' : 'NOT_TESTED';
}

/** The content of a version that is reopened or consented to again: the assessment is made afresh (forms, signers). */
export function reopenedCapacity<Content extends { capacity: Capacity | null }>(content: Content): Content {
  return { ...content, capacity: null };
}
