import * as v from 'valibot';
import { StoredSection } from './stored-section.ts';
import { Uuid } from '#domain/values/text.ts';

/** A person's own sections for one procedure of the library. */
export const PersonalProcedure = v.object({
  procedureID: Uuid,
  /** the library's version that the sections were written beside, or found right for */
  baseVersion: v.number(),
  sections: v.array(StoredSection),
  updatedAt: v.string(),
  /** counts the saves */
  revision: v.number(),
  /** a newer version of the procedure is in use than the sections were written beside */
  moved: v.boolean(),
});
export type PersonalProcedure = v.InferOutput<typeof PersonalProcedure>;
