import type { Database } from './connection.ts';
import { openEmbedded, type EmbeddedOptions } from '#server/data/open/embedded/embedded.ts';
import { openPostgres } from './postgres.ts';

/** `url` chooses a PostgreSQL server; without it the embedded database in `dataDir` is used. */
export type DatabaseOptions = EmbeddedOptions & { readonly url?: string | undefined; readonly connections?: number };

/** @throws DatabaseUnusable with a sentence for the person who starts the server */
export function openDatabase<T>({ url, connections, ...embedded }: DatabaseOptions): Promise<Database<T>> {
  if (!url) return openEmbedded<T>(embedded);
  const { limits } = embedded;
  return openPostgres<T>({ url, ...(connections === undefined ? {} : { connections }), ...(limits && { limits }) });
}
