import { isBlocked, type Lane, type OpRow } from '#store/db/op.ts';

/**
 * Finds the ops that wait for a person: ops in review or conflict, and the ops behind them, in the same lane or in one that depends on
 * them.
 *
 * @param ops - the complete queue, in its order
 * @returns for each such op's id the id of the op that needs the person
 */
export function blockedBy(ops: readonly Pick<OpRow, 'opId' | 'lane' | 'state' | 'deps'>[]): ReadonlyMap<string, string> {
  const by = new Map<string, string>();
  const lanes = new Map<Lane, string>();
  for (const { opId, lane, state, deps } of ops) {
    const behind = lanes.get(lane) ?? deps.map((dep) => by.get(dep)).find((each) => each !== undefined);
    const item = isBlocked({ state }) ? opId : behind;
    if (item === undefined) continue;
    by.set(opId, item);
    if (!lanes.has(lane)) lanes.set(lane, item);
  }
  return by;
}

/** Ids of the ops that wait behind one in review or conflict; users see them as blocked. */
export function blockedOps(ops: readonly OpRow[]): Set<string> {
  const blocked = blockedBy(ops);
  return new Set(ops.filter((op) => blocked.has(op.opId) && !isBlocked(op)).map(({ opId }) => opId));
}
