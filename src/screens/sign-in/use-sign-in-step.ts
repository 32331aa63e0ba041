import { NO_ANSWER_TO_FORM } from '#src/notices/no-answer.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useState } from 'react';
import type { SignInCalls, SignInProps, SignInResult } from './sign-in-props.ts';

type StepProps = Pick<SignInProps, 'calls' | 'onSignedIn'> & {
  readonly onCodeRequired?: (message: string) => void;
  /** The control's id for each field of the call. */
  readonly controls: Readonly<Record<string, string>>;
};

/** One step of the sign-in: its problems, each at the control where it is corrected, and its call, one at a time. */
export function useSignInStep({ calls, onSignedIn, onCodeRequired, controls }: StepProps) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [isPending, setPending] = useState(false);
  const run = async (step: (calls: SignInCalls) => Promise<SignInResult>) => {
    setProblems([]);
    setPending(true);
    try {
      const result = await calls().then(step, () => NOT_LOADED);
      // Over another person's screens the form is unmounted by now, and a session that has ended at once needs the form again.
      if (result.kind === 'signedIn') await onSignedIn(result.user);
      else if (result.kind === 'codeRequired') onCodeRequired?.(result.message);
      else setProblems(result.problems.map(({ path, message }) => ({ field: controls[path], message })));
    } finally {
      setPending(false);
    }
  };
  return { problems, setProblems, isPending, run };
}

const NOT_LOADED: SignInResult = { kind: 'refused', problems: [{ path: '', message: NO_ANSWER_TO_FORM }] };
