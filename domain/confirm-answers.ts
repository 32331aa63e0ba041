import * as v from 'valibot';

/** What is asked on the day; `viewsChanged` of an adult who cannot decide. */
export const ConfirmAnswers = v.strictObject({
  sideRight: v.boolean('Say whether the operation and the side are right'),
  somethingNew: v.boolean('Say whether something is new'),
  questions: v.boolean('Say whether there are questions'),
  stillWanted: v.boolean('Say whether it is still wanted'),
  viewsChanged: v.optional(v.boolean('Say whether views have changed')),
});
export type ConfirmAnswers = v.InferOutput<typeof ConfirmAnswers>;

/** Whether the answers confirm the consent; with any other a new talk comes first. */
export function isConfirmed({ sideRight, somethingNew, questions, stillWanted, viewsChanged = false }: ConfirmAnswers): boolean {
  return sideRight && stillWanted && !somethingNew && !questions && !viewsChanged;
}
