import type { User } from '#contract/user-shapes.ts';
import type { Credentials } from '#src/offline/lifecycle.ts';
import type { LeaveScreens } from '#src/session/auth.ts';
import { useState, type ReactNode } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';

export type SignInProps = {
  /** The field's initial value. */
  readonly email?: string | undefined;
  /** Below the heading: the reason for this screen. */
  readonly lead?: ReactNode;
  /** Below the button: other links. */
  readonly aside?: ReactNode;
  /** For a sign-in over another person's screens. */
  readonly leaveScreens?: LeaveScreens | undefined;
  readonly onSignedIn: (user: User) => void;
};

/** Email and password, and after them the second factor where there is one (spec §4 Login). */
export function SignIn({ email = '', lead, aside, leaveScreens, onSignedIn }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '' });
  const [codeMessage, setCodeMessage] = useState<string | null>(null);
  const shared = { ...credentials, leaveScreens, onSignedIn };
  if (codeMessage !== null)
    return (
      <CodeStep
        {...shared}
        message={codeMessage}
        onBack={() => {
          setCredentials({ ...credentials, password: '' });
          setCodeMessage(null);
        }}
      />
    );
  return <PasswordStep {...shared} lead={lead} aside={aside} onChange={setCredentials} onCodeAsked={setCodeMessage} />;
}
