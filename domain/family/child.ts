import * as v from 'valibot';
import { AGREEMENTS } from './parent.ts';
import { IdentityLine, Instant, Prose } from '#domain/values/text.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';

/** Characters of the note about a child [choice]. */
export const CHILD_NOTE_MOST = 1000;

const open = <Answer extends v.GenericSchema<boolean>>(answer: Answer) => v.optional(v.nullable(answer), null);

const isAble = v.boolean('Say whether the child can decide');

/** The points of a Gillick assessment, each of which an able child fulfils. */
const points = {
  treatment: v.boolean('Say whether the child understands the treatment'),
  risks: v.boolean('Say whether the child understands the risks'),
  alternatives: v.boolean('Say whether the child understands the other choices'),
  weighs: v.boolean('Say whether the child can weigh this up'),
  free: v.boolean('Say whether the child decides freely'),
};

/** An assessment by a second person under their own account: as it is sent, complete. */
export const SecondAssessmentFields = {
  able: isAble,
  reason: Prose({ label: 'Reason for the assessment', least: 1, most: NOTE_MOST }),
  points: v.strictObject(points),
};

/** As it is stored: the server sets the name and the time (ISO). */
const SecondAssessment = v.strictObject({
  ...SecondAssessmentFields,
  name: IdentityLine({ label: 'Second assessor', least: 1, most: NAME_MOST }),
  at: Instant,
});
export type SecondAssessment = v.InferOutput<typeof SecondAssessment>;

/** The points of the first assessment; null where nobody has answered yet. */
const GillickPoints = v.strictObject({
  treatment: open(points.treatment),
  risks: open(points.risks),
  alternatives: open(points.alternatives),
  weighs: open(points.weighs),
  free: open(points.free),
});

/** The assessment of whether somebody under 16 can decide about this treatment alone. */
const GillickAssessment = v.strictObject({
  able: open(isAble),
  reason: v.optional(Prose({ label: 'Reason for the assessment', most: NOTE_MOST }), ''),
  assessor: v.optional(IdentityLine({ label: 'Assessor', most: NAME_MOST }), ''),
  assessedAt: v.optional(v.nullable(Instant), null),
  points: GillickPoints,
  /** from 8 to 12; a call's own is ignored, as the server sets it */
  second: v.optional(v.nullable(SecondAssessment)),
});
export type GillickAssessment = v.InferOutput<typeof GillickAssessment>;
export type GillickPoint = keyof GillickAssessment['points'];

export const GILLICK_POINTS: readonly GillickPoint[] = ['treatment', 'risks', 'alternatives', 'weighs', 'free'];

const TELL_PARENTS = ['YES', 'NO', 'NOT_ASKED'] as const;

/** The child's own part: agreement, assessment, and whether parents may know. */
const ChildParts = v.strictObject({
  agreement: v.optional(v.picklist(AGREEMENTS, `The child's answer must be one of ${AGREEMENTS.join(', ')}`), 'NOT_ASKED'),
  note: v.optional(Prose({ label: 'Note about the child', most: CHILD_NOTE_MOST }), ''),
  signs: v.optional(v.boolean('Say whether the child signs'), false),
  gillick: v.optional(v.nullable(GillickAssessment), null),
  tellParents: v.optional(
    v.picklist(TELL_PARENTS, `Whether parents may be told must be one of ${TELL_PARENTS.join(', ')}`),
    'NOT_ASKED',
  ),
  /** whether the child was encouraged to tell a parent; null: not answered */
  encouraged: v.optional(v.nullable(v.boolean('Say whether the child was encouraged to tell a parent')), null),
});
type Parts = typeof ChildParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ChildSchema extends Parts {}
export const Child: ChildSchema = ChildParts;
export type Child = v.InferOutput<ChildSchema>;
