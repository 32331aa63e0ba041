import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** The house's widgets at `/ui`, for those who build with them. Only in development: a build holds nothing of it. */
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
