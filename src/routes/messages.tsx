import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';

const Messages = lazyRouteComponent(() => import('#src/screens/messages/Messages.tsx'), 'Messages');

export const messagesRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/messages',
  staticData: { title: 'Messages' },
  beforeLoad: permitted('organisation.manage'),
  loader: () => Messages.preload?.(),
  component: Messages,
});
