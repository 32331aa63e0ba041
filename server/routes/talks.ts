import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { settleTakenBack } from '#server/work/consents/end-case.ts';
import { recordTalk } from '#server/work/consents/record-talk.ts';
import { settleNotes } from '#server/work/own-page/notes.ts';
import { viewConsent } from '#server/work/consents/view.ts';

export const talksHandlers: Pick<Handlers, 'recordTalked'> = {
  async recordTalked({ consentID, takenBack, notes, ...talk }, context) {
    const open = await openCase(context, consentID);
    if (talk.choiceIDs.length > 0) await recordTalk(open, context.actor, talk);
    if (takenBack === true) await settleTakenBack(await openCase(context, consentID), context.actor, talk.outcome);
    if (notes === true) await settleNotes(await openCase(context, consentID), talk.outcome);
    return { message: DONE.TALKED, data: await viewConsent(context, consentID) };
  },
};
