import * as v from 'valibot';
import { OfferedLanguages } from './bare-link.ts';

/** The `data` of the refusal of a link that has ended. Apart: the page of a tablet reads none. */
export const EndedLink = v.object({
  organisation: v.object({ _id: v.string(), name: v.string() }),
  support: v.string(),
  /** whether somebody who asks for another link is mailed one */
  mayComeBack: v.boolean(),
  /** the first letter of the patient's first name, where they are too old by now for the page of a parent; absent otherwise */
  grownInitial: v.optional(v.string()),
  languages: OfferedLanguages,
});
export type EndedLink = v.InferOutput<typeof EndedLink>;
