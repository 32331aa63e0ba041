import {
  isAdvanceFormKnown,
  isAdvanceOrderKnown,
  isConsentedByHolder,
  isConsenterNamed,
  isNotRefusedInAdvance,
  isOrderInForce,
  isPowerKnown,
  isSearched,
} from './capacity-authority-rules.ts';
import { isBestInterestsChecked, isRestraintLawful } from './capacity-best-interests-rules.ts';
import { isAdvocateInstructed, isConsulted, isDisputeAnswered, isSecondOpinionGood } from './capacity-people-rules.ts';
import type { CapacityAround, CapacityForm, CapacityMissing, CapacityRule } from './capacity-rule.ts';
import { isEvidenced, isNotToWait, isOldEnough, isUnableToDecide } from './capacity-test-rules.ts';
import { EMPTY_CAPACITY } from './capacity.ts';

/** The rules that keep a Form 4 from being sent, by their row in the forms' table, in the order of the steps. */
export const CAPACITY_RULES = {
  A1: isOldEnough,
  A2: isUnableToDecide,
  A3: isEvidenced,
  A4: isNotToWait,
  A5: isSearched,
  A6: isNotRefusedInAdvance,
  A7: isAdvanceFormKnown,
  A8: isAdvanceOrderKnown,
  A9: isPowerKnown,
  A10: isConsenterNamed,
  A11: isConsentedByHolder,
  C11: isOrderInForce,
  A12: isConsulted,
  A13: isAdvocateInstructed,
  A14: isBestInterestsChecked,
  A15: isRestraintLawful,
  A16: isDisputeAnswered,
  A17: isSecondOpinionGood,
} as const satisfies Readonly<Record<string, CapacityRule>>;
export type CapacityRuleID = keyof typeof CAPACITY_RULES;

/**
 * The faults that keep a Form 4's own part from being complete; empty when it may be sent.
 *
 * @param rules - those that are judged; a test may leave one out
 */
export function capacityMissing(
  form: CapacityForm,
  around: CapacityAround,
  rules: Readonly<Partial<Record<CapacityRuleID, CapacityRule>>> = CAPACITY_RULES,
): CapacityMissing[] {
  const judged = { ...form, capacity: form.capacity ?? EMPTY_CAPACITY };
  return Object.values(rules).flatMap((rule) => rule(judged, around));
}
