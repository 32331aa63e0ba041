import { useIsEntryFormShown } from '#src/entry-form.ts';
import { OnThisTablet } from '#src/screens/sign-in/OnThisTablet.tsx';
import { SignIn } from '#src/screens/sign-in/SignIn.tsx';
import { loadedSignInCalls } from '#src/screens/sign-in/sign-in-calls.ts';
import { SignInLinks } from '#src/screens/sign-in/SignInLinks.tsx';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { resumeSession, stopResuming } from '#src/auth/auth.ts';
import { resumeUntilAnswered } from '#src/auth/resume-until-answered.ts';
import { currentSession } from '#src/session/session.ts';
import { createRoute, redirect, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { preloadHome } from './home.tsx';
import { publicRoute } from './public.tsx';
import { SignInSearch } from './search.ts';

export const signInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  staticData: { title: 'Sign in' },
  validateSearch: SignInSearch,
  beforeLoad: async ({ search }) => {
    // A server that does not answer must not keep the form from showing.
    await resumeSession().catch(() => undefined);
    const session = currentSession();
    if (session !== null) throw redirect({ href: afterSignIn(session.user, search.to, location.origin), replace: true });
  },
  loader: () => {
    // Most sign-ins lead there.
    void preloadHome();
  },
  component: SignInRoute,
});

function SignInRoute(): ReactNode {
  const { to } = signInRoute.useSearch();
  const { history } = useRouter();
  const onResumed = useEffectEvent(() => {
    const session = currentSession();
    if (session !== null) history.replace(afterSignIn(session.user, to, location.origin));
  });
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      // The form does not wait for an answer that takes long; when it comes, nobody has to sign in.
      await resumeUntilAnswered(leaving.signal);
      if (!leaving.signal.aborted) onResumed();
    };
    void ask();
    // Somebody else may be signing in on a shared tablet: once anything is typed, nobody's session opens under it.
    const stop = () => {
      leaving.abort();
      stopResuming();
    };
    // Of a person alone: a browser that fills in a password by itself tells it as input too.
    for (const event of ['keydown', 'beforeinput', 'paste'] as const)
      document.addEventListener(event, stop, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  if (useIsEntryFormShown()) return null;
  return (
    <SignIn
      lead={<OnThisTablet />}
      aside={<SignInLinks />}
      calls={loadedSignInCalls}
      onSignedIn={(user) => history.replace(afterSignIn(user, to, location.origin))}
    />
  );
}
