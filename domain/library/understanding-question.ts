import * as v from 'valibot';
import { SingleLine, Uuid } from '#domain/values/text.ts';
import { QUESTIONS_MOST, UNDERSTANDING_PLACES } from './understanding.ts';

// Apart from the questions on a form, whose pages load no schemas of the library.

/** A question of a procedure that the signer answers before the signature; see {@link UnderstandingQuestions}. */
const Question = v.pipe(
  v.strictObject({
    id: Uuid,
    question: SingleLine({ label: 'Question', least: 1, most: 200 }),
    options: v.pipe(
      v.array(SingleLine({ label: 'Answer', least: 1, most: 100 }), 'The Answers must be a list'),
      v.minLength(2, 'At least 2 answers'),
      v.maxLength(4, 'At most 4 answers'),
    ),
    right: v.pipe(
      v.number('The Right answer must be a number'),
      v.integer('The Right answer must be a whole number'),
      v.minValue(0, 'The Right answer must be one of the answers'),
    ),
    place: v.picklist(UNDERSTANDING_PLACES, 'Choose the page that a wrong answer opens again'),
  }),
  v.forward(
    v.check(({ options, right }) => right < options.length, 'The Right answer must be one of the answers'),
    ['right'],
  ),
);

/** The questions of a procedure; without any, nothing is asked. */
export const UnderstandingQuestions = v.pipe(
  v.array(Question, 'The Questions must be a list'),
  v.maxLength(QUESTIONS_MOST, `At most ${QUESTIONS_MOST} questions`),
);
