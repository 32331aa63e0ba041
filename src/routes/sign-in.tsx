import { OnThisTablet } from '#src/screens/sign-in/OnThisTablet.tsx';
import { SignIn } from '#src/screens/sign-in/SignIn.tsx';
import { SignInLinks } from '#src/screens/sign-in/SignInLinks.tsx';
import { afterSignIn } from '#src/session/after-sign-in.ts';
import { resumeStored } from '#src/session/auth.ts';
import { currentSession } from '#src/session/session.ts';
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
    // A server that does not answer must not keep the form from showing.
    await resumeStored().catch(() => undefined);
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
      onSignedIn={(user) => history.replace(afterSignIn(user, to, location.origin))}
    />
  );
}
