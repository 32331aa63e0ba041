import { DONE } from '#domain/base/done-messages.ts';
import { retryJobs } from '#server/data/backup/server-state.ts';
import { markJobQueued } from '#server/data/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import { serverState } from '#server/work/status/server-state.ts';
import { stuckWork } from '#server/work/status/stuck-work.ts';

export const statusHandlers: Pick<Handlers, 'statusGet' | 'statusServer' | 'statusRetry'> = {
  async statusGet(_, { db, actor, deps }) {
    return { message: DONE.OK, data: await stuckWork(db, actor.organisationId, deps) };
  },

  async statusServer(_, { db, actor, deps }) {
    return { message: DONE.OK, data: await serverState(db, actor.organisationId, deps) };
  },

  async statusRetry({ kind }, { db, actor, now }) {
    const retried = await retryJobs(db, { organisationId: actor.organisationId, kind, now });
    if (retried > 0) markJobQueued(db);
    return { message: DONE.RETRYING };
  },
};
