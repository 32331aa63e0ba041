/**
 * Whether a form is from before the rules of witnesses and of children below 13: its signer is held to the rules that it was shown under.
 * Each hospital began with them on the day of its own update.
 *
 * @param pinnedAt - when it was made ready, ISO, by its tablet's corrected clock; null: not known
 * @param since - when this hospital's server began with the rules, ISO; null: not known, and no form is from before
 */
export function isPinnedBefore(pinnedAt: string | null, since: string | null): boolean {
  return pinnedAt !== null && since !== null && Date.parse(pinnedAt) < Date.parse(since);
}
