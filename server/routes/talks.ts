import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { recordTalk } from '#server/work/consents/record-talk.ts';
import { viewConsent } from '#server/work/consents/view.ts';

export const talksHandlers: Pick<Handlers, 'recordTalked'> = {
  async recordTalked({ consentID, ...talk }, context) {
    await recordTalk(await openCase(context, consentID), context.actor, talk);
    return { message: DONE.TALKED, data: await viewConsent(context, consentID) };
  },
};
