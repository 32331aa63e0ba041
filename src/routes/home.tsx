import { paths } from '#src/paths.ts';
import { recordListOptions } from '#src/queries/dashboard.ts';
import { withoutDefaults } from '#src/search-params.ts';
import { homeTabs, workItems } from '#src/screens/frame/navigation.ts';
import { NavigationTabs } from '#src/screens/frame/NavigationTabs.tsx';
import { may } from '#src/session/permissions.ts';
import { currentSession, useSession } from '#src/session/session.ts';
import { createRoute, lazyRouteComponent, redirect, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HomeSearch } from './search.ts';
import { signedInRoute } from './signed-in.tsx';

const Figures = lazyRouteComponent(() => import('#src/screens/home/Figures.tsx'), 'Figures');
const Home = lazyRouteComponent(() => import('#src/screens/home/Home.tsx'), 'Home');

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  staticData: { title: ({ view }) => (view === 'figures' ? 'Figures' : 'Home') },
  validateSearch: HomeSearch,
  beforeLoad: ({ search }) => {
    if (search.view === undefined) startElsewhere();
    else if (currentSession() !== null && !may('dashboard.read')) throw redirect({ ...paths.home, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    if (deps.view === 'figures') return Figures.preload?.();
    const duration = deps.days ?? 'ALL';
    const confirmDue = deps.confirm === 'due';
    const filter = { page: deps.page ?? 1, status: deps.status ?? 'ALL', duration, confirmDue, search: '' } as const;
    void queryClient.prefetchQuery(recordListOptions(filter));
    return preloadHome();
  },
  component: HomeRoute,
});

/**
 * Sends a person who may not read consents to what they may open: an auditor to the figures, somebody who manages roles alone to those.
 *
 * @throws redirect
 */
export function startElsewhere(): void {
  const permissions = currentSession()?.user.permissions;
  if (permissions === undefined || permissions.includes('consents.read')) return;
  if (permissions.includes('dashboard.read')) throw redirect({ ...paths.figures, replace: true });
  throw redirect({ href: workItems(permissions, '/')[0]?.href ?? paths.profile.href, replace: true });
}

/** Loads the code of Home in advance. */
export const preloadHome = () => Home.preload?.();

function HomeRoute(): ReactNode {
  const navigate = homeRoute.useNavigate();
  return <HomeScreen search={homeRoute.useSearch()} onSearch={(search) => void navigate({ search })} />;
}

type HomeScreenProps = { readonly search: HomeSearch; readonly onSearch: (search: HomeSearch) => void };

/** Home, or the figures, below the tabs of both. */
export function HomeScreen({ search, onSearch }: HomeScreenProps): ReactNode {
  const path = useRouterState({ select: ({ location }) => location.href });
  const { page = 1, status = 'ALL', days = 'ALL', view, time = 'week', confirm, list } = search;
  return (
    <>
      <NavigationTabs label="Home" items={homeTabs(useSession()?.user.permissions ?? [], path)} />
      {view === 'figures' ? (
        <Figures
          time={time}
          duration={search.days ?? 'MONTH'}
          onShow={(next) =>
            onSearch({
              view,
              time: next.time === 'week' ? undefined : next.time,
              days: next.duration === 'MONTH' ? undefined : next.duration,
            })
          }
        />
      ) : (
        <Home
          page={page}
          status={status}
          duration={days}
          confirmDue={confirm === 'due'}
          isAll={list === 'all'}
          onFilter={(next) =>
            onSearch({
              ...withoutDefaults(
                { page: next.page, status: next.status, days: next.duration },
                { page: 1, status: 'ALL', days: 'ALL' },
              ),
              confirm: next.confirmDue ? 'due' : undefined,
              list,
            })
          }
        />
      )}
    </>
  );
}
