import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { useQuery } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { RouterProvider } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import * as v from 'valibot';
import { currentOfflineSession, setOfflineSession } from '#src/offline/session.ts';
import { startVaultLifecycle } from '#src/offline/lifecycle.ts';
import { openErrorHandlers } from '#src/auth/open-errors.ts';
import { keepTabletPin } from '#src/offline/tablet-pin.ts';
import { watchLive } from './live/watch-live.ts';
import { BlockingScreen } from './notices/BlockingScreen.tsx';
import { MaintenanceBanner } from '#src/screens/frame/MaintenanceBanner.tsx';
import { watchConnection } from './notices/connection.ts';
import { NoticeBars } from './notices/NoticeBars.tsx';
import { hideNotice, showNotice } from './notices/persistent-notices.ts';
import { watchForUpdates } from '#src/tablet/update.tsx';
import { watchReadiness } from '#src/tablet/watch-readiness.ts';
import { watchTablet } from '#src/tablet/watch-tablet.ts';
import { askAnewAfterOffline } from '#src/queries/client/after-offline.ts';
import { invalidateAfterSync } from '#src/queries/client/invalidate-after-sync.ts';
import { refreshChanged } from '#src/queries/client/refresh-changed.ts';
import { createQueryClient, isPersisted, persistOptions } from '#src/queries/client/query-client.ts';
import { configOptions, syncConfirmSettings } from './queries/reference.ts';
import { prefetchAfterSignIn } from '#src/queries/ready/prefetch-after-sign-in.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { createStaffRouter } from './router.tsx';
import { PublicFoot } from './public-pages/PublicFoot.tsx';
import { SignInSearch } from './routes/search.ts';
import { OnThisTablet } from './screens/sign-in/OnThisTablet.tsx';
import { signInCalls } from './screens/sign-in/sign-in-calls.ts';
import type { SignInCalls } from './screens/sign-in/sign-in-props.ts';
import { parseSearch } from './search-params.ts';
import { afterSignIn } from './session/after-sign-in.ts';
import type { Href } from './ui/href.ts';
import { preloadOnIntent } from './routes/preload.ts';
import { ErrorBoundary } from './screens/frame/ErrorBoundary.tsx';
import { keepSteadyClock } from '#src/device/clock.ts';
import { guardAgainstHandover, leaveIfHandedOver } from '#src/auth/handover-guard.ts';
import { currentSession, currentOverlay, endReason, onSessionEnd, onOverlayRemoved, subscribe } from './session/session.ts';
import { resumeOnReconnect } from '#src/auth/auth.ts';
import { localStorageOrNull } from '#src/device/web-storage.ts';
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx';
import { hasHandoff } from '#src/device/handoff-checks.ts';
import { paths } from '#src/paths.ts';

/** The started app: its screens, and what the sign-in form that is shown before them needs of it. */
export type StaffApp = {
  readonly screens: ReactNode;
  readonly signInCalls: SignInCalls;
  /** Navigates inside the app. */
  readonly go: (href: Href) => void;
  /** Opens what follows the sign-in. Resolves once it is shown. */
  readonly openAfterSignIn: (user: User) => Promise<void>;
  readonly ProductName: ComponentType;
  readonly Maintenance: ComponentType;
  readonly Foot: ComponentType;
  readonly OnThisTablet: ComponentType;
};

/** Starts the staff app. Null on a tablet during a handover: nothing of it is ever rendered there. */
export function startStaffApp(): StaffApp | null {
  guardAgainstHandover();
  if (leaveIfHandedOver()) return null;
  putHomeBehindCase();
  const queryClient = createQueryClient();
  const router = createStaffRouter(queryClient);
  onSessionEnd((userId) => {
    if (currentOfflineSession()?.userId === userId) setOfflineSession(null);
    queryClient.removeQueries({ predicate: (query) => !isPersisted(query) });
    queryClient.getMutationCache().clear();
  });
  subscribe(sayWhyEnded);
  // Data that were requested under the overlay and refused, or changed meanwhile, are fetched again.
  onOverlayRemoved(() => void queryClient.invalidateQueries());
  startVaultLifecycle(openErrorHandlers);
  keepTabletPin(() =>
    currentSession()?.user.hasTabletPin === true ? (currentOfflineSession()?.store.vault.userHash ?? null) : null,
  );
  keepSteadyClock();
  resumeOnReconnect();
  askAnewAfterOffline(queryClient);
  invalidateAfterSync(queryClient);
  watchLive(refreshChanged(queryClient));
  prefetchAfterSignIn(queryClient);
  watchReadiness(queryClient);
  syncConfirmSettings(queryClient);
  watchConnection();
  watchTablet(() => queryClient.getQueryData(configOptions().queryKey)?.settings.timeZone ?? DEFAULT_ZONE);
  preloadOnIntent(router);
  if (import.meta.env.PROD) watchForUpdates();
  const screens = (
    <ThemeProvider>
      <BlockingScreen />
      <NoticeBars />
      <ErrorBoundary>
        <PersistQueryClientProvider
          client={queryClient}
          persistOptions={persistOptions(localStorageOrNull(), import.meta.env.MODE)}
        >
          <RouterProvider router={router} />
        </PersistQueryClientProvider>
      </ErrorBoundary>
    </ThemeProvider>
  );
  return {
    screens,
    signInCalls,
    go: (href) => router.history.push(href),
    openAfterSignIn: (user) => {
      const { to } = v.parse(SignInSearch, parseSearch(location.search));
      return router.navigate({ href: afterSignIn(user, to, location.origin), replace: true });
    },
    // The screens fetch it.
    ProductName: () => useQuery({ ...configOptions(), enabled: false }, queryClient).data?.product.name ?? 'Assent',
    Maintenance: () => <MaintenanceBanner isCard client={queryClient} />,
    Foot: PublicFoot,
    OnThisTablet,
  };
}

/** Explains a session that ended unasked until the next sign-in (spec §8); an overlay explains it itself. */
function sayWhyEnded(): void {
  const reason = endReason();
  if (currentSession() !== null || currentOverlay() !== null) hideNotice('session-ended');
  else if (reason !== null) showNotice({ id: 'session-ended', message: reason, tone: 'stop' });
}

/**
 * Puts Home before the case in the history of a tab that was taken back without a network. The entries before belong to pages from
 * before the handover: Back would load one anew, without the keys, and ask for the password again. Runs before the router reads the
 * address.
 */
function putHomeBehindCase(): void {
  if (!hasHandoff('staff')) return;
  const { pathname, search } = location;
  history.replaceState(null, '', paths.home.href);
  history.pushState(null, '', pathname + search);
}
