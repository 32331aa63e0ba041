import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicRoute } from './public.tsx';
import { PublicPageSearch } from './search.ts';

const Accessibility = lazyRouteComponent(() => import('#src/screens/public-pages/Accessibility.tsx'), 'Accessibility');

/** Public: the known limits of these pages, and whom to tell of others. */
export const accessibilityRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/accessibility',
  staticData: { title: 'Accessibility statement' },
  validateSearch: PublicPageSearch,
  loader: () => Accessibility.preload?.(),
  component: AccessibilityRoute,
});

function AccessibilityRoute(): ReactNode {
  return <Accessibility organisation={accessibilityRoute.useSearch().o} />;
}
