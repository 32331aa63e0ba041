import { libraryPlaces } from '#src/screens/frame/places.ts';
import { PlaceTabs } from '#src/screens/frame/PlaceTabs.tsx';
import { createRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

/** Procedures and templates: one row of links above them. */
export const libraryPlacesRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'library', component: LibraryPlaces });

function LibraryPlaces() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <PlaceTabs label="Library" places={libraryPlaces(path)} />
      <Outlet />
    </>
  );
}
