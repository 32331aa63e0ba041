import { handoverFlag } from '#src/session/handover.ts';
import { useSession, useVeil } from '#src/session/session.ts';
import { useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads to the sign-in screen once a session has ended for good. For layouts whose screens need one. */
export function useSignInAtEnd(): void {
  const router = useRouter();
  const isOver = useSession() === null;
  useEffect(() => {
    // A tablet that is handed over is on its way to the patient's page: nothing may turn it back.
    if (isOver && handoverFlag() === null) void router.navigate({ to: '/login', replace: true, ignoreBlocker: true });
  }, [isOver, router]);
}

/**
 * Keeps the address true under a veil: an ended session shows the sign-in's address while its screens wait, and the browser's
 * Back and Forward move nothing.
 */
export function useVeiledPlace(): void {
  const router = useRouter();
  const kind = useVeil()?.kind;
  // A screen under the veil may still go on by itself, for instance to what it has just saved.
  const href = useRouterState({ select: ({ location }) => location.href });
  useBlocker({
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE',
    enableBeforeUnload: false,
    disabled: kind === undefined,
  });
  useEffect(() => {
    if (kind !== 'ended') return undefined;
    const stay = { to: '.', search: true, replace: true, resetScroll: false, ignoreBlocker: true } as const;
    const mask = { to: '/login', search: { to: href }, unmaskOnReload: true } as const;
    void router.navigate({ ...stay, mask, state: { veiled: true } });
    return () => {
      if (router.state.location.state.veiled === true) void router.navigate({ ...stay, state: {} });
    };
  }, [kind, router, href]);
}
