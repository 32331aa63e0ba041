import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';

const Status = lazyRouteComponent(() => import('#src/screens/status/Status.tsx'), 'Status');

export const statusRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/status',
  staticData: { title: 'Status' },
  beforeLoad: permitted('users.manage'),
  loader: () => Status.preload?.(),
  component: Status,
});
