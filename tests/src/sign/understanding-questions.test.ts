import { expect, test } from 'vitest';
import type { TicketDetails } from '#contract/signing.ts';
import { questionsOf } from '#src/sign/understanding-questions.ts';
import { aForm } from './form.ts';

const question = (id: string, place: string) => ({ id, question: `${id}?`, options: ['Yes', 'No'], right: 0, place });

test('a question that this build cannot read is left out, and the others are asked', () => {
  const questions = [question('a', 'SCAN'), question('b', 'OTHER'), { id: 'c' }, null];
  const extras = { understanding: [{ procedureID: 'p', procedureName: 'Demo', questions }] };
  const details = aForm({}, { extras: extras as unknown as NonNullable<TicketDetails['extras']> });
  expect(questionsOf(details).map(({ id, step }) => [id, step])).toEqual([['b', 'other']]);
});
