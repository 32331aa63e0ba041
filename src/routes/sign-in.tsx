import { SignIn } from '#src/screens/sign-in/SignIn.tsx';
import { restoreSession } from '#src/session/restore.ts';
import { safePath } from '#src/session/safe-path.ts';
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
    // A server that does not answer must not keep the form away.
    await restoreSession().catch(() => undefined);
    if (currentSession() !== null) throw redirect({ href: safePath(search.to, location.origin), replace: true });
  },
  component: SignInRoute,
});

function SignInRoute(): ReactNode {
  const { to } = signInRoute.useSearch();
  const { history } = useRouter();
  return <SignIn onSignedIn={() => history.replace(safePath(to, location.origin))} />;
}
