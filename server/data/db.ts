import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Either the database or an open transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;
