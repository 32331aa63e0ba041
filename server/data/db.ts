import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/data/tables/tables.ts';

/** Either the database or an open transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;
