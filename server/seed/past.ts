import type { StaffActor } from '../http/actor.ts';
import { NOT_KEPT } from '../http/kept.ts';
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
    agent: '',
    file: undefined,
    key: undefined,
    kept: NOT_KEPT,
    perform: async () => {
      throw new Error('the past is made by handlers, not by calls');
    },
    reply: { header: () => undefined },
  };
}
