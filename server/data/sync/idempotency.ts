import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

type Key = { readonly owner: string; readonly op_id: string };
type Body = { readonly route: string; readonly body_sha256: string; readonly body_digest: number };
type NewKey = Key & Body & { readonly created_at: string };

/** A key after its claim. `isDone`: its call took effect so long ago that its answer is gone; `stored`: of an earlier call. */
export type ClaimedKey =
  | { readonly isNew: true; readonly isDone: boolean }
  | { readonly isNew: false; readonly stored: (Body & { answer: unknown }) | undefined };

/**
 * Inserts these keys, in one statement and in one order for all callers, so that two of them cannot wait for each other. A key that
 * another transaction has inserted is waited for.
 *
 * @returns in the order of the keys; `stored` is undefined for one that was pruned at this moment
 */
export async function claimKeys(db: Db, keys: readonly NewKey[]): Promise<ClaimedKey[]> {
  const { rows: inserted } = await sql<Key & { is_done: boolean }>`
    insert into idempotency (owner, op_id, route, body_sha256, body_digest, answer, created_at)
    select owner, op_id, route, body_sha256, body_digest, null, created_at
    from unnest(${column(keys, 'owner')}::text[], ${column(keys, 'op_id')}::uuid[], ${column(keys, 'route')}::text[],
      ${column(keys, 'body_sha256')}::text[], ${keys.map((key) => key.body_digest)}::smallint[],
      ${column(keys, 'created_at')}::timestamptz[])
      as new_key (owner, op_id, route, body_sha256, body_digest, created_at)
    order by owner, op_id
    on conflict do nothing
    returning owner, op_id, exists (
      select from entity_ops where entity_ops.owner = idempotency.owner and entity_ops.op_id = idempotency.op_id) as is_done`.execute(
    db,
  );
  const isDone = new Map(inserted.map((row) => [nameOf(row), row.is_done]));
  const others = keys.filter((key) => !isDone.has(nameOf(key)));
  const stored = new Map(others.length === 0 ? [] : (await storedKeys(db, others)).map((row) => [nameOf(row), row]));
  return keys.map((key) => {
    const done = isDone.get(nameOf(key));
    return done === undefined ? { isNew: false, stored: stored.get(nameOf(key)) } : { isNew: true, isDone: done };
  });
}

/** Writes the answers of claimed keys, in one statement. */
export async function writeAnswers(db: Db, answers: readonly (Key & { readonly answer: unknown })[]): Promise<void> {
  const texts = answers.map(({ answer }) => JSON.stringify(answer));
  await sql`
    update idempotency set answer = answered.answer::jsonb
    from unnest(${column(answers, 'owner')}::text[], ${column(answers, 'op_id')}::uuid[], ${texts}::text[])
      as answered (owner, op_id, answer)
    where idempotency.owner = answered.owner and idempotency.op_id = answered.op_id`.execute(db);
}

/** Deletes claimed keys that have no answer, in one statement. */
export async function releaseKeys(db: Db, keys: readonly Key[]): Promise<void> {
  await sql`
    delete from idempotency
    using unnest(${column(keys, 'owner')}::text[], ${column(keys, 'op_id')}::uuid[]) as claimed (owner, op_id)
    where idempotency.owner = claimed.owner and idempotency.op_id = claimed.op_id and idempotency.answer is null`.execute(db);
}

// A repeated answer is given only once the first one's effect is on a second machine, where commits wait for one: the lock writes, and
// so its commit waits behind the first.
async function storedKeys(db: Db, keys: readonly Key[]) {
  const { rows } = await sql<Key & Body & { answer: unknown }>`
    select owner, op_id, route, body_sha256, body_digest, answer from idempotency
    where (owner, op_id) in (
      select owner, op_id from unnest(${column(keys, 'owner')}::text[], ${column(keys, 'op_id')}::uuid[]) as asked (owner, op_id))
    for key share`.execute(db);
  return rows;
}

function nameOf({ owner, op_id: opId }: Key): string {
  return `${opId} ${owner}`;
}

function column<K extends string>(rows: readonly Readonly<Record<K, string>>[], name: K): string[] {
  return rows.map((row) => row[name]);
}
