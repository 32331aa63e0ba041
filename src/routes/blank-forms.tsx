import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from './public.tsx';

/** Public: a ward may be locked out just when it needs paper. */
export const blankFormsRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/blank-forms',
  staticData: { title: 'Blank forms' },
  component: lazyRouteComponent(() => import('#src/screens/blank-forms/BlankForms.tsx'), 'BlankForms'),
});
