import * as v from 'valibot';
import { OneOf, OptionalList, OptionalName, OptionalProse, YesNo } from './capacity-fields.ts';
import { Instant } from '#domain/values/text.ts';

/** The four abilities that a capacity to decide needs (Mental Capacity Act 2005, section 3). */
export const ABILITIES = ['understand', 'retain', 'weigh', 'communicate'] as const;
export type Ability = (typeof ABILITIES)[number];

/** Help to decide that is ticked; any other help is described in `helpNote` [choice]. */
export const HELP_KINDS = [
  'PLAIN_WORDS',
  'PICTURES',
  'MORE_TIME',
  'BETTER_HOUR',
  'QUIET_ROOM',
  'KNOWN_PERSON',
  'GLASSES_OR_HEARING_AID',
  'SPEECH_THERAPIST',
  'INTERPRETER',
] as const;

export const MAY_REGAIN = ['NO', 'YES', 'UNKNOWN'] as const;

const AbilityAnswer = (can: string) =>
  v.optional(
    v.strictObject({ able: YesNo(`Can the patient ${can}?`), evidence: OptionalProse(`Evidence: can the patient ${can}`) }),
    {},
  );

/** The test of capacity in its two parts: an impairment, and what the patient cannot do because of it. */
export const CapacityTest = v.strictObject({
  impairment: v.optional(
    v.strictObject({
      present: YesNo('Does something affect how the mind or brain works?'),
      nature: OptionalProse('Nature of the impairment'),
    }),
    {},
  ),
  understand: AbilityAnswer('understand the information'),
  retain: AbilityAnswer('retain the information'),
  weigh: AbilityAnswer('weigh the information'),
  communicate: AbilityAnswer('communicate a decision'),
  because: YesNo('Is it because of the impairment?'),
  help: OptionalList(v.picklist(HELP_KINDS, `The Help must be one of ${HELP_KINDS.join(', ')}`), HELP_KINDS.length),
  helpNote: OptionalProse('Help to decide'),
  mayRegain: OneOf('May the patient be able again', MAY_REGAIN),
  canWait: YesNo('Can the decision wait?'),
  waitReason: OptionalProse('Reason for not waiting'),
  assessor: OptionalName('Assessor'),
  assessedAt: v.optional(v.nullable(Instant), null),
});
export type CapacityTest = v.InferOutput<typeof CapacityTest>;
