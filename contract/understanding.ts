import { Uuid } from '#domain/values/text.ts';
import { FORM_QUESTIONS_MOST, TRIES_MOST } from '#domain/library/understanding.ts';
import * as v from 'valibot';
import { post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { ABOUT, CARRIED } from './signing.ts';

const ANSWERS_MOST = FORM_QUESTIONS_MOST * TRIES_MOST;

/** One try; `option` is null for "I would rather not answer". */
const UnderstandingAnswer = v.strictObject({
  id: Uuid,
  option: v.nullable(
    v.pipe(
      v.number('The Answer must be a number'),
      v.integer('The Answer must be a whole number'),
      v.minValue(0, 'This answer was not offered'),
    ),
  ),
});

/** Apart from the calls of every form: only a form with questions loads it. */
export const understanding = {
  recordUnderstanding: post('record/understanding', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['ticket', 'consents.sign'],
    summary: 'Answers to the questions of understanding, each try in its order. No signature depends on them.',
    input: v.strictObject({
      consentID: Uuid,
      answers: v.pipe(
        v.array(UnderstandingAnswer, 'The Answers must be a list'),
        v.minLength(1, 'At least one answer'),
        v.maxLength(ANSWERS_MOST, `At most ${ANSWERS_MOST} answers`),
      ),
      ...CARRIED,
    }),
    output: DataOf(v.object(ABOUT)),
    offline: 'queue',
  }),
};
