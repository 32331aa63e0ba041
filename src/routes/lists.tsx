import { paths } from '#src/paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';
import { permitted } from './permitted.ts';

const TheatreLists = lazyRouteComponent(() => import('#src/screens/lists/TheatreLists.tsx'), 'TheatreLists');

const TheatreSheet = lazyRouteComponent(() => import('#src/screens/lists/sheet/TheatreSheet.tsx'), 'TheatreSheet');

/** The lists of operations and clinics by day. */
export const listsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/listed',
  staticData: { title: ({ mode }) => (mode === 'sheet' ? 'Sheet for a dead tablet' : 'Lists') },
  validateSearch: ListsSearch,
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  loader: ({ deps: { mode } }) => (mode === 'sheet' ? TheatreSheet : TheatreLists).preload?.(),
  beforeLoad: ({ search: { mode }, preload }) => {
    permitted('patients.read')({ preload });
    if (mode === 'sheet') permitted('consents.read')({ preload });
  },
  component: ListsRoute,
});

function ListsRoute(): ReactNode {
  const search = listsRoute.useSearch();
  const navigate = listsRoute.useNavigate();
  const { mode, ...filter } = search;
  if (mode === 'sheet') return <TheatreSheet filter={filter} back={paths.listsOf(filter).href} />;
  return <TheatreLists filter={filter} onFilter={(next) => void navigate({ search: next, replace: true })} />;
}
