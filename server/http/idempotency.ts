import { calls } from '#contract/calls.ts';
import { insertOp, isOpKnown } from '#server/data/sync/entity-ops.ts';
import { json } from '#server/data/open/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { effectOf } from './effects.ts';
import type { KeyedCall } from './idempotency-key.ts';
import { Refused } from '#server/api-error.ts';
import { inTransaction } from '#server/data/transaction.ts';

/**
 * Runs `perform` in one transaction, and once for a key: answer, op id and effect are committed together, or none of them. The
 * `afterwards` of a refusal runs after the rollback.
 *
 * @throws Refused IDEMPOTENCY_KEY_REUSED for another body under the key, IN_PROGRESS while the first is running, ALREADY_DONE when
 *   the first was so long ago that its answer is gone
 */
export async function onceOnly(
  database: Deps['database']['db'],
  keyed: KeyedCall | undefined,
  perform: (db: Db) => Promise<unknown>,
): Promise<{ body: unknown; isReplay: boolean }> {
  const attempt = inTransaction(database, async (db) => {
    const first = keyed === undefined ? undefined : await claim(db, keyed);
    if (first !== undefined) return { body: first, isReplay: true };
    const body = await perform(db);
    if (keyed !== undefined) await storeAnswer(db, keyed, body);
    return { body, isReplay: false };
  });
  return attempt.catch(async (error: unknown) => {
    // When this fails as well, its own error is the answer, and the caller repeats the call.
    const { afterwards } = error instanceof Refused ? error : {};
    if (afterwards !== undefined) await inTransaction(database, afterwards);
    throw error;
  });
}

/** The stored answer of an earlier arrival, or undefined for the first. A concurrent duplicate waits for the commit of the first. */
async function claim(db: Db, { owner, opId, name, bodySha256, now }: KeyedCall): Promise<unknown> {
  const route = `${calls[name].method} ${calls[name].path}`;
  const inserted = await db
    .insertInto('idempotency')
    .values({ owner, op_id: opId, route, body_sha256: bodySha256, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('op_id')
    .executeTakeFirst();
  if (inserted !== undefined) {
    // Answers are pruned after thirty days, op ids never.
    if (await isOpKnown(db, { owner, opId })) throw new Refused('ALREADY_DONE');
    return undefined;
  }
  const first = await db
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

async function storeAnswer(db: Db, { owner, opId, name, input, actor, capture, now }: KeyedCall, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ answer: json(answer) })
    .where('owner', '=', owner)
    .where('op_id', '=', opId)
    .execute();
  await insertOp(db, {
    owner,
    op_id: opId,
    organisation_id: actor.organisationId,
    ...effectOf(name, input, answer),
    user_id: actor.kind === 'staff' ? actor.userId : null,
    device_id: capture.deviceId ?? null,
    captured_at: capture.capturedAt ?? null,
    received_at: now,
    clock_offset: capture.clockOffset === undefined ? null : Math.round(capture.clockOffset),
  });
}
