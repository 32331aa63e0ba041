import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { manageRoute } from './manage.tsx';
import { permitted } from './permitted.ts';
import { SubjectAccessSearch } from './search.ts';

const StoredCopies = lazyRouteComponent(() => import('#src/screens/privacy/StoredCopies.tsx'), 'StoredCopies');

export const subjectAccessRoute = createRoute({
  getParentRoute: () => manageRoute,
  path: '/subject-access',
  staticData: { title: 'Privacy' },
  validateSearch: SubjectAccessSearch,
  beforeLoad: permitted('privacy.manage'),
  loader: () => StoredCopies.preload?.(),
  component: SubjectAccessRoute,
});

function SubjectAccessRoute(): ReactNode {
  const { patient, pack } = subjectAccessRoute.useSearch();
  return <StoredCopies patientID={patient} packID={pack} />;
}
