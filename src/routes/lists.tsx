import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';
import { permitted } from './permitted.ts';

const TheatreLists = lazyRouteComponent(() => import('#src/screens/lists/TheatreLists.tsx'), 'TheatreLists');

/** The lists of operations and clinics by day. */
export const listsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/listed',
  staticData: { title: () => 'Lists' },
  validateSearch: ListsSearch,
  loader: () => TheatreLists.preload?.(),
  beforeLoad: permitted('patients.read'),
  component: ListsRoute,
});

function ListsRoute(): ReactNode {
  const search = listsRoute.useSearch();
  const navigate = listsRoute.useNavigate();
  return <TheatreLists filter={search} onFilter={(next) => void navigate({ search: next, replace: true })} />;
}
