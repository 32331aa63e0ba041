import { CallFailed } from '#contract/engine/call.ts';
import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { CODE_LENGTH } from '#domain/accounts/codes.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useTwoFactorSetup } from '#src/queries/registration.ts';
import { changeUser } from '#src/session/session.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { withMended } from '#src/ui/fields/field-checks.ts';
import { useState } from 'react';

/** The code of the app, and the password of an account that is in use: with both two-factor authentication is on. */
export type TwoFactorProof = ReturnType<typeof useTwoFactorProof>;

type Options = { readonly asksPassword: boolean; /** The server has accepted a code. */ readonly onDone: () => void };

export function useTwoFactorProof({ asksPassword, onDone }: Options) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const setup = useTwoFactorSetup();
  return {
    code,
    changeCode: (next: string) => {
      setProblems(withMended(problems, 'code'));
      setCode(next);
    },
    password,
    changePassword: (next: string) => {
      setProblems(withMended(problems, 'password'));
      setPassword(next);
    },
    problems,
    wrongCodes,
    clearProblems: () => setProblems([]),
    isSending: setup.isPending,
    send: () => {
      if (setup.isPending) return;
      const missing: FieldProblem[] = [];
      if (code.length !== CODE_LENGTH) missing.push({ field: 'code', message: `Enter all ${CODE_LENGTH} digits` });
      if (asksPassword && password === '') missing.push({ field: 'password', message: ENTER_PASSWORD });
      setProblems(missing);
      if (missing.length > 0) return;
      const input = { code, ...(asksPassword ? { password } : {}) };
      setup.mutate(input, {
        onSuccess: ({ message, user }) => {
          noticeSuccess(message);
          onDone();
          // Last: a parent that shows the wizard only until it is done unmounts it at this call.
          changeUser(user);
        },
        onError: (failure) => {
          const field = failure instanceof CallFailed && failure.code === 'INCORRECT_PASSWORD' ? 'password' : 'code';
          if (failure instanceof CallFailed && failure.code === 'INCORRECT_CODE') setWrongCodes((count) => count + 1);
          setProblems(failureProblems(failure).map(({ message }) => ({ field, message })));
        },
      });
    },
  };
}
