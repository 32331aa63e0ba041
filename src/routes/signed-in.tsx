import { BrokenPage } from '#src/screens/frame/BrokenScreen.tsx';
import { StaffFrame } from '#src/screens/frame/StaffFrame.tsx';
import { restoreSession } from '#src/session/restore.ts';
import { currentSession, useSession } from '#src/session/session.ts';
import { createRoute, Outlet, redirect, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rootRoute } from './root.tsx';

/** Everything that needs a session. Without one the sign-in screen comes first and leads back to the place asked for. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signedIn',
  beforeLoad: async ({ location }) => {
    await restoreSession();
    if (currentSession() === null) {
      const to = location.href === '/' ? {} : { to: location.href };
      throw redirect({ to: '/login', search: to, replace: true });
    }
  },
  component: SignedIn,
  errorComponent: BrokenPage,
});

function SignedIn() {
  const session = useSession();
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.href });
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare === true) });
  const isOver = session === null;
  useEffect(() => {
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  // Nothing about a patient stays on screen for the moment until the sign-in screen stands there.
  if (isOver) return null;
  return (
    <StaffFrame path={path} bare={isBare}>
      <Outlet />
    </StaffFrame>
  );
}
