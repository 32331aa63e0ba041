import { paths } from '#src/paths.ts';
import { SignOut } from '#src/screens/sign-in/SignOut.tsx';
import { createRoute, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { publicRoute } from './public.tsx';

// Loaded lazily with the store, which the first screen does not wait for.
const NotSent = lazy(async () => ({ default: (await import('#src/screens/outbox/NotSentList.tsx')).NotSentList }));

/** Signs out when the component mounts, not when the route loads: a link under the pointer may be preloaded. */
export const signOutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/logout',
  staticData: { title: 'Signing out' },
  component: SignOutRoute,
});

function SignOutRoute(): ReactNode {
  const { history } = useRouter();
  return (
    <SignOut
      NotSent={NotSent}
      onSignedOut={() => history.replace(paths.signIn.href)}
      onStay={() => history.replace(paths.home.href)}
    />
  );
}
