import * as v from 'valibot';
import { CHOICES_MOST } from '#domain/consents/consent.ts';
import { ChoiceId } from '#domain/forms/choice-id.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';

/** The choices that a signed form leaves open. */
export const talks = {
  recordTalked: post('record/talked', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.sign', 'consents.confirm'],
    summary:
      'Records that choices which a signed form leaves open were talked about, and the outcome. The form stays as it was signed: an answer that changes is a new version. With `takenBack` it settles that an operation was done whose consent was taken back after it.',
    input: v.pipe(
      v.strictObject({
        consentID: Uuid,
        choiceIDs: v.pipe(
          v.array(ChoiceId, 'The choices must be a list'),
          v.maxLength(CHOICES_MOST, `At most ${CHOICES_MOST} choices`),
        ),
        /** the operation was done, and whoever took the consent back was talked with */
        takenBack: v.optional(v.literal(true, 'Say that it was talked about, or leave it out')),
        outcome: Prose({ label: 'Outcome', least: 1, most: LONG_TEXT_MOST }),
      }),
      v.forward(
        v.check(({ choiceIDs, takenBack }) => choiceIDs.length > 0 || takenBack === true, 'Say what was talked about'),
        ['choiceIDs'],
      ),
    ),
    output: DataOf(Consent),
  }),
};
