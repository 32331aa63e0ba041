import type { User } from '#contract/user-shapes.ts';
import { focusHeading } from '#src/notices/focus-heading.ts';
import type { SignedIn } from '#src/queries/accounts.ts';
import { endReason, endSession, startSession } from '#src/session/session.ts';
import { writeStoredSession } from '#src/session/stored-session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { useEffect } from 'react';
import { OnThisTablet } from './OnThisTablet.tsx';
import { SignIn } from './SignIn.tsx';

/**
 * The sign-in over the screens of a session that ended unasked. The same person goes on where they were; for anybody else those
 * screens are dropped, and the start comes as after any sign-in.
 */
export function Ended({ user }: { readonly user: User }) {
  // Not into the password: whoever was typing when the session ended types on for a moment.
  useEffect(() => focusHeading(document.querySelector('[data-veil]') ?? document), []);
  const open = (answer: SignedIn) => {
    if (answer.user._id === user._id) return startSession(answer);
    endSession();
    // The sign-in screen that comes now finds it and goes on from there.
    return answer.token === null
      ? startSession(answer)
      : writeStoredSession({ ...answer, token: answer.token, userId: answer.user._id });
  };
  const lead = (
    <>
      <Why />
      <OnThisTablet />
    </>
  );
  return <SignIn email={user.email} lead={lead} onSignedIn={open} />;
}

function Why() {
  return (
    <Notice tone="warn" live title={endReason() ?? 'Please sign in again'}>
      <p>You will go on where you were, and nothing that you typed is lost. If somebody else signs in, it is thrown away.</p>
    </Notice>
  );
}
