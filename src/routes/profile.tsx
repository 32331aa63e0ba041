import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  staticData: { title: 'Your profile' },
  component: lazyRouteComponent(() => import('#src/screens/profile/Profile.tsx'), 'Profile'),
});
