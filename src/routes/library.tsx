import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { libraryPlacesRoute } from './library-places.tsx';
import { LibrarySearch } from './search.ts';

const Library = lazyRouteComponent(() => import('#src/screens/library/Library.tsx'), 'Library');
const ProcedureView = lazyRouteComponent(() => import('#src/screens/library/ProcedureView.tsx'), 'ProcedureView');

export const libraryRoute = createRoute({
  getParentRoute: () => libraryPlacesRoute,
  path: '/procedure',
  staticData: { title: ({ id }) => (id === undefined ? 'Library' : 'Procedure') },
  validateSearch: LibrarySearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ deps: { id } }) => (id === undefined ? Library : ProcedureView).preload?.(),
  component: LibraryRoute,
});

function LibraryRoute(): ReactNode {
  const { id, page = 1, status = 'ALL' } = libraryRoute.useSearch();
  const navigate = libraryRoute.useNavigate();
  if (id !== undefined) return <ProcedureView id={id} />;
  return (
    <Library
      page={page}
      status={status}
      onFilter={(next) =>
        void navigate({
          search: withoutDefaults(next, { page: 1, status: 'ALL' }),
        })
      }
    />
  );
}
