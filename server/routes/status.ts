import { DONE } from '#domain/messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { stuckWork } from '#server/work/status/stuck-work.ts';

export const status: Pick<Handlers, 'statusGet'> = {
  async statusGet(_, { db, actor, deps }) {
    return { message: DONE.OK, data: await stuckWork(db, actor.organisationId, deps) };
  },
};
