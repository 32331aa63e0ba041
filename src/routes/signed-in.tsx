import { Unreachable } from '#contract/call.ts';
import { BrokenPage } from '#src/screens/frame/BrokenScreen.tsx';
import { takeUpParcel } from '#src/held/take-up.ts';
import { StaffFrame } from '#src/screens/frame/StaffFrame.tsx';
import { openStep } from '#src/session/after-sign-in.ts';
import { restoreSession } from '#src/session/restore.ts';
import { currentSession, currentVeil, useSession } from '#src/session/session.ts';
import { createRoute, Outlet, redirect, useMatches, useRouterState } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';
import { useSignInAtEnd } from './session-places.ts';

/** Everything that needs a session. Without one the sign-in screen comes first and leads back to the place asked for. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signedIn',
  beforeLoad: async ({ location }) => {
    await restoreOrUnlock(location.href);
    const session = currentSession();
    const step = session === null ? null : openStep(session.user);
    if (step !== null) throw redirect({ href: step, replace: true });
    // Under a veil the screens stay; it asks for the sign-in itself.
    if (session === null && currentVeil() === null) {
      const to = location.href === '/' ? {} : { to: location.href };
      throw redirect({ to: '/login', search: to, replace: true });
    }
  },
  component: SignedIn,
  errorComponent: BrokenPage,
});

/** Without an answer a reload leads to the sign-in, where the password opens what is kept on this tablet. */
async function restoreOrUnlock(href: string): Promise<void> {
  if (await takeUpParcel()) return;
  try {
    await restoreSession();
  } catch (failure) {
    if (!(failure instanceof Unreachable)) throw failure;
    const { rememberedHere } = await import('#src/held/unlock.ts');
    if ((await rememberedHere()).length === 0) throw failure;
    throw redirect({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true });
  }
}

function SignedIn() {
  const session = useSession();
  useSignInAtEnd();
  const path = useRouterState({ select: ({ location }) => location.href });
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare === true) });
  // Nothing about a patient stays on screen for the moment until the sign-in screen stands there.
  if (session === null) return null;
  return (
    <StaffFrame path={path} bare={isBare}>
      <Outlet />
    </StaffFrame>
  );
}
