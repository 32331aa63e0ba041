import { withoutDefaults } from '#src/search-params.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { notesPanel } from './notes-panel.tsx';
import { permitted } from './permitted.ts';
import { ConsentsSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Consents = lazyRouteComponent(() => import('#src/screens/home/Consents.tsx'), 'Consents');
const CaseView = lazyRouteComponent(() => import('#src/screens/cases/CaseScreen.tsx'), 'CaseScreen');

/** The list of consents; with an id, one case. */
export const consentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/consent',
  staticData: { title: ({ id }) => (id === undefined ? 'Consents' : 'Consent') },
  validateSearch: ConsentsSearch,
  beforeLoad: permitted('consents.read'),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ deps: { id } }) => (id === undefined ? Consents.preload?.() : CaseView.preload?.()),
  component: ConsentsRoute,
});

function ConsentsRoute(): ReactNode {
  const { id, page = 1, status = 'ALL', whose, next, figure, from, to } = consentsRoute.useSearch();
  const navigate = consentsRoute.useNavigate();
  if (id !== undefined) return <CaseView key={id} recordID={id} notes={notesPanel} handsOver={next === 'handover'} />;
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
