import { OnThisTablet } from '#src/screens/sign-in/OnThisTablet.tsx';
import { SignIn } from '#src/screens/sign-in/SignIn.tsx';
import { SignInLinks } from '#src/screens/sign-in/SignInLinks.tsx';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { restoreSession } from '#src/session/restore.ts';
import { currentSession, startSession } from '#src/session/session.ts';
import { createRoute, redirect, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';
import { SignInSearch } from './search.ts';

export const signInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  staticData: { title: 'Sign in' },
  validateSearch: SignInSearch,
  beforeLoad: async ({ search }) => {
    // A server that does not answer must not keep the form away.
    await restoreSession().catch(() => undefined);
    const session = currentSession();
    if (session !== null) throw redirect({ href: afterSignIn(session.user, search.to, location.origin), replace: true });
  },
  component: SignInRoute,
});

function SignInRoute(): ReactNode {
  const { to } = signInRoute.useSearch();
  const { history } = useRouter();
  return (
    <SignIn
      lead={<OnThisTablet />}
      aside={<SignInLinks />}
      onSignedIn={(answer) => {
        startSession(answer);
        history.replace(afterSignIn(answer.user, to, location.origin));
      }}
    />
  );
}
