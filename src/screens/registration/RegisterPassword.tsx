import { durationWords } from '#domain/base/duration-words.ts';
import { AUTHORISATION_CODE_LIFE } from '#domain/accounts/codes.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useState } from 'react';
import { AnotherCodeLink } from './AnotherCodeLink.tsx';
import { NewPasswordForm, type Registered } from './NewPasswordForm.tsx';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The second step: the mailed code and a new password. */
export function RegisterPassword({ onDone }: { readonly onDone: (answer: Registered) => void }) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  return (
    <RegistrationFrame
      step="Password"
      title="Set your password"
      lead={`We have emailed you a code. It works for ${durationWords(AUTHORISATION_CODE_LIFE)}.`}
      problems={problems}
    >
      <NewPasswordForm
        problems={problems}
        onProblems={setProblems}
        okLabel="Continue"
        aside={<AnotherCodeLink href={paths.register.href} />}
        onDone={(answer) => {
          noticeSuccess(answer.message);
          onDone(answer);
        }}
      />
    </RegistrationFrame>
  );
}
