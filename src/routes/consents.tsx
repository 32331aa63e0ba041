import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { notesPanel } from './notes-panel.tsx';
import { permitted } from './permitted.ts';
import { ConsentsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Consents = lazyRouteComponent(() => import('#src/screens/home/Consents.tsx'), 'Consents');
const ImportConsents = lazyRouteComponent(() => import('#src/screens/import/consents/ImportConsents.tsx'), 'ImportConsents');
const CaseView = lazyRouteComponent(() => import('#src/screens/cases/CaseScreen.tsx'), 'CaseScreen');

/** The list of consents, and their import; with an id, one case. */
export const consentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/consent',
  staticData: { title: ({ id, mode }) => (id !== undefined ? 'Consent' : mode === 'import' ? 'Import consents' : 'Consents') },
  validateSearch: ConsentsSearch,
  loaderDeps: ({ search: { id, mode } }) => ({ id, mode }),
  beforeLoad: ({ search: { id, mode }, preload }) =>
    permitted(id === undefined && mode === 'import' ? 'patients.import' : 'consents.read')({ preload }),
  loader: ({ deps: { id, mode } }) => (id !== undefined ? CaseView : mode === 'import' ? ImportConsents : Consents).preload?.(),
  component: ConsentsRoute,
});

function ConsentsRoute(): ReactNode {
  const { id, page = 1, status = 'ALL', whose, mode, next, figure, from, to } = consentsRoute.useSearch();
  const navigate = consentsRoute.useNavigate();
  if (id !== undefined) return <CaseView key={id} recordID={id} notes={notesPanel} handsOver={next === 'handover'} />;
  if (mode === 'import') return <ImportConsents />;
  return (
    <Consents
      page={page}
      status={status}
      isMine={whose !== 'all'}
      counted={figure === undefined ? undefined : { figure, from, to }}
      onFilter={(next) =>
        void navigate({
          search: {
            ...withoutDefaults({ page: next.page, status: next.status }, { page: 1, status: 'ALL' }),
            whose: next.isMine ? undefined : 'all',
            figure,
            from,
            to,
          },
        })
      }
    />
  );
}
