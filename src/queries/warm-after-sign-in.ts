import { currentSession, subscribe } from '#src/session/session.ts';
import type { QueryClient } from '@tanstack/react-query';

/** The first screen gets what it asks for before, ms [choice]. */
const AFTER = 3000;

/** With each session, and each new token of it, brings what this device keeps of the library up to date. @returns how to stop */
export function warmAfterSignIn(client: QueryClient): () => void {
  let warmed: string | null = null;
  let timer = 0;
  const look = () => {
    const session = currentSession();
    if (session === null || session.token === null || session.token === warmed || session.user.status !== 'ACTIVE') return;
    warmed = session.token;
    clearTimeout(timer);
    timer = window.setTimeout(() => void warm(client, session.token), AFTER);
  };
  look();
  const stop = subscribe(look);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function warm(client: QueryClient, token: string | null): Promise<void> {
  if (currentSession()?.token !== token) return;
  // The store comes with Dexie, which the first screen does not wait for.
  const { warmCatalogue } = await import('./warm-catalogue.ts');
  await warmCatalogue(client);
}
