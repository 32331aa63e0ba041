import type { StaffActor } from '#server/http/actor.ts';
import { NO_CAPTURE } from '#server/http/capture.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';

/** A handler's surroundings at a moment in the past. @param at - epoch ms */
export function contextOf(db: Db, deps: Deps, actor: StaffActor, at: number) {
  return {
    db,
    deps: { ...deps, clock: () => at },
    actor,
    now: new Date(at).toISOString(),
    requestId: 'seed',
    address: '127.0.0.1',
    agent: '',
    build: undefined,
    files: [],
    fileNames: [],
    key: undefined,
    capture: NO_CAPTURE,
    isForTablet: false,
    progressKey: undefined,
    performEnvelope: async () => {
      throw new Error('the past is made by handlers, not by calls');
    },
    reply: { header: () => undefined },
  };
}
