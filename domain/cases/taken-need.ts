import * as v from 'valibot';
import { Uuid } from '#domain/values/text.ts';

/** Somebody's word that they see to a need of a case, of a kind that a later build may know alone. It hides nothing. */
export const TakenNeed = v.object({
  need: v.string(),
  userID: Uuid,
  name: v.string(),
  /** ISO */
  at: v.string(),
});
export type TakenNeed = v.InferOutput<typeof TakenNeed>;
