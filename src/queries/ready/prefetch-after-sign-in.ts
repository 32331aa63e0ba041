import { currentSession, subscribe } from '#src/session/session.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Delay of the prefetch, ms [choice]: the first screen's own calls go first. */
const PREFETCH_DELAY = 3000;

/** Updates this device's copy of the library with each session and each new token. @returns how to stop */
export function prefetchAfterSignIn(client: QueryClient): () => void {
  let warmed: string | null = null;
  let timer = 0;
  const look = () => {
    const session = currentSession();
    if (session === null || session.token === null || session.token === warmed || session.user.status !== 'ACTIVE') return;
    warmed = session.token;
    clearTimeout(timer);
    timer = window.setTimeout(() => void prefetch(client, session.token), PREFETCH_DELAY);
  };
  look();
  const stop = subscribe(look);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function prefetch(client: QueryClient, token: string | null): Promise<void> {
  if (currentSession()?.token !== token) return;
  // The store comes with Dexie, which the first screen does not wait for.
  const { prefetchCatalogue: warmCatalogue } = await import('./prefetch-catalogue.ts');
  await warmCatalogue(client);
}
