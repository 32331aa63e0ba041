import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const faqsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/faqs',
  staticData: { title: 'Questions and answers' },
  component: lazyRouteComponent(() => import('#src/screens/about/Faqs.tsx'), 'Faqs'),
});
