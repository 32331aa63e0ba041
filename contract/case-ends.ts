import * as v from 'valibot';
import { CLOSE_REASONS, END_SOURCES, WITHOUT_REASON } from '#domain/cases/case-end.ts';
import { PlainDate } from '#domain/values/date-fields.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { post } from '#contract/engine/define.ts';
import { ListedCase, RecordSummary } from '#contract/shapes/record-summary.ts';

/** Cases that are recorded as done at once [choice]. */
export const DONE_LIST_MOST = 60;

/** Where a person may say that an operation was done; a booking says so by itself. */
const PERSON_SOURCES = END_SOURCES.filter((each) => each !== 'BOOKING');

const AnswerParts = v.object({ message: v.string(), data: RecordSummary, listing: ListedCase });
type Parts = typeof AnswerParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface EndedAnswer extends Parts {}
const Ended: EndedAnswer = AnswerParts;

/** The ends of cases: done, or not going ahead. `id` is the case. */
export const caseEnds = {
  recordDone: post('record/done', {
    access: ['consents.confirm'],
    summary:
      'Records that the operation of a case was done, whatever the state of its consent: without one in force a reason is wanted. `id` is the case.',
    holds: { answer: 'record', refusals: 'nothing' },
    input: v.strictObject({
      id: Uuid,
      /** day of the operation, not one to come */
      on: PlainDate,
      /** why it was done without a consent in force */
      withoutReason: v.optional(Prose({ label: 'Reason', ...WITHOUT_REASON })),
      source: v.optional(v.picklist(PERSON_SOURCES, `The source must be one of ${PERSON_SOURCES.join(', ')}`), 'PERSON'),
    }),
    output: Ended,
    offline: 'queue',
  }),
  recordClose: post('record/close', {
    access: ['consents.write'],
    summary: 'Records that a case does not go ahead: nothing is in force until that is undone. `id` is the case.',
    holds: { answer: 'record', refusals: 'nothing' },
    input: v.strictObject({
      id: Uuid,
      reason: v.picklist(CLOSE_REASONS, `The reason must be one of ${CLOSE_REASONS.join(', ')}`),
      note: v.optional(Prose({ label: 'Note', most: NOTE_MOST })),
    }),
    output: Ended,
    offline: 'queue',
  }),
  recordUndoEnd: post('record/undoEnd', {
    access: ['consents.confirm'],
    summary:
      'Undoes the end of a case. A consent that was taken back after an operation which was not done is withdrawn, since it was taken back. `id` is the case.',
    holds: { answer: 'record', refusals: 'nothing' },
    input: v.strictObject({ id: Uuid, reason: Prose({ label: 'Reason', least: 1, most: NOTE_MOST }) }),
    output: Ended,
  }),
  recordDoneList: post('record/doneList', {
    access: ['consents.confirm'],
    summary: `Records the operations of up to ${DONE_LIST_MOST} cases of one day as done, each as record/done would; one that is refused stops no other. A tablet without a network queues a record/done for each.`,
    holds: { answer: 'nothing', refusals: 'nothing' },
    input: v.strictObject({
      ids: v.pipe(
        v.array(Uuid, 'The cases must be a list'),
        v.minLength(1, 'Name at least one case'),
        v.maxLength(DONE_LIST_MOST, `At most ${DONE_LIST_MOST} cases`),
      ),
      on: PlainDate,
    }),
    output: v.object({
      message: v.string(),
      /** in the order of the call; a code and a sentence where nothing was recorded */
      results: v.array(v.object({ id: Uuid, code: v.nullable(v.string()), message: v.nullable(v.string()) })),
    }),
  }),
};
