import * as v from 'valibot';
import { CourtName, OrderNumber } from './court-order.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { EmailAddress, IdentityLine, Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { NAME_MOST, RELATION_MOST } from '#domain/values/text-limits.ts';

/** Characters of why an adult is responsible for a child [choice]. */
export const RESPONSIBILITY_DETAIL_MOST = 500;
/** Characters of the note about an adult [choice]. */
export const PARENT_NOTE_MOST = 1000;

/** Grounds on which an adult may decide for a child; DELEGATED and OTHER have no parental responsibility of their own. */
export const RESPONSIBILITIES = [
  'MOTHER',
  'FATHER_MARRIED',
  'FATHER_REGISTERED',
  'SECOND_PARENT',
  'ADOPTIVE',
  'AGREEMENT',
  'STEP_PARENT_AGREED',
  'COURT_ORDER',
  'GUARDIAN',
  'LOCAL_AUTHORITY',
  'DELEGATED',
  'OTHER',
] as const;
export type Responsibility = (typeof RESPONSIBILITIES)[number];

const NEEDS_ORDER: ReadonlySet<Responsibility | null> = new Set<Responsibility>(['COURT_ORDER', 'GUARDIAN', 'LOCAL_AUTHORITY']);
const NEEDS_DETAIL: ReadonlySet<Responsibility | null> = new Set<Responsibility>(['LOCAL_AUTHORITY', 'DELEGATED', 'OTHER']);

/** Whether this ground rests on a court's order or a will. */
export function needsOrder(responsibility: Responsibility | null): boolean {
  return NEEDS_ORDER.has(responsibility);
}

/** Whether this ground has to be described: authority and officer, or who handed the decision over, its scope and its paper. */
export function needsDetail(responsibility: Responsibility | null): boolean {
  return NEEDS_DETAIL.has(responsibility);
}

export const ORDER_KINDS = [
  'PARENTAL_RESPONSIBILITY',
  'CHILD_ARRANGEMENTS',
  'SPECIAL_GUARDIANSHIP',
  'CARE',
  'INTERIM_CARE',
  'EMERGENCY_PROTECTION',
  'PLACEMENT',
  'WILL',
] as const;

/** The order or the will from which an adult has responsibility; a will has no court and no number. */
const ResponsibilityOrder = v.strictObject({
  kind: v.optional(v.nullable(v.picklist(ORDER_KINDS, `The Kind of order must be one of ${ORDER_KINDS.join(', ')}`)), null),
  court: v.optional(CourtName, ''),
  number: v.optional(OrderNumber, ''),
  date: v.optional(v.nullable(PlainDate), null),
});

/** The answer of an adult or a child who was asked. */
export const AGREEMENTS = ['AGREES', 'DISAGREES', 'NOT_ASKED'] as const;
export const ANSWERED_HOW = ['HERE', 'PHONE', 'LETTER', 'MEETING'] as const;

/** An adult of the family: one who signs, or whose answer is reported. An adult who signs has no reported answer. */
const ParentParts = v.strictObject({
  id: Uuid,
  name: IdentityLine({ label: 'Name', most: NAME_MOST }),
  relation: v.optional(SingleLine({ label: 'Relation to the child', most: RELATION_MOST }), ''),
  responsibility: v.optional(
    v.nullable(v.picklist(RESPONSIBILITIES, `The Responsibility must be one of ${RESPONSIBILITIES.join(', ')}`)),
    null,
  ),
  detail: v.optional(Prose({ label: 'Detail of the responsibility', most: RESPONSIBILITY_DETAIL_MOST }), ''),
  order: v.optional(v.nullable(ResponsibilityOrder), null),
  emailAddress: v.optional(v.nullable(EmailAddress), null),
  signs: v.boolean('Say whether this adult signs'),
  /** A parent under 16 decides for a child when judged able to; `note` says how that was judged. */
  under16: v.optional(v.boolean('Say whether this parent is under 16'), false),
  answer: v.optional(v.picklist(AGREEMENTS, `The Answer must be one of ${AGREEMENTS.join(', ')}`), 'NOT_ASKED'),
  answeredHow: v.optional(
    v.nullable(v.picklist(ANSWERED_HOW, `How the adult answered must be one of ${ANSWERED_HOW.join(', ')}`)),
    null,
  ),
  note: v.optional(Prose({ label: 'Note about this adult', most: PARENT_NOTE_MOST }), ''),
});
type Parts = typeof ParentParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface ParentSchema extends Parts {}
export const Parent: ParentSchema = ParentParts;
export type Parent = v.InferOutput<ParentSchema>;

/** An adult of whom nothing is written yet: who signs until somebody says otherwise. */
export const EMPTY_PARENT: Omit<Parent, 'id'> = {
  name: '',
  relation: '',
  responsibility: null,
  detail: '',
  order: null,
  emailAddress: null,
  signs: true,
  under16: false,
  answer: 'NOT_ASKED',
  answeredHow: null,
  note: '',
};
