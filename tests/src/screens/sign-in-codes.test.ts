import { expect, test, vi } from 'vitest';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { codeHint } from '#domain/accounts/codes.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { signInCalls } from '#src/screens/sign-in/sign-in-calls.ts';

const answer = vi.hoisted(() => ({ failure: new Error('none') as unknown }));
vi.mock('#src/auth/auth.ts', () => ({
  signIn: () => Promise.reject(answer.failure),
  signInWithCode: () => Promise.reject(answer.failure),
}));

const failed = (error: keyof typeof FAILURES, status = FAILURES[error].status) =>
  new CallFailed(status, { message: FAILURES[error].message, error });
const FAILED_OTHERWISE: readonly unknown[] = [
  new Unreachable(),
  failed('SLOW_DOWN'),
  failed('BUSY'),
  failed('NOT_ACTIVATED'),
  failed('INVALID'),
  new CallFailed(500, { message: 'Out of order', error: 'INTERNAL' }),
  new NotSent([{ path: 'code', message: 'Enter all 6 digits' }]),
  new Error('Out of order'),
];

test('a wrong code counts, and nothing else that stops a sign-in', async () => {
  const isWrong = async (failure: unknown) => {
    answer.failure = failure;
    const result = await signInCalls.verifyCode({ email: 'a@demo.nhs.uk', password: 'x', code: '123456' });
    return result.kind === 'refused' && result.isWrongCode === true;
  };
  expect(await isWrong(failed('INCORRECT_CREDENTIALS'))).toBe(true);
  for (const failure of FAILED_OTHERWISE) expect(await isWrong(failure), String(failure)).toBe(false);
});

test('the clock of the phone is named after two wrong codes of an authenticator, never of a mail', () => {
  const advice = 'Six digits. Check that your phone sets its time by itself.';
  const hint = (wrongCodes: number, isMailed?: boolean) =>
    codeHint('Six digits', { wrongCodes, ...(isMailed === undefined ? {} : { isMailed }) });
  expect([hint(0), hint(1), hint(2), hint(3, false), hint(5, true)]).toEqual([
    'Six digits',
    'Six digits',
    advice,
    advice,
    'Six digits',
  ]);
});
