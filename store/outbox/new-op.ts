import type { QueuedCall } from '#contract/calls.ts';
import type { Store } from '../store.ts';
import { seal } from '../vault/seal.ts';
import { placeOf, type Lane, type NewOp, type OpRow } from './op.ts';
import { readPayload } from './payload.ts';
import { isVersioned, queued, type QueuedInput } from './queued.ts';

/** Something a person did that has to reach the server. */
export type Change<K extends QueuedCall> = {
  readonly call: K;
  readonly input: QueuedInput<K>;
  /** SHA-256 of strokes that were kept at pen-up; they take the place of `input.strokes` */
  readonly ink?: string;
  /** the patient whose waiting changes the server must have first */
  readonly patientId?: string;
  /** the fields that are changed, by their names on the wire, as the person saw them before: other values now are never overwritten */
  readonly seen?: Readonly<Record<string, unknown>>;
};

/** Where a change meets the queue. `tail` is the lane's last op; `serverVersion` is 0 before the server has the entity. */
export type Standing = {
  readonly lane: Lane;
  readonly id: string;
  readonly tail: OpRow | undefined;
  /** ops of other lanes that must reach the server first */
  readonly deps: readonly string[];
  readonly serverVersion: number;
};

/** How many changes an op carries. */
export function partsOf({ parts = 1 }: Pick<OpRow, 'parts'>): number {
  return parts;
}

/** The op that carries a change: the lane's last one with these fields in it, while nobody has tried to send it, else a new one. */
export async function opFor<K extends QueuedCall>(
  store: Store,
  change: Change<K>,
  standing: Standing,
): Promise<NewOp & Partial<Pick<OpRow, 'seq'>>> {
  const { vault, means, deviceId, clockOffset } = store;
  const { call, input, ink } = change;
  const { lane, id, tail, deps, serverVersion } = standing;
  const now = means.now();
  const stamp = {
    capturedAt: new Date(now).toISOString(),
    clockOffset: clockOffset(),
    tz: -new Date(now).getTimezoneOffset(),
    nextAt: now,
  };
  if (tail !== undefined && !tail.isFrozen && tail.state === 'queued' && queued[call].joins.includes(tail.call)) {
    const joined = { ...(await readPayload(vault, tail)), ...input };
    const payload = await seal(vault.local, placeOf(tail.opId), joined, means);
    return {
      ...tail,
      ...stamp,
      payload,
      deps: [...new Set([...tail.deps, ...deps])],
      parts: partsOf(tail) + 1,
      rev: tail.rev + 1,
    };
  }
  const opId = means.newId();
  return {
    opId,
    userHash: vault.userHash,
    deviceId,
    lane,
    call,
    entityId: id,
    base: isVersioned(call) ? (tail === undefined ? serverVersion : 'after') : null,
    payload: await seal(vault.local, placeOf(opId), input, means),
    isFrozen: false,
    blob: ink ?? null,
    deps,
    parts: 1,
    ...stamp,
    state: 'queued',
    attempts: 0,
    lease: null,
    error: null,
    detail: null,
    rev: 1,
  };
}
