import { PublicFrame } from '#src/screens/frame/PublicFrame.tsx';
import { createRoute, Outlet } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** Parent of every route that needs no session. */
export const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: Public });

function Public() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
