/** Forms of the first shape that were pinned before this moment have the words of a witness alone (ISO) [choice]. */
export const WITNESS_RULE_SINCE = '2026-11-28T00:00:00.000Z';

type PinnedForm = {
  readonly isFirstShape: boolean;
  /** when the form was made ready for signing, ISO, by the tablet's corrected clock where it was made on one; null where that is not known */
  readonly pinnedAt: string | null;
};

/**
 * Whether a form is from before witnesses had to be fit and to sign themselves: then the words about a witness suffice, and names are
 * not compared. By the pin's own date: a new form of the same shape is held to the rule.
 */
export function isWitnessExcused({ isFirstShape, pinnedAt }: PinnedForm): boolean {
  return isFirstShape && pinnedAt !== null && Date.parse(pinnedAt) < Date.parse(WITNESS_RULE_SINCE);
}
