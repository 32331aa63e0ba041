import type { Kysely } from 'kysely';
import { refreshDerived } from '#server/data/sync/refresh-derived.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** Works out anew by what people are found: more signs are one apostrophe or one hyphen than the build before knew. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await refreshDerived(db);
}
