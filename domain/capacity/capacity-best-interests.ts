import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { OptionalList, OptionalProse, YesNo } from './capacity-fields.ts';

/** Characters of an option that is weighed [choice]. */
export const OPTION_TEXT_MOST = 500;
/** Characters of the authority for taking away somebody's liberty [choice]. */
export const LIBERTY_AUTHORITY_MOST = 500;
/** Most options that one decision weighs [choice]. */
export const OPTIONS_MOST = 10;

const Tick = (label: string) => v.optional(v.boolean(`Answer yes or no: ${label}`), false);

/** The best-interests decision with its reasons (Mental Capacity Act 2005, sections 4 to 6). */
export const BestInterests = v.strictObject({
  serious: YesNo('Is this serious medical treatment?'),
  urgent: YesNo('Is this urgent?'),
  lifeSustaining: YesNo('Is this treatment needed to sustain life?'),
  pastWishes: OptionalProse('Past wishes'),
  beliefs: OptionalProse('Beliefs and values'),
  patientView: OptionalProse('What the patient says or shows now'),
  objects: YesNo('Does the patient object?'),
  takenPart: Tick('Has the patient taken part as far as possible?'),
  notByAgeOrLooks: Tick('Is the choice free from judging by age, looks or behaviour?'),
  notToBringDeath: Tick('Is the choice free from a wish to bring about death?'),
  options: OptionalList(
    v.strictObject({ text: OptionalProse('Option', OPTION_TEXT_MOST), why: OptionalProse('Reason') }),
    OPTIONS_MOST,
  ),
  leastRestrictive: OptionalProse('Why no gentler choice will do'),
  restraint: v.optional(
    v.strictObject({
      planned: YesNo('Is restraint planned?'),
      why: OptionalProse('Reason for the restraint'),
      deprives: YesNo('Does it take away the patient’s liberty?'),
      authority: OptionalProse('Authority for taking away liberty', LIBERTY_AUTHORITY_MOST),
    }),
    {},
  ),
  reasoning: OptionalProse('Reasons', LONG_TEXT_MOST),
});
export type BestInterests = v.InferOutput<typeof BestInterests>;
