import { libraryTabs } from '#src/screens/frame/navigation.ts';
import { NavigationTabs } from '#src/screens/frame/NavigationTabs.tsx';
import { createRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

/** Procedures and templates: one row of links above them. */
export const libraryTabsRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'library', component: LibraryTabs });

function LibraryTabs() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <NavigationTabs label="Library" items={libraryTabs(path)} />
      <Outlet />
    </>
  );
}
