import { may } from '#src/session/permissions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { procedureNamesOptions, wholeOptions } from './library.ts';
import { activePlansOptions } from './people.ts';
import { configOptions, faqOptions, hospitalsOptions } from './reference.ts';

/**
 * Fetches, for the person signed in, what the screens need of the library and of the hospital when there is no network, and keeps
 * it on this device. What is already fresh is not asked for again. Never fails: what does not come now comes with the next sign-in.
 */
export async function warmCatalogue(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(configOptions()),
    client.prefetchQuery(faqOptions()),
    client.prefetchQuery(hospitalsOptions()),
    client.prefetchQuery(activePlansOptions()),
  ]);
  if (!may('consents.read')) return;
  await client.prefetchQuery(wholeOptions('procedures'));
  await Promise.all([client.prefetchQuery(procedureNamesOptions()), client.prefetchQuery(wholeOptions('templates'))]);
}
