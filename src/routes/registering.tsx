import { PublicFrame } from '#src/screens/frame/PublicFrame.tsx';
import { SessionEnding } from '#src/screens/frame/SessionEnding.tsx';
import { afterSignIn, openStep } from '#src/session/after-sign-in.ts';
import { restoreSession } from '#src/session/restore.ts';
import { currentSession, currentVeil, useSession } from '#src/session/session.ts';
import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';
import { useSignInAtEnd } from './session-places.ts';

/** The steps of a registration that need its session. Whoever comes here is led to the step that is theirs (spec §4). */
export const registeringRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'registering',
  beforeLoad: async ({ location }) => {
    await restoreSession();
    const session = currentSession();
    if (session === null) {
      if (currentVeil() === null) throw redirect({ to: '/login', replace: true });
      return;
    }
    const place = openStep(session.user) ?? afterSignIn(session.user, undefined, globalThis.location.origin);
    if (place !== location.pathname) throw redirect({ href: place, replace: true });
  },
  component: Registering,
});

function Registering() {
  useSignInAtEnd();
  if (useSession() === null) return null;
  return (
    <PublicFrame>
      <SessionEnding />
      <Outlet />
    </PublicFrame>
  );
}
