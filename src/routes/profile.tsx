import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { signedInRoute } from './signed-in.tsx';

const Profile = lazyRouteComponent(() => import('#src/screens/profile/Profile.tsx'), 'Profile');

/** The starting tab may be passed in by navigation state, as `tab` (spec §2). */
export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  staticData: { title: 'Your profile' },
  loader: () => Profile.preload?.(),
  component: ProfileRoute,
});

function ProfileRoute(): ReactNode {
  const tab = useRouterState({ select: ({ location: { state } }) => ('tab' in state ? state.tab : undefined) });
  const navigate = profileRoute.useNavigate();
  // Signing out ends the session on the server as well, and leads to the sign-in screen (spec §4).
  return <Profile tab={tab} onUpdated={() => void navigate({ ...paths.signOut, replace: true })} />;
}
