import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { NO_ANSWER_TO_FORM } from '#src/notices/no-answer.ts';
import { requestProblems } from '#src/screens/registration/request-problems.ts';
import { afterEach, expect, test, vi } from 'vitest';

const CONTACT = [{ message: 'Something went wrong.\nPlease contact Assent support team' }];

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a server that says nothing of its own sends to the support team', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(requestProblems(new CallFailed(500, { message: 'Something went wrong', error: 'FAILED' }), 'Assent')).toEqual(CONTACT);
  expect(requestProblems(new Unreachable('No answer'), 'Assent')).toEqual(CONTACT);
});

test('without a network that is said, and the support team is left alone', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(requestProblems(new Unreachable('No answer'), 'Assent')).toEqual([{ field: undefined, message: NO_ANSWER_TO_FORM }]);
});

test('the server’s own sentence is shown as it is, at its field', () => {
  const failure = new CallFailed(400, {
    message: 'Something in this form is not right. Please check the marked fields.',
    error: 'INVALID',
    fields: [{ path: 'email', message: 'The Email must be NHS email' }],
  });
  expect(requestProblems(failure, 'Assent')).toEqual([{ field: 'email', message: 'The Email must be NHS email' }]);
});
