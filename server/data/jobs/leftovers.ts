import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

type Leftover = {
  readonly table: string;
  /** the columns of its key */
  readonly key: string;
  /** when it ended or was made, by which it is found through an index */
  readonly at: string;
  /** which of them, where not all */
  readonly only?: string;
};

/** Rows that serve nothing after their end. */
export const LEFTOVERS = {
  sessions: { table: 'sessions', key: 'id', at: 'ends_at' },
  halfSignIns: { table: 'half_sign_ins', key: 'user_id', at: 'at' },
  codes: { table: 'one_time_codes', key: 'id', at: 'ends_at' },
  tickets: { table: 'tickets', key: 'token_hash', at: 'ends_at' },
  documentLinks: { table: 'document_links', key: 'token_hash', at: 'ends_at' },
  mails: { table: 'mails', key: 'organisation_id, id', at: 'created_at', only: `state <> 'QUEUED' and link_id is null` },
  mailJobs: { table: 'jobs', key: 'id', at: 'created_at', only: `kind = 'MAIL' and state = 'DONE'` },
  packJobs: { table: 'jobs', key: 'id', at: 'created_at', only: `kind = 'PACK' and state = 'DONE'` },
  notifications: { table: 'notifications', key: 'organisation_id, id', at: 'settled_at', only: `state <> 'OPEN'` },
  callbackKeys: { table: 'callback_keys', key: 'hash', at: 'at' },
  deadAddresses: { table: 'dead_addresses', key: 'organisation_id, recipient_mac, channel', at: 'at' },
  nonces: { table: 'used_nonces', key: 'organisation_id, hash', at: 'ends_at' },
  answers: { table: 'idempotency', key: 'owner, op_id', at: 'created_at' },
  throttles: { table: 'throttles', key: 'name', at: 'resets_at' },
} as const satisfies Record<string, Leftover>;
export type LeftoverKind = keyof typeof LEFTOVERS;
export const LEFTOVER_KINDS = Object.keys(LEFTOVERS) as LeftoverKind[];

/** Claims the deleting until this transaction ends; false while another server has it. */
export async function claimDeleting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('assent leftovers', 0)) as "isMine"`.execute(db);
  return rows[0]?.isMine === true;
}

/** Deletes the oldest rows of a kind from before a moment, ISO; rows that somebody holds are left for the next time. @returns how many */
export async function deleteLeftovers(
  db: Db,
  kind: LeftoverKind,
  { before, most }: { readonly before: string; readonly most: number },
): Promise<number> {
  const { table, key, at, only = 'true' }: Leftover = LEFTOVERS[kind];
  // The names are those of the list above; the limit stands in the text, so that the plan reckons with few rows.
  const [from, keys, time, which] = [sql.raw(table), sql.raw(key), sql.raw(at), sql.raw(only)];
  const { numAffectedRows } = await sql`
    delete from ${from} where (${keys}) in (
      select ${keys} from ${from} where ${time} < ${before} and ${which} order by ${time} limit ${sql.lit(most)} for update skip locked)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
