import * as v from 'valibot';
import { SingleLine, Uuid } from '#domain/values/text.ts';
import { QUESTIONS_MOST, UNDERSTANDING_TOPICS } from './understanding.ts';

/** Characters of a question of understanding, and of each answer that is offered [choice]. */
export const QUESTION_MOST = 200;
export const ANSWER_MOST = 100;
/** Answers that are offered [choice]. */
export const ANSWERS = { least: 2, most: 4 } as const;

// Apart from the questions on a form, whose pages load no schemas of the library.

/** A question of a procedure that the signer answers before the signature; see {@link UnderstandingQuestions}. */
const Question = v.pipe(
  v.strictObject({
    id: Uuid,
    question: SingleLine({ label: 'Question', least: 1, most: QUESTION_MOST }),
    options: v.pipe(
      v.array(SingleLine({ label: 'Answer', least: 1, most: ANSWER_MOST }), 'The Answers must be a list'),
      v.minLength(ANSWERS.least, `At least ${ANSWERS.least} answers`),
      v.maxLength(ANSWERS.most, `At most ${ANSWERS.most} answers`),
    ),
    right: v.pipe(
      v.number('The Right answer must be a number'),
      v.integer('The Right answer must be a whole number'),
      v.minValue(0, 'The Right answer must be one of the answers'),
    ),
    place: v.picklist(UNDERSTANDING_TOPICS, 'Choose the page that a wrong answer opens again'),
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
