import { CallFailed } from '#contract/engine/call.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { failureProblems, failureWords, type CallProblem } from '#src/notices/failure-words.ts';
import { api } from '#src/session/api.ts';
import { signIn, signInWithCode } from '#src/auth/auth.ts';
import type { SignInCalls, SignInResult } from './sign-in-props.ts';

/** The calls of the sign-in. Apart from the form, which is shown before they are loaded. */
export const signInCalls: SignInCalls = {
  signIn: (credentials, leaveScreens) => resultOf(signIn(credentials, leaveScreens), failureProblems),
  verifyCode: (input, leaveScreens) => resultOf(signInWithCode(input, leaveScreens), codeProblems),
  mailBackupCode: (email) =>
    api('userOtpEmail', { email }).then(
      ({ message }) => ({ isMailed: true, message }),
      (failure: unknown) => ({ isMailed: false, message: failureWords(failure) }),
    ),
};

/** {@link signInCalls} for screens of the loaded app. */
export const loadedSignInCalls = () => Promise.resolve(signInCalls);

async function resultOf(signingIn: Promise<User>, problemsOf: (failure: unknown) => CallProblem[]): Promise<SignInResult> {
  try {
    return { kind: 'signedIn', user: await signingIn };
  } catch (failure) {
    // The only 403 with a special meaning (spec §8).
    if (failure instanceof CallFailed && failure.code === 'TWO_FACTOR_REQUIRED')
      return { kind: 'codeRequired', message: failure.message };
    return { kind: 'refused', problems: problemsOf(failure), isWrongCode: isWrongCredential(failure) };
  }
}

/** The server does not say which part was wrong. The password has been accepted at this point, so it is the code. */
function codeProblems(failure: unknown): CallProblem[] {
  return isWrongCredential(failure) ? [{ path: 'code', message: FAILURES.INCORRECT_CODE.message }] : failureProblems(failure);
}

function isWrongCredential(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 'INCORRECT_CREDENTIALS';
}
