import { createHash } from 'node:crypto';
import { canonical } from '#domain/digest.ts';
import { json } from '../data/open/json.ts';
import type { Sql } from '../parts.ts';
import type { Actor } from './actor.ts';
import { Refused } from './refused.ts';

export type Keyed = { owner: string; opId: string; route: string; bodySha256: string; now: string };

/** Whose key it is: the user's, or for a ticket its version's and role's. */
export function keyOwner(actor: Actor): string | undefined {
  if (actor.kind === 'staff') return `user:${actor.userId}`;
  return actor.kind === 'ticket' ? `ticket:${actor.consentId}:${actor.role}` : undefined;
}

/** The digest by which a second body under the same key is told from the first. */
export function bodyDigest(input: unknown): string {
  return createHash('sha256').update(canonical(input)).digest('hex');
}

/**
 * Claims a key inside the effect's own transaction: the answer of the first arrival, or `undefined` when this is it. A twin that
 * arrives at the same time waits for the first one's commit.
 *
 * @throws Refused IDEMPOTENCY_KEY_REUSED for another body, IN_PROGRESS when the first is still running
 */
export async function claim(sql: Sql, { owner, opId, route, bodySha256, now }: Keyed): Promise<unknown> {
  const inserted = await sql
    .insertInto('idempotency')
    .values({ owner, op_id: opId, route, body_sha256: bodySha256, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('op_id')
    .executeTakeFirst();
  if (inserted !== undefined) return undefined;
  const first = await sql
    .selectFrom('idempotency')
    .selectAll()
    .where('owner', '=', owner)
    .where('op_id', '=', opId)
    .executeTakeFirst();
  if (first === undefined) throw new Refused('IN_PROGRESS', { retryAfter: 1 });
  if (first.route !== route || first.body_sha256 !== bodySha256) throw new Refused('IDEMPOTENCY_KEY_REUSED');
  if (first.answer === null) throw new Refused('IN_PROGRESS', { retryAfter: 1 });
  return first.answer;
}

/** Keeps the answer beside the effect; both are committed, or neither. */
export async function keepAnswer(sql: Sql, { owner, opId }: Pick<Keyed, 'owner' | 'opId'>, answer: unknown): Promise<void> {
  await sql
    .updateTable('idempotency')
    .set({ answer: json(answer) })
    .where('owner', '=', owner)
    .where('op_id', '=', opId)
    .execute();
}
