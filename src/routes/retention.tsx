import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';

const Retention = lazyRouteComponent(() => import('#src/screens/retention/Retention.tsx'), 'Retention');

export const retentionRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/retention',
  staticData: { title: 'Retention' },
  beforeLoad: permitted('organisation.manage'),
  loader: () => Retention.preload?.(),
  component: Retention,
});
