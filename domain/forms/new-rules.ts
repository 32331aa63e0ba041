/**
 * The rules of witnesses and of children below 13 hold for forms that were made ready for signing from this moment on (ISO) [choice]:
 * a signer of an earlier one is held to the rules that it was shown under.
 */
export const NEW_RULES_SINCE = '2026-11-28T00:00:00.000Z';

/** Whether a form is from before the rules. @param pinnedAt - when it was made ready, ISO, by its tablet's corrected clock; null: not known */
export function isPinnedBefore(pinnedAt: string | null): boolean {
  return pinnedAt !== null && Date.parse(pinnedAt) < Date.parse(NEW_RULES_SINCE);
}
