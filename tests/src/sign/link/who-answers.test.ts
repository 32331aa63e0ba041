import { expect, test } from 'vitest';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { NO_WHO_INPUT, whoAnswersOf, whoProblems } from '#src/sign/link/who-answers.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { english } from '#src/sign/texts/texts.ts';

const PATIENT = ['dateOfBirth', 'lastName'] as const;
const INTERPRETER = ['name', 'code'] as const;
const typed = { ...NO_WHO_INPUT, day: '4', month: ' 3', year: '1950', lastName: ' Demo-Rowan ' };

test('a birth date is put together from its parts', () => {
  expect(whoAnswersOf(PATIENT, typed, linkTexts.who)).toEqual({ dateOfBirth: '1950-03-04', lastName: 'Demo-Rowan' });
  expect(whoAnswersOf(INTERPRETER, { ...NO_WHO_INPUT, name: 'Demo Interpreter', code: '123456' }, linkTexts.who)).toEqual({
    name: 'Demo Interpreter',
    code: '123456',
  });
});

test('what is missing, or is no date, is told at its field and sent nowhere', () => {
  const fields = (answers: ReturnType<typeof whoAnswersOf>) => Array.isArray(answers) && answers.map(({ field }) => field);
  expect(fields(whoAnswersOf(PATIENT, NO_WHO_INPUT, linkTexts.who))).toEqual(['day', 'lastName']);
  for (const change of [{ month: '13' }, { day: '31', month: '2' }, { year: '50' }])
    expect(fields(whoAnswersOf(PATIENT, { ...typed, ...change }, linkTexts.who))).toEqual(['day']);
  expect(fields(whoAnswersOf(INTERPRETER, { ...NO_WHO_INPUT, name: ' ' }, linkTexts.who))).toEqual(['name', 'code']);
});

test('a wrong answer is told for all answers together, with the tries that are left', () => {
  const refused = (triesLeft: number) =>
    new CallFailed(422, { message: 'That does not match.', error: 'IDENTITY_MISMATCH', data: { triesLeft } });
  expect(whoProblems(refused(3), english, linkTexts.who)).toEqual([
    { field: 'who', message: 'That does not match. 3 tries left.' },
  ]);
  expect(whoProblems(refused(1), english, linkTexts.who)).toEqual([
    { field: 'who', message: 'That does not match. 1 try left.' },
  ]);
  expect(whoProblems(new NotSent([]), english, linkTexts.who)).toEqual([{ field: 'who', message: 'That does not match.' }]);
  expect(whoProblems(new Unreachable('none'), english, linkTexts.who)).toEqual([{ message: english.silence }]);
  expect(() => whoProblems(new TypeError('a defect'), english, linkTexts.who)).toThrow('a defect');
});
