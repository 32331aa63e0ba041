import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const termsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/terms',
  staticData: { title: 'Terms of use' },
  component: lazyRouteComponent(() => import('#src/screens/terms/Terms.tsx'), 'Terms'),
});
