import { may } from '#src/session/permissions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { procedureNamesOptions, wholeOptions } from '#src/queries/library/library.ts';
import { activePlansOptions } from '#src/queries/people.ts';
import { configOptions, faqOptions, hospitalsOptions } from '#src/queries/reference.ts';

/**
 * Fetches the library and hospital data that the screens need offline, for the person signed in, and stores them on this device.
 * Fresh data are not fetched again. Never fails: missing data are fetched with the next sign-in.
 */
export async function prefetchCatalogue(client: QueryClient): Promise<void> {
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
