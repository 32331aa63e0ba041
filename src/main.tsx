import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentOfflineSession, setOfflineSession } from '#src/offline/session.ts';
import { startVaultLifecycle } from '#src/offline/lifecycle.ts';
import { openErrorHandlers } from '#src/offline/open-errors.ts';
import { keepTabletPin } from '#src/offline/tablet-pin.ts';
import { BlockingScreen } from './notices/BlockingScreen.tsx';
import { watchConnection } from './notices/connection.ts';
import { hideNotice, showNotice } from './notices/notices.tsx';
import { watchForUpdates } from './notices/update.tsx';
import { watchReadiness } from './notices/watch-readiness.ts';
import { watchTablet } from './notices/watch-tablet.ts';
import { invalidateAfterSync } from '#src/queries/invalidate-after-sync.ts';
import { createQueryClient, isPersisted, persistOptions } from './queries/query-client.ts';
import { configOptions } from './queries/reference.ts';
import { prefetchAfterSignIn } from '#src/queries/prefetch-after-sign-in.ts';
import { createStaffRouter } from './router.tsx';
import { preloadOnIntent } from './routes/preload.ts';
import { ErrorBoundary } from './screens/frame/ErrorBoundary.tsx';
import { keepSteadyClock } from './session/clock.ts';
import { guardAgainstHandover, leaveIfHandedOver } from './session/handover-guard.ts';
import { putHomeBehindCase } from './session/taken-back-history.ts';
import { currentSession, currentOverlay, endReason, onSessionEnd, onOverlayRemoved, subscribe } from './session/session.ts';
import { resumeOnReconnect } from './session/auth.ts';
import { localStorageOrNull } from './session/web-storage.ts';
import { guardSinks } from './trusted-types.ts';
import { ThemeProvider } from './ui/ThemeProvider.tsx';

/** Starts the staff app; on a tablet during a handover nothing of it is ever rendered. */
function start(): void {
  guardSinks();
  guardAgainstHandover();
  if (leaveIfHandedOver()) return;
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
  invalidateAfterSync(queryClient);
  prefetchAfterSignIn(queryClient);
  watchReadiness(queryClient);
  watchConnection();
  watchTablet(() => queryClient.getQueryData(configOptions().queryKey)?.settings.timeZone ?? 'Europe/London');
  preloadOnIntent(router);
  if (import.meta.env.PROD) watchForUpdates();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for the app');
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <BlockingScreen />
        <ErrorBoundary>
          <PersistQueryClientProvider
            client={queryClient}
            persistOptions={persistOptions(localStorageOrNull(), import.meta.env.MODE)}
          >
            <RouterProvider router={router} />
          </PersistQueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

/** Explains a session that ended unasked until the next sign-in (spec §8); an overlay explains it itself. */
function sayWhyEnded(): void {
  const reason = endReason();
  if (currentSession() !== null || currentOverlay() !== null) hideNotice('session-ended');
  else if (reason !== null) showNotice({ id: 'session-ended', message: reason, tone: 'stop' });
}

start();
