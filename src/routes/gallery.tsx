import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** The component gallery at `/ui`, for developers. Only in development: a build contains none of it. */
export function galleryRoutes(): AnyRoute[] {
  if (!import.meta.env.DEV) return [];
  const gallery = createRoute({
    getParentRoute: () => rootRoute,
    path: '/ui',
    staticData: { title: 'Widgets' },
    component: lazyRouteComponent(() => import('#src/ui/Gallery.tsx'), 'Gallery'),
  });
  return [gallery];
}
