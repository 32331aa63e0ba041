import { isRetryable } from '#contract/engine/retry.ts';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { ENDED_MEANWHILE, failureProblems, failureWords, NO_ROOM, SIGN_IN_FIRST } from '#src/notices/failure-words.ts';
import { NO_ANSWER } from '#src/notices/no-answer.ts';
import { needsNetwork } from '#src/screens/cases/acts/act-words.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { StorageFull } from '#store/session/quota.ts';
import { expect, test } from 'vitest';

const refused = (key: keyof typeof FAILURES, fields?: { path: string; message: string }[]) =>
  new CallFailed(FAILURES[key].status, { message: FAILURES[key].message, error: key, fields });

test('the words of the server are shown as they are', () => {
  for (const key of ['INCORRECT_CREDENTIALS', 'NOT_ACTIVATED', 'PATIENT_TAKES_NONE'] as const)
    expect(failureWords(refused(key))).toBe(FAILURES[key].message);
});

test('what the end of a session refused is not asked to sign in again, once that has been done', () => {
  expect(failureWords(refused('SIGN_IN'))).toBe(ENDED_MEANWHILE);
});

test('a missing answer is not called a failure; above a form, and there alone, it promises that nothing typed is lost', () => {
  expect(failureWords(new Unreachable('No answer'))).toBe(NO_ANSWER);
  for (const failure of [new Unreachable('No answer'), new SignInNeeded()]) {
    expect(failureProblems(failure)[0]?.message).toContain('What you typed is still here');
    expect(failureWords(failure)).not.toContain('typed');
  }
  expect(isRetryable(new Unreachable('No answer'))).toBe(true);
});

test('where only a sign-in is missing, nobody is told that the server cannot be reached', () => {
  expect(failureWords(new SignInNeeded())).toBe(SIGN_IN_FIRST);
  expect(isRetryable(new SignInNeeded())).toBe(true);
  expect([needsNetwork(new SignInNeeded()), needsNetwork(new Unreachable())]).toEqual([false, true]);
});

test('a tablet without room says so, and does not promise that anything is saved', () => {
  expect(failureWords(new StorageFull('This tablet is full'))).toBe(NO_ROOM);
  expect(NO_ROOM).toContain('not saved');
});

test('what nobody foresaw is never read as offline, and its text is not shown', () => {
  expect(failureWords(new TypeError('x is undefined'))).toBe('Something went wrong');
  expect(isRetryable(new TypeError('x is undefined'))).toBe(false);
});

test('each field that was refused keeps its own sentence', () => {
  const fields = [
    { path: 'lastName', message: 'Enter the last name' },
    { path: 'nhsNumber', message: 'The NHS number must have 10 digits' },
  ];
  expect(failureProblems(refused('INVALID', fields))).toEqual(fields);
  expect(failureProblems(new NotSent(fields))).toEqual(fields);
});

test('a refusal without fields is one sentence about none of them', () => {
  expect(failureProblems(refused('FORBIDDEN'))).toEqual([{ path: '', message: FAILURES.FORBIDDEN.message }]);
});

test('only what may pass by itself is worth trying again', () => {
  expect(isRetryable(refused('BUSY'))).toBe(true);
  expect(isRetryable(refused('SLOW_DOWN'))).toBe(true);
  expect(isRetryable(refused('INVALID'))).toBe(false);
  expect(isRetryable(refused('VERSION_CONFLICT'))).toBe(false);
});
