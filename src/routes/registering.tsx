import { paths } from '#src/paths.ts';
import { PublicFoot } from '#src/public-pages/PublicFoot.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { PublicFrame } from '#src/ui/layout/PublicFrame.tsx';
import { SessionEnding } from '#src/screens/frame/SessionEnding.tsx';
import { afterSignIn, openStep } from '#src/session/after-sign-in.ts';
import { resumeStored } from '#src/auth/auth.ts';
import { currentSession, currentOverlay, useSession } from '#src/session/session.ts';
import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';
import { useSignInAtEnd } from './session-places.ts';

/** The steps of a registration that need its session. A person is redirected to the step that is next for them (spec §4). */
export const registeringRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'registering',
  beforeLoad: async ({ location }) => {
    await resumeStored();
    const session = currentSession();
    if (session === null) {
      if (currentOverlay() === null) throw redirect({ ...paths.signIn, replace: true });
      return;
    }
    const place = openStep(session.user) ?? afterSignIn(session.user, undefined, globalThis.location.origin);
    if (place !== location.pathname) throw redirect({ href: place, replace: true });
  },
  component: Registering,
});

function Registering() {
  useSignInAtEnd();
  const { name } = useProduct();
  if (useSession() === null) return null;
  return (
    <PublicFrame product={name} foot={<PublicFoot />}>
      <SessionEnding />
      <Outlet />
    </PublicFrame>
  );
}
