/** A question of staff with its answer, in plain words; `_id` stays the same when the words change. */
export type Faq = { _id: string; group: string; question: string; answer: string };

/** The questions of one group, each with its id. */
export const group = (name: string, entries: readonly (readonly [id: string, question: string, answer: string])[]): Faq[] =>
  entries.map(([_id, question, answer]) => ({ _id, group: name, question, answer }));
