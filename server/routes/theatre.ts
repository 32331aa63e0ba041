import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { recordBothMeant } from '#server/work/consents/both-meant.ts';
import { refuseStale } from '#server/work/consents/save-consent.ts';
import { viewConsent } from '#server/work/consents/view.ts';
import { readTheatreList } from '#server/work/theatre/theatre-list.ts';

export const theatreHandlers: Pick<Handlers, 'patientListed' | 'recordBothMeant'> = {
  async patientListed(filter, context) {
    return { message: DONE.OK, data: await readTheatreList(context, filter), asOf: context.now };
  },

  async recordBothMeant({ consentID, version, ...meant }, context) {
    const open = await openCase(context, consentID, (found) => refuseStale(found, version));
    await recordBothMeant(open, context.actor, meant);
    return { message: DONE.BOTH_MEANT, data: await viewConsent(context, consentID) };
  },
};
