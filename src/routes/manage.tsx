import { managingPlaces } from '#src/screens/frame/places.ts';
import { PlaceTabs } from '#src/screens/frame/PlaceTabs.tsx';
import { useSession } from '#src/session/session.ts';
import { createRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

/** People, roles, the organisation, tablets, the security log, the audit trail and what is stuck: one row of links above them. */
export const manageRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'manage', component: Manage });

function Manage() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const held = useSession()?.user.permissions ?? [];
  return (
    <>
      <PlaceTabs label="Manage" places={managingPlaces(held, path)} />
      <Outlet />
    </>
  );
}
