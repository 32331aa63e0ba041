import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listNeeds } from '#server/work/notifications/case-needs.ts';
import { giveBackNeed, takeNeed } from '#server/work/notifications/take-need.ts';

export const claimsHandlers: Pick<Handlers, 'recordNeeds' | 'recordTake' | 'recordGiveBack'> = {
  async recordNeeds(asked, context) {
    return { message: DONE.OK, data: await listNeeds(context, asked) };
  },

  async recordTake(asked, context) {
    return { message: DONE.NEED_TAKEN, data: { taken: await takeNeed(context, asked) } };
  },

  async recordGiveBack(asked, context) {
    await giveBackNeed(context, asked);
    return { message: DONE.NEED_GIVEN_BACK, data: { taken: null } };
  },
};
