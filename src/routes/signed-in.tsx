import { Unreachable } from '#contract/engine/call.ts';
import { isServerTrouble } from '#contract/engine/retry.ts';
import { paths } from '#src/paths.ts';
import { BrokenPage } from '#src/screens/frame/BrokenScreen.tsx';
import { StartBusy } from '#src/screens/frame/StartBusy.tsx';
import { StaffFrame } from '#src/screens/frame/StaffFrame.tsx';
import { useRememberedUsers } from '#src/screens/sign-in/use-remembered-users.ts';
import { openStep } from '#src/session/after-sign-in.ts';
import { resumeSession, whenResumed } from '#src/auth/auth.ts';
import { currentSession, currentOverlay, useSession } from '#src/session/session.ts';
import { readStoredSession } from '#src/session/stored-session.ts';
import {
  createRoute,
  Outlet,
  redirect,
  useMatches,
  useRouter,
  useRouterState,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { rootRoute } from './root.tsx';
import { useSignInAtEnd } from './session-places.ts';

/**
 * Parent of every route that needs a session. Without one the sign-in screen comes first and leads back to the requested address.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signedIn',
  beforeLoad: async ({ location }) => {
    await resumeOrAskToSignIn(location.href);
    const session = currentSession();
    const step = session === null ? null : openStep(session.user);
    if (step !== null) throw redirect({ href: step, replace: true });
    // Under the overlay the screens stay mounted; the overlay asks for the sign-in itself.
    if (session === null && currentOverlay() === null) {
      throw redirect({ ...signInFor(location.href), replace: true });
    }
  },
  component: SignedIn,
  errorComponent: StartFailed,
});

/**
 * While the server is out of reach, a reload leads to the sign-in screen, where the password opens the vault on this tablet. A server
 * that answers that it is busy ends no session: the address stays, and is tried again.
 */
async function resumeOrAskToSignIn(href: string): Promise<void> {
  try {
    await resumeSession();
  } catch (failure) {
    if (!(failure instanceof Unreachable)) throw failure;
    const { rememberedUsers } = await import('#src/offline/unlock.ts');
    // Where no password opens anything, the server is the only way.
    if ((await rememberedUsers()).length === 0) return goOnlyWithServer(failure);
    throw redirect({ ...signInFor(href), replace: true });
  }
}

async function goOnlyWithServer(failure: unknown): Promise<void> {
  await whenResumed();
  // A token that was refused meanwhile is no longer stored, and the sign-in follows.
  if (currentSession() === null && readStoredSession() !== null) throw failure;
}

function StartFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const href = useRouterState({ select: ({ location }) => location.href });
  const hasVault = useRememberedUsers().length > 0;
  if (currentSession() !== null || !isServerTrouble(error)) return <BrokenPage error={error} reset={reset} />;
  return <StartBusy onAgain={() => void router.invalidate()} passwordHref={hasVault ? signInFor(href).href : undefined} />;
}

/** The start needs no return address: people of some specialities have another start (spec §6). */
function signInFor(href: string) {
  return href === '/' ? paths.signIn : paths.signInFor(href);
}

function SignedIn() {
  const session = useSession();
  useSignInAtEnd();
  const path = useRouterState({ select: ({ location }) => location.href });
  const isBare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare === true) });
  // No patient data stay on screen until the sign-in screen is rendered.
  if (session === null) return null;
  return (
    <StaffFrame path={path} bare={isBare}>
      <Outlet />
    </StaffFrame>
  );
}
