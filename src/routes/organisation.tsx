import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';

const Organisation = lazyRouteComponent(() => import('#src/screens/organisation/Organisation.tsx'), 'Organisation');

export const organisationRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/organisation',
  staticData: { title: 'Organisation' },
  beforeLoad: permitted('organisation.manage'),
  loader: () => Organisation.preload?.(),
  component: Organisation,
});
