import type { Kysely } from 'kysely';
import { openEmbedded, type EmbeddedOptions } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** An open database with tables `T`; both kinds take the same SQL and give the same JavaScript values. */
export type Database<T> = {
  readonly db: Kysely<T>;
  readonly kind: 'embedded' | 'postgres';
  /** Whether it answers now; never throws. */
  ready(): Promise<boolean>;
  /** Waits for what is running, then closes. */
  close(): Promise<void>;
};

/** `url` chooses a PostgreSQL server; without it the embedded database in `dataDir` is used. */
export type DatabaseOptions = EmbeddedOptions & { readonly url?: string | undefined };

/** @throws DatabaseUnusable with a sentence for the person who starts the server */
export function openDatabase<T>({ url, ...embedded }: DatabaseOptions): Promise<Database<T>> {
  return url ? openPostgres<T>({ url, ...(embedded.limits && { limits: embedded.limits }) }) : openEmbedded<T>(embedded);
}
