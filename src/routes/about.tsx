import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const aboutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/about',
  staticData: { title: 'About' },
  component: lazyRouteComponent(() => import('#src/screens/about/About.tsx'), 'About'),
});
