import { calls } from '#contract/calls.ts';
import { claimKeys, releaseKeys, writeAnswers, type ClaimedKey } from '#server/data/sync/idempotency.ts';
import { insertOps } from '#server/data/sync/entity-ops.ts';
import { CASE_NUMBERS, holdNumbers, PATIENT_NUMBERS } from '#server/data/patients/counters.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { effectOf } from './effects.ts';
import type { KeyedCall } from './idempotency-key.ts';
import { AS_SENT, isSameBody } from './keyed-body.ts';
import { Refused, type PlainFailureKey } from '#server/api-error.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** The right of a keyed call to take effect: it is the first under its key, or has its answer already. */
export type Claim =
  | { readonly kind: 'first' }
  | { readonly kind: 'replay'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly error: Refused };

/** A keyed call that has taken effect, and its answer. */
export type AnsweredCall = { readonly keyed: KeyedCall; readonly answer: unknown };

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
  const letGo = await holdNumbersFor(database, keyed === undefined ? [] : [keyed]);
  const attempt = inTransaction(database, async (db) => {
    const claim = keyed === undefined ? undefined : (await claimAll(db, [keyed])).get(keyed);
    if (claim?.kind === 'refused') throw claim.error;
    if (claim?.kind === 'replay') return { body: claim.answer, isReplay: true };
    const body = await perform(db);
    if (keyed !== undefined) await storeAnswers(db, [{ keyed, answer: body }]);
    return { body, isReplay: false };
  });
  return attempt.finally(letGo).catch(async (error: unknown) => {
    // When this fails as well, its own error is the answer, and the caller repeats the call.
    const { afterwards } = error instanceof Refused ? error : {};
    if (afterwards !== undefined) await inTransaction(database, afterwards);
    throw error;
  });
}

/**
 * Claims the keys of calls, in their order. A concurrent duplicate waits for the commit of the first. A claimed key that gets no answer
 * before the commit has to be released.
 *
 * @param keyed - calls of distinct keys
 * @returns the claim of each
 */
export async function claimAll(db: Db, keyed: readonly KeyedCall[]): Promise<ReadonlyMap<KeyedCall, Claim>> {
  if (keyed.length === 0) return new Map();
  const found = await claimKeys(
    db,
    keyed.map(({ owner, opId, name, body: { sha256 }, now }) => {
      return { owner, op_id: opId, route: routeOf(name), body_sha256: sha256, body_digest: AS_SENT, created_at: now };
    }),
  );
  return new Map(keyed.map((each, at) => [each, claimOf(each, found[at])]));
}

function claimOf({ name, body }: KeyedCall, key: ClaimedKey | undefined): Claim {
  // Answers are pruned after thirty days, op ids never.
  if (key?.isNew === true) return key.isDone ? refused('ALREADY_DONE') : { kind: 'first' };
  if (key?.stored === undefined) return refused('IN_PROGRESS', 1);
  if (key.stored.route !== routeOf(name) || !isSameBody(key.stored, body)) return refused('IDEMPOTENCY_KEY_REUSED');
  return key.stored.answer === null ? refused('IN_PROGRESS', 1) : { kind: 'replay', answer: key.stored.answer };
}

/** Stores the answers of claimed calls, and for ever that they have taken effect. */
export async function storeAnswers(db: Db, answered: readonly AnsweredCall[]): Promise<void> {
  if (answered.length === 0) return;
  await writeAnswers(
    db,
    answered.map(({ keyed: { owner, opId }, answer }) => ({ owner, op_id: opId, answer })),
  );
  await insertOps(
    db,
    answered.map(({ keyed: { owner, opId, name, input, actor, capture, now }, answer }) => ({
      owner,
      op_id: opId,
      organisation_id: actor.organisationId,
      ...effectOf(name, input, answer),
      user_id: actor.kind === 'staff' ? actor.userId : null,
      device_id: capture.deviceId ?? null,
      captured_at: capture.capturedAt ?? null,
      received_at: now,
      clock_offset: capture.clockOffset === undefined ? null : Math.round(capture.clockOffset),
    })),
  );
}

/** Gives claimed keys back without an answer: the calls may be sent again. */
export async function releaseClaims(db: Db, keyed: readonly KeyedCall[]): Promise<void> {
  if (keyed.length === 0) return;
  await releaseKeys(
    db,
    keyed.map(({ owner, opId }) => ({ owner, op_id: opId })),
  );
}

/** Holds the numbers that calls will need, before their transaction begins. @returns lets go of those that were not used */
export async function holdNumbersFor(database: Deps['database']['db'], keyed: readonly KeyedCall[]): Promise<() => void> {
  const [first] = keyed;
  if (first === undefined) return () => undefined;
  const { organisationId } = first.actor;
  const held: (() => void)[] = [];
  const letGo = () => held.forEach((each) => each());
  try {
    for (const [name, numbersFor] of COUNTERS) {
      const count = keyed.reduce((sum, call) => sum + numbersFor(call), 0);
      if (count > 0) held.push(await holdNumbers(database, { organisationId, name }, count));
    }
  } catch (error) {
    letGo();
    throw error;
  }
  return letGo;
}

/** The numbers that a call will take, by their counter. */
const COUNTERS: readonly (readonly [name: string, numbersFor: (call: KeyedCall) => number])[] = [
  [
    PATIENT_NUMBERS,
    ({ name, input }) => (name === 'patientBulkAdd' ? lengthOf(input['patients']) : name === 'patientCreate' ? 1 : 0),
  ],
  [
    CASE_NUMBERS,
    ({ name, input }) => {
      if (name === 'consentCreate' || name === 'recordRefer') return 1;
      return name === 'recordImport' || name === 'importConsent' ? lengthOf(input['rows']) : 0;
    },
  ],
];

function lengthOf(rows: unknown): number {
  return Array.isArray(rows) ? rows.length : 0;
}

function routeOf(name: KeyedCall['name']): string {
  return `${calls[name].method} ${calls[name].path}`;
}

function refused(key: PlainFailureKey, retryAfter?: number): Claim {
  return { kind: 'refused', error: new Refused(key, retryAfter === undefined ? {} : { retryAfter }) };
}
