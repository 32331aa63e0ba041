import type { Kysely } from 'kysely';
import { Refused } from '#server/api-error.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { inTransaction } from '#server/data/transaction.ts';
import {
  failedOf,
  keyedOf,
  NeedsSavepoints,
  performTogether,
  rejected,
  settlePromise,
  type CheckedCall,
  type CheckResult,
  type EnvelopeRules,
  type Performed,
  type Settled,
} from './envelope-transaction.ts';
import { isUnavailable } from './errors.ts';
import { holdNumbersFor } from './idempotency.ts';

/** One call of an envelope. */
export type EnvelopeCall = {
  /** makes the call by itself, with its own transaction */
  readonly performAlone: () => Promise<Performed>;
  /** authorization and input check; null for a call that takes no key, or has transactions of its own */
  readonly check: (() => Promise<CheckedCall>) | null;
  /** the work after a refusal, after the transaction; gives the refusal that may be told */
  readonly onRefused: (error: unknown) => Promise<unknown>;
};

type Database = Kysely<Tables>;
type Prepared = CheckResult & { readonly call: EnvelopeCall };

/**
 * Makes the calls of an envelope in their order, as many as possible in one transaction: one that fails undoes itself alone. The first
 * try needs no savepoints; when a call fails in it, it is undone and made again with a savepoint for each call. A transaction ends early
 * after a time, and before a call that cannot join it; the next one goes on. When a transaction as a whole fails, each of its calls is
 * made by itself. (docs/decisions/0029-an-envelope-in-one-transaction.md)
 */
export async function performEnvelope(db: Database, calls: readonly EnvelopeCall[], rules: EnvelopeRules): Promise<Settled[]> {
  const settled: Settled[] = [];
  let most = calls.length;
  while (settled.length < calls.length) {
    const [next] = calls.slice(settled.length);
    const joining = joinable(calls.slice(settled.length, settled.length + most));
    const before = settled.length;
    if (joining.length > 0) await performJoined(db, joining, { settled, rules });
    else if (next !== undefined) settled.push(await performBehind(next, { settled, rules }));
    // As many as were made in the time claim their keys in the next transaction.
    if (joining.length > 0) most = settled.length - before;
  }
  return settled;
}

function joinable(calls: readonly EnvelopeCall[]): readonly EnvelopeCall[] {
  const end = calls.findIndex(({ check }) => check === null);
  return end < 0 ? calls : calls.slice(0, end);
}

type Progress = { readonly settled: Settled[]; readonly rules: EnvelopeRules };

/** Makes the first of these calls in one transaction, at least one of them, and adds their results. */
async function performJoined(db: Database, calls: readonly EnvelopeCall[], { settled, rules }: Progress): Promise<void> {
  const prepared = await prepareDistinct(calls);
  const letGo = await holdNumbersFor(db, keyedOf(prepared));
  const inOne = (hasSavepoints: boolean) =>
    inTransaction(db, (trx) => performTogether(trx, prepared, { settled, rules, hasSavepoints }));
  const attempt = inOne(false).catch((error: unknown) =>
    error instanceof NeedsSavepoints ? inOne(true) : Promise.reject(error),
  );
  const results = await attempt.finally(letGo).catch((error: unknown) => ({ error }));
  if ('error' in results) {
    const isDown = isUnavailable(results.error);
    for (const { call } of prepared)
      settled.push(isDown ? { status: 'rejected', reason: results.error } : await performBehind(call, { settled, rules }));
    return;
  }
  for (const [at, { call }] of prepared.entries()) {
    const result = results[at];
    // Those for which there was no time come with the next transaction.
    if (result === undefined) break;
    settled.push(await reported(call, result));
  }
}

async function performBehind({ performAlone }: EnvelopeCall, { settled, rules }: Progress): Promise<Settled> {
  if (rules.isBehind(settled.length, failedOf(settled))) return rejected(new Refused('IN_PROGRESS'));
  return settlePromise(performAlone());
}

/** Checks the calls up to the first that has the key of one before it. */
async function prepareDistinct(calls: readonly EnvelopeCall[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  const keys = new Set<string>();
  for (const call of calls) {
    const checking = await settlePromise((async () => call.check?.() ?? null)());
    const checked = checking.status === 'fulfilled' ? checking.value : null;
    const key = checked === null ? undefined : `${checked.keyed.opId} ${checked.keyed.owner}`;
    if (key !== undefined && keys.has(key)) break;
    if (key !== undefined) keys.add(key);
    prepared.push({ call, checked, error: checking.status === 'rejected' ? checking.reason : undefined });
  }
  return prepared;
}

async function reported(call: EnvelopeCall, result: Settled): Promise<Settled> {
  if (result.status === 'fulfilled') return result;
  const told = await settlePromise(call.onRefused(result.reason));
  return told.status === 'rejected' ? told : { status: 'rejected', reason: told.value };
}
