import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentHeld, hold } from './held/held.ts';
import { keepHeld } from './held/keeper.ts';
import { heldTroubles } from './held/troubles.ts';
import { BlockingScreen } from './notices/BlockingScreen.tsx';
import { watchConnection } from './notices/connection.ts';
import { hideNotice, showNotice } from './notices/notices.tsx';
import { watchForUpdates } from './notices/update.tsx';
import { watchTablet } from './notices/watch-tablet.ts';
import { askAgainWhenSent } from './queries/ask-again.ts';
import { createQueryClient, isPersisted, persistOptions } from './queries/query-client.ts';
import { configOptions } from './queries/reference.ts';
import { warmAfterSignIn } from './queries/warm-after-sign-in.ts';
import { createStaffRouter } from './router.tsx';
import { preloadOnIntent } from './routes/preload.ts';
import { ErrorBoundary } from './screens/frame/ErrorBoundary.tsx';
import { guardAgainstHandover, leaveIfHandedOver } from './session/handover-guard.ts';
import { currentSession, currentVeil, endReason, onSessionEnd, onVeilLifted, subscribe } from './session/session.ts';
import { guardSinks } from './trusted-types.ts';
import { ThemeProvider } from './ui/ThemeProvider.tsx';

/** Starts the staff app; on a tablet that is handed over, nothing of it is ever rendered. */
function start(): void {
  guardSinks();
  guardAgainstHandover();
  if (leaveIfHandedOver()) return;
  const queryClient = createQueryClient();
  const router = createStaffRouter(queryClient);
  onSessionEnd((userId) => {
    if (currentHeld()?.userId === userId) hold(null);
    queryClient.removeQueries({ predicate: (query) => !isPersisted(query) });
    queryClient.getMutationCache().clear();
  });
  subscribe(sayWhyEnded);
  // What was asked for and refused, or has changed, under a veil.
  onVeilLifted(() => void queryClient.invalidateQueries());
  keepHeld(heldTroubles);
  askAgainWhenSent(queryClient);
  warmAfterSignIn(queryClient);
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
          <PersistQueryClientProvider client={queryClient} persistOptions={persistOptions(localStorage, import.meta.env.MODE)}>
            <RouterProvider router={router} />
          </PersistQueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

/** A session that ended unasked says so until the next sign-in (spec §8); a veil says it itself. */
function sayWhyEnded(): void {
  const reason = endReason();
  if (currentSession() !== null || currentVeil() !== null) hideNotice('session-ended');
  else if (reason !== null) showNotice({ id: 'session-ended', message: reason, tone: 'stop' });
}

start();
