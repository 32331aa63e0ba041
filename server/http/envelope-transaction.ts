import { sql } from 'kysely';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { claimAll, releaseClaims, storeAnswers, type AnsweredCall, type Claim } from './idempotency.ts';
import type { KeyedCall } from './idempotency-key.ts';

/** The time after which a transaction accepts no further call, ms [choice]: other transactions wait for its locks. */
const TRANSACTION_MS = 150;

/** The result of a call; `isReplay` when the call had taken effect before and this is its stored answer. */
export type Performed = { body: unknown; isReplay: boolean };

export type Settled = PromiseSettledResult<Performed>;

/** A call after all checks that need no transaction. `batched`: how it is made together with others of its kind. */
export type CheckedCall = {
  readonly keyed: KeyedCall;
  readonly handle: (db: Db) => Promise<unknown>;
  readonly batched?: BatchedCall | undefined;
};

/** A call that can be performed together with others of its kind. */
export type BatchedCall = {
  /** input and context */
  readonly prepare: (db: Db) => unknown;
  /** makes calls of this name; when it throws, the caller undoes the transaction. @returns their answers, in their order */
  readonly performAll: (prepared: readonly unknown[]) => Promise<readonly unknown[]>;
};

/** A call before its transaction: checked, or with the error of its check. */
export type CheckResult = { readonly checked: CheckedCall | null; readonly error: unknown };

/** The rules of an envelope for its calls as a whole. */
export type EnvelopeRules = {
  /** whether a call depends on one of those that have failed. @param failed - places of the calls */
  readonly isBehind: (at: number, failed: ReadonlySet<number>) => boolean;
  /** locks in one order for all callers what these calls lock one by one */
  readonly lockFirst: (db: Db, calls: readonly KeyedCall[]) => Promise<void>;
};

/** Whether calls are undone one by one. Without savepoints the first that fails undoes them all. */
export type TransactionOptions = {
  readonly rules: EnvelopeRules;
  /** results of the calls before */
  readonly settled: readonly Settled[];
  readonly hasSavepoints: boolean;
};

/** A call has failed in a transaction without savepoints, which is undone. */
export class NeedsSavepoints extends Error {
  override name = 'NeedsSavepoints';
}

/**
 * Makes calls of distinct keys one after another in the caller's transaction, at least one of them, and as many as the time allows.
 *
 * @returns the result of each that was made
 * @throws NeedsSavepoints, and any error that ends the whole transaction
 */
export async function performTogether(
  db: Db,
  checks: readonly CheckResult[],
  { settled: before, rules, hasSavepoints }: TransactionOptions,
): Promise<Settled[]> {
  const began = performance.now();
  const keyed = keyedOf(checks);
  const claims = await claimAll(db, keyed);
  const first = keyed.filter((each) => claims.get(each)?.kind === 'first');
  await rules.lockFirst(db, first);
  const failed = new Set(failedOf(before));
  const savepoint = savepointOf(db);
  const results: Settled[] = [];
  const answered: AnsweredCall[] = [];
  let stored = 0;
  const isReady = ({ checked }: CheckResult, at: number) =>
    checked !== null && claims.get(checked.keyed)?.kind === 'first' && !rules.isBehind(before.length + at, failed);
  for (let check = checks[0]; check !== undefined; check = checks[results.length]) {
    if (results.length > 0 && performance.now() - began > TRANSACTION_MS) break;
    const batch = hasSavepoints ? [] : batchAt(checks, results.length, isReady);
    if (batch.length > 1) {
      const made = await performAsOne(db, batch);
      results.push(...made.map(({ answer: body }) => ({ status: 'fulfilled', value: { body, isReplay: false } }) as const));
      answered.push(...made);
      continue;
    }
    const { checked, error } = check;
    const place = before.length + results.length;
    const claim = checked === null ? undefined : claims.get(checked.keyed);
    let result: Settled;
    if (rules.isBehind(place, failed)) result = rejected(new Refused('IN_PROGRESS'));
    else if (checked === null || claim === undefined) result = rejected(error);
    else if (claim.kind === 'refused') result = rejected(claim.error);
    else if (claim.kind === 'replay') result = { status: 'fulfilled', value: { body: claim.answer, isReplay: true } };
    else {
      if (namesEarlierOp(checked.keyed)) stored += await storeRest();
      const work = () => checked.handle(db);
      result = hasSavepoints ? await savepoint.run(work) : await performed(work());
      if (result.status === 'rejected' && !hasSavepoints)
        throw new NeedsSavepoints('A call has failed', { cause: result.reason });
      if (result.status === 'fulfilled') answered.push({ keyed: checked.keyed, answer: result.value.body });
    }
    if (result.status === 'rejected') failed.add(place);
    results.push(result);
  }
  await storeRest();
  const hasAnswer = new Set(answered.map((each) => each.keyed));
  const claimed = keyed.filter((each) => isOwn(claims.get(each)) && !hasAnswer.has(each));
  await releaseClaims(db, claimed);
  return results;

  async function storeRest(): Promise<number> {
    const rest = answered.slice(stored);
    await storeAnswers(db, rest);
    return rest.length;
  }
}

type InBatch = { readonly keyed: KeyedCall; readonly batched: BatchedCall };

/** The calls from this place on that are made as one: of one name, and each ready to take effect. */
function batchAt(checks: readonly CheckResult[], from: number, isReady: (check: CheckResult, at: number) => boolean): InBatch[] {
  const batch: InBatch[] = [];
  for (const [at, check] of checks.slice(from).entries()) {
    const { keyed, batched } = check.checked ?? {};
    if (keyed === undefined || batched === undefined || namesEarlierOp(keyed) || !isReady(check, from + at)) break;
    if (batch.length > 0 && batch[0]?.keyed.name !== keyed.name) break;
    batch.push({ keyed, batched });
  }
  return batch;
}

/** @throws NeedsSavepoints when one of them fails */
async function performAsOne(db: Db, batch: readonly InBatch[]): Promise<AnsweredCall[]> {
  const made = await settlePromise(
    (async () => batch[0]?.batched.performAll(batch.map(({ batched }) => batched.prepare(db))) ?? [])(),
  );
  if (made.status === 'rejected') throw new NeedsSavepoints('A call of a batch has failed', { cause: made.reason });
  if (made.value.length !== batch.length) throw new Error('A batch has not answered each of its calls');
  return batch.map(({ keyed }, at) => ({ keyed, answer: made.value[at] }));
}

/** Whether the claim has inserted the key. */
function isOwn(claim: Claim | undefined): boolean {
  return claim?.kind === 'first' || (claim?.kind === 'refused' && claim.error.key === 'ALREADY_DONE');
}

/** Whether a call expects the version that an earlier op has written, which may be one of the same transaction. */
function namesEarlierOp({ input }: KeyedCall): boolean {
  return typeof input['version'] === 'object';
}

/** One savepoint after another: work that fails is undone to its savepoint, and the `afterwards` of its refusal takes its place. */
function savepointOf(db: Db): { run: (work: () => Promise<unknown>) => Promise<Settled> } {
  let isOpen = false;
  const undo = () => sql`rollback to savepoint call`.execute(db);
  return {
    run: async (work) => {
      await (isOpen ? sql`release savepoint call; savepoint call` : sql`savepoint call`).execute(db);
      isOpen = true;
      const result = await performed(work());
      if (result.status === 'fulfilled') return result;
      await undo();
      const { afterwards } = result.reason instanceof Refused ? result.reason : {};
      if (afterwards === undefined) return result;
      const after = await settlePromise(afterwards(db));
      if (after.status === 'fulfilled') return result;
      await undo();
      return after;
    },
  };
}

export function keyedOf(checks: readonly CheckResult[]): KeyedCall[] {
  return checks.flatMap(({ checked }) => (checked === null ? [] : [checked.keyed]));
}

/** The places of the calls that have failed. */
export function failedOf(settled: readonly Settled[]): Set<number> {
  return new Set(settled.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])));
}

export function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}

function performed(work: Promise<unknown>): Promise<Settled> {
  return settlePromise(work.then((body) => ({ body, isReplay: false })));
}

export async function settlePromise<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  return work.then(
    (value) => ({ status: 'fulfilled', value }) as const,
    (reason: unknown) => rejected(reason),
  );
}
