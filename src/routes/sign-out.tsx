import { SignOut } from '#src/screens/sign-in/SignOut.tsx';
import { createRoute, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';

/** Signs out when it is shown, not when it is loaded: a link under the pointer may be loaded ahead. */
export const signOutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/logout',
  staticData: { title: 'Signing out' },
  component: SignOutRoute,
});

function SignOutRoute(): ReactNode {
  const { history } = useRouter();
  return <SignOut onSignedOut={() => history.replace('/login')} />;
}
