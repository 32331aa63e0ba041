import { managementItems } from '#src/screens/frame/navigation.ts';
import { NavigationTabs } from '#src/screens/frame/NavigationTabs.tsx';
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
      <NavigationTabs label="Manage" items={managementItems(held, path)} />
      <Outlet />
    </>
  );
}
