import { paths } from '#src/paths.ts';
import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** Unknown paths lead to the start (spec §2). */
export const anywhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ ...paths.home, replace: true });
  },
});
