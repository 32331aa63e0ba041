import { paths } from '#src/paths.ts';
import { handoverFlag } from '#src/session/handover.ts';
import { useSession, useOverlay } from '#src/session/session.ts';
import { useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Redirects to the sign-in screen once a session has ended for good. For layouts whose screens need a session. */
export function useSignInAtEnd(): void {
  const router = useRouter();
  const isOver = useSession() === null;
  useEffect(() => {
    // During a handover the tablet is navigating to the patient's page: no redirect may interrupt it.
    if (isOver && handoverFlag() === null) void router.navigate({ ...paths.signIn, replace: true, ignoreBlocker: true });
  }, [isOver, router]);
}

/**
 * Keeps the address in step with the overlay: an ended session shows the sign-in's address while its screens stay mounted, and
 * the browser's Back and Forward navigate nowhere.
 */
export function useVeiledPlace(): void {
  const router = useRouter();
  const kind = useOverlay()?.kind;
  // A screen under the overlay may still navigate by itself, for instance to the entity it has just saved.
  const href = useRouterState({ select: ({ location }) => location.href });
  useBlocker({
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE',
    enableBeforeUnload: false,
    disabled: kind === undefined,
  });
  useEffect(() => {
    if (kind !== 'ended') return undefined;
    const stay = { to: '.', search: true, replace: true, resetScroll: false, ignoreBlocker: true } as const;
    const mask = { ...paths.signInFor(href), unmaskOnReload: true } as const;
    void router.navigate({ ...stay, mask, state: { veiled: true } });
    return () => {
      if (router.state.location.state.veiled === true) void router.navigate({ ...stay, state: {} });
    };
  }, [kind, router, href]);
}
