import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';
import { PublicPageSearch } from './search.ts';

const Privacy = lazyRouteComponent(() => import('#src/screens/public-pages/Privacy.tsx'), 'Privacy');

/** Public: how an organisation deals with the data of whoever reads this. */
export const privacyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  staticData: { title: 'Privacy notice' },
  validateSearch: PublicPageSearch,
  loader: () => Privacy.preload?.(),
  component: PrivacyRoute,
});

function PrivacyRoute(): ReactNode {
  return <Privacy organisation={privacyRoute.useSearch().o} />;
}
