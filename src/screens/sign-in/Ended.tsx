import type { User } from '#contract/shapes/user-shapes.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { paths } from '#src/paths.ts';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { endReason } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OnThisTablet } from './OnThisTablet.tsx';
import { SignIn } from './SignIn.tsx';
import { loadedSignInCalls } from './sign-in-calls.ts';

/**
 * The sign-in over the screens of a session that ended unasked. The same person continues on those screens; for anybody else they
 * are dropped, and the start follows as after any sign-in.
 */
export function Ended({ user }: { readonly user: User }) {
  const router = useRouter();
  // The focus is not set to the password field: a person typing when the session ended types on for a moment.
  useEffect(() => focusHeading(document.querySelector('[data-veil]') ?? document), []);
  const leaveScreens = () => router.navigate({ ...paths.signIn, replace: true, ignoreBlocker: true });
  const onSignedIn = (signedIn: User) => {
    if (signedIn._id !== user._id) router.history.replace(afterSignIn(signedIn, undefined, location.origin));
  };
  const lead = (
    <>
      <Why />
      <OnThisTablet />
    </>
  );
  const { email } = user;
  return <SignIn email={email} lead={lead} calls={loadedSignInCalls} leaveScreens={leaveScreens} onSignedIn={onSignedIn} />;
}

function Why() {
  return (
    <Notice tone="warn" live title={endReason() ?? 'Please sign in again'}>
      <p>You continue where you were, and nothing that you typed is lost. If somebody else signs in, it is deleted.</p>
    </Notice>
  );
}
