import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { acceptIdentity } from '#server/work/consents/accept-identity.ts';
import { refuseStale } from '#server/work/consents/save-consent.ts';
import { viewConsent } from '#server/work/consents/view.ts';

export const identityHandlers: Pick<Handlers, 'recordAcceptIdentity'> = {
  async recordAcceptIdentity({ consentID, version, ...accepted }, context) {
    const open = await openCase(context, consentID, (found) => refuseStale(found, version));
    await acceptIdentity(open, context.actor, accepted);
    return { message: DONE.IDENTITY_ACCEPTED, data: await viewConsent(context, consentID) };
  },
};
