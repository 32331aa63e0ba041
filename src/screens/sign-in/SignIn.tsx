import { rememberTyped } from '#src/held/keeper.ts';
import type { SignedIn } from '#src/queries/accounts.ts';
import { useState, type ReactNode } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';

export type SignInProps = {
  /** Stands in the field at the start. */
  readonly email?: string | undefined;
  /** Under the heading: why one stands here. */
  readonly lead?: ReactNode;
  /** Under the button: where else one may want to go. */
  readonly aside?: ReactNode;
  readonly onSignedIn: (answer: SignedIn) => void;
};

/** Email and password, and after them the second factor where there is one (spec §4 Login). */
export function SignIn({ email = '', lead, aside, onSignedIn }: SignInProps) {
  const [typed, setTyped] = useState({ email, password: '' });
  const [asked, setAsked] = useState<string | null>(null);
  const open = (answer: SignedIn) => {
    // The password opens what is kept on this tablet, too; without the network it has done so already.
    if (answer.token !== null) rememberTyped(typed);
    onSignedIn(answer);
  };
  if (asked !== null)
    return (
      <CodeStep
        {...typed}
        asked={asked}
        onSignedIn={open}
        onBack={() => {
          setTyped({ ...typed, password: '' });
          setAsked(null);
        }}
      />
    );
  return <PasswordStep {...typed} lead={lead} aside={aside} onTyped={setTyped} onSignedIn={open} onCodeAsked={setAsked} />;
}
