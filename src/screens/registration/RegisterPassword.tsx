import { noticeSuccess } from '#src/notices/notices.tsx';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Link } from '#src/ui/Link.tsx';
import { useState } from 'react';
import { NewPasswordForm, type Registered } from './NewPasswordForm.tsx';
import { RegistrationFrame } from './RegistrationFrame.tsx';

/** The second step: the mailed code and a password of one's own. */
export function RegisterPassword({ onDone }: { readonly onDone: (answer: Registered) => void }) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  return (
    <RegistrationFrame
      step="Password"
      title="Set your password"
      lead="Look for a mail with your code. It is good for 24 hours."
      problems={problems}
    >
      <NewPasswordForm
        problems={problems}
        onProblems={setProblems}
        okLabel="Continue"
        aside={
          <>
            No mail? <Link href="/register-email">Ask for another code</Link>
          </>
        }
        onDone={(answer) => {
          noticeSuccess(answer.message);
          onDone(answer);
        }}
      />
    </RegistrationFrame>
  );
}
