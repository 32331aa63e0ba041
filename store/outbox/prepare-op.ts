import type { QueuedCall } from '#contract/calls.ts';
import type { Store } from '#store/session/store.ts';
import { seal } from '#store/crypto/seal.ts';
import { sealContextOf, UNTRIED, type Lane, type NewOp, type OpRow } from '#store/db/op.ts';
import { readPayload } from './payload.ts';
import { isVersioned, queuedCalls, type QueuedInput } from './calls.ts';

/** A user's change that has to reach the server. */
export type LocalChange<K extends QueuedCall> = {
  readonly call: K;
  readonly input: QueuedInput<K>;
  /** SHA-256 of strokes that were stored at pen-up, in place of `input.strokes` */
  readonly ink?: string;
  /** id of the patient whose queued changes the server must have first */
  readonly patientId?: string;
  /** values that the user saw of the changed fields, by their names on the wire: other present values are never overwritten */
  readonly expected?: Readonly<Record<string, unknown>>;
};

/** Where a change joins the queue. `tail` is the lane's last op; `serverVersion` is 0 before the server has the entity. */
export type QueuePosition = {
  readonly lane: Lane;
  readonly id: string;
  readonly tail: OpRow | undefined;
  /** ops of other lanes that must reach the server first */
  readonly deps: readonly string[];
  readonly serverVersion: number;
};

/** Number of changes that an op carries. */
export function changeCount({ parts = 1 }: Pick<OpRow, 'parts'>): number {
  return parts;
}

/** The op that carries a change: the lane's last op with these fields merged in, while it was never sent; else a new op. */
export async function prepareOp<K extends QueuedCall>(
  store: Store,
  change: LocalChange<K>,
  position: QueuePosition,
): Promise<NewOp & Partial<Pick<OpRow, 'seq'>>> {
  const { vault, env, deviceId, clockOffset } = store;
  const { call, input, ink } = change;
  const { lane, id, tail, deps, serverVersion } = position;
  const now = env.now();
  const stamp = {
    capturedAt: new Date(now).toISOString(),
    clockOffset: clockOffset(),
    tz: -new Date(now).getTimezoneOffset(),
    nextAt: now,
  };
  if (tail !== undefined && !tail.isFrozen && tail.state === 'queued' && queuedCalls[call].joins.includes(tail.call)) {
    const joined: Record<string, unknown> = { ...(await readPayload(vault, tail)), ...input };
    // A new patient needs no reason for being protected.
    if (tail.call === 'patientCreate') delete joined['reason'];
    const payload = await seal(vault.local, sealContextOf(tail.opId), joined, env);
    return {
      ...tail,
      ...stamp,
      payload,
      deps: [...new Set([...tail.deps, ...deps])],
      parts: changeCount(tail) + 1,
      rev: tail.rev + 1,
    };
  }
  const opId = env.newId();
  return {
    opId,
    userHash: vault.userHash,
    deviceId,
    lane,
    call,
    entityId: id,
    base: isVersioned(call) ? (tail === undefined ? serverVersion : 'after') : null,
    payload: await seal(vault.local, sealContextOf(opId), input, env),
    isFrozen: false,
    blob: ink ?? null,
    deps,
    parts: 1,
    ...stamp,
    ...UNTRIED,
    rev: 1,
  };
}
