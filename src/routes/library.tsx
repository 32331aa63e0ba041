import { paths } from '#src/paths.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { permitted } from './permitted.ts';
import { libraryTabsRoute } from './library-tabs.tsx';
import { LibrarySearch } from './search.ts';

const Library = lazyRouteComponent(() => import('#src/screens/library/Library.tsx'), 'Library');
const ProcedureView = lazyRouteComponent(() => import('#src/screens/library/ProcedureView.tsx'), 'ProcedureView');
const EditProcedure = lazyRouteComponent(() => import('#src/screens/library/EditProcedure.tsx'), 'EditProcedure');
const EditLinks = lazyRouteComponent(() => import('#src/screens/library/EditLinks.tsx'), 'EditLinks');

const EditSection = lazyRouteComponent(() => import('#src/screens/library/sections/EditSection.tsx'), 'EditSection');

const mayEdit = permitted('procedures.edit');
const mayWriteSections = permitted('consents.write');

export const libraryRoute = createRoute({
  getParentRoute: () => libraryTabsRoute,
  path: '/procedure',
  staticData: {
    title: ({ id, mode }) => (mode === 'new' ? 'New procedure' : id === undefined ? 'Library' : 'Procedure'),
  },
  validateSearch: LibrarySearch,
  beforeLoad: (context) => {
    permitted('consents.read')(context);
    const { mode } = context.search;
    if (mode !== undefined) (mode === 'section' ? mayWriteSections : mayEdit)(context);
  },
  loaderDeps: ({ search: { id, mode } }) => ({ id, mode }),
  loader: ({ deps: { id, mode } }) => screenOf(id, mode).preload?.(),
  component: LibraryRoute,
});

type Mode = 'new' | 'edit' | 'links' | 'section' | undefined;

function screenOf(id: string | undefined, mode: Mode) {
  if (mode === 'new') return EditProcedure;
  if (id === undefined) return Library;
  if (mode === 'section') return EditSection;
  return mode === 'edit' ? EditProcedure : mode === 'links' ? EditLinks : ProcedureView;
}

function LibraryRoute(): ReactNode {
  const { id, version, mode, section, page = 1, status = 'ALL' } = libraryRoute.useSearch();
  const navigate = libraryRoute.useNavigate();
  if (mode === 'new' || (mode === 'edit' && id !== undefined))
    return (
      <EditProcedure
        key={id ?? 'new'}
        id={mode === 'new' ? null : (id ?? null)}
        onSaved={(saved) => void navigate({ ...paths.procedureVersion(saved.procedureID, saved.version), replace: true })}
      />
    );
  if (id === undefined)
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
  if (mode === 'section')
    return (
      <EditSection
        key={section ?? 'new'}
        procedureID={id}
        sectionID={section ?? null}
        onSaved={() => void navigate({ ...paths.procedure(id), replace: true })}
      />
    );
  if (mode === 'links') return <EditLinks id={id} onSaved={() => void navigate({ ...paths.procedure(id), replace: true })} />;
  return <ProcedureView id={id} version={version} />;
}
