import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** The house's widgets, for those who build with them. Only in development. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ui',
  staticData: { title: 'Widgets' },
  component: lazyRouteComponent(() => import('#src/ui/Gallery.tsx'), 'Gallery'),
});
