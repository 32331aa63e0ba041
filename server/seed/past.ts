import type { StaffActor } from '../http/actor.ts';
import type { Parts, Sql } from '../parts.ts';

/** A handler's surroundings at a moment in the past. @param at - epoch ms */
export function contextOf(sql: Sql, parts: Parts, actor: StaffActor, at: number) {
  return {
    sql,
    parts: { ...parts, clock: () => at },
    actor,
    now: new Date(at).toISOString(),
    requestId: 'seed',
    address: '127.0.0.1',
    file: undefined,
    key: undefined,
    reply: { header: () => undefined },
  };
}
