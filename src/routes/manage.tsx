import { ManageNav } from '#src/screens/frame/ManageNav.tsx';
import { createRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

/** People, roles, tablets and the security log: one row of links above them. */
export const manageRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'manage', component: Manage });

function Manage() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <ManageNav path={path} />
      <Outlet />
    </>
  );
}
