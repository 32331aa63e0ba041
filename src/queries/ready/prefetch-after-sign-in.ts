import { readOrganisation } from '#src/public-pages/organisation-info.ts';
import { ownOrganisationId } from '#src/queries/own-organisation.ts';
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
  // This device shows it to patients and before a sign-in, also without a network.
  void readOrganisation(ownOrganisationId());
  // The store comes with Dexie, which the first screen does not wait for.
  const { prefetchCatalogue: warmCatalogue } = await import('./prefetch-catalogue.ts');
  await warmCatalogue(client);
}
