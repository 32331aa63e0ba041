import { isStopped, type Lane, type OpRow } from './op.ts';

/**
 * Which ops go no further before a person has looked at something: those that stand still themselves, and those behind them, in their
 * lane or in one that needs it.
 *
 * @param ops - of the whole queue, in its order
 * @returns to the id of each the id of the op that needs the person
 */
export function heldUpBy(ops: readonly Pick<OpRow, 'opId' | 'lane' | 'state' | 'deps'>[]): ReadonlyMap<string, string> {
  const by = new Map<string, string>();
  const lanes = new Map<Lane, string>();
  for (const { opId, lane, state, deps } of ops) {
    const behind = lanes.get(lane) ?? deps.map((dep) => by.get(dep)).find((each) => each !== undefined);
    const item = isStopped({ state }) ? opId : behind;
    if (item === undefined) continue;
    by.set(opId, item);
    if (!lanes.has(lane)) lanes.set(lane, item);
  }
  return by;
}
