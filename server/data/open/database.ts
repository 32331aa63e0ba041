import type { Database } from './connection.ts';
import { openEmbedded, type EmbeddedOptions } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** `url` chooses a PostgreSQL server; without it the embedded database in `dataDir` is used. */
export type DatabaseOptions = EmbeddedOptions & { readonly url?: string | undefined };

/** @throws DatabaseUnusable with a sentence for the person who starts the server */
export function openDatabase<T>({ url, ...embedded }: DatabaseOptions): Promise<Database<T>> {
  return url ? openPostgres<T>({ url, ...(embedded.limits && { limits: embedded.limits }) }) : openEmbedded<T>(embedded);
}
