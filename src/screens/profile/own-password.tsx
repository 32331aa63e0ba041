import { CallFailed } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';

/** Lets password managers recognise the account of a form's password. */
export function AccountName({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

type OwnPasswordForm = {
  readonly reset: () => void;
  readonly setProblems: (problems: FieldProblem[]) => void;
  /** the field of the present password, which the server may have refused */
  readonly passwordField: string;
  /** the field for a path of the API; undefined for one that no field shows */
  readonly fieldOf: (path: string) => string | undefined;
};

/** Handlers for the answer to a change that asked for the own password. The input stays after a refusal. */
export function answersTo({ reset, setProblems, passwordField, fieldOf }: OwnPasswordForm) {
  return {
    onSuccess: ({ message }: { readonly message: string }) => {
      reset();
      noticeSuccess(message);
      // The pressed button lost the focus while it was disabled.
      focusHeading();
    },
    onError: (failure: unknown) => {
      const isWrong = failure instanceof CallFailed && failure.code === 'INCORRECT_PASSWORD';
      setProblems(
        failureProblems(failure).map(({ path, message }) => ({ field: isWrong ? passwordField : fieldOf(path), message })),
      );
    },
  };
}
