import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { acceptIdentity } from '#server/work/consents/accept-identity.ts';
import { refuseStale } from '#server/work/consents/save-consent.ts';
import { formIdentityOf } from '#server/work/documents/form-identity.ts';
import { viewConsent } from '#server/work/consents/view.ts';

export const identityHandlers: Pick<Handlers, 'recordAcceptIdentity' | 'recordFormIdentity'> = {
  async recordAcceptIdentity({ consentID, version, ...accepted }, context) {
    const open = await openCase(context, consentID, (found) => refuseStale(found, version));
    await acceptIdentity(open, context.actor, accepted);
    return { message: DONE.IDENTITY_ACCEPTED, data: await viewConsent(context, consentID) };
  },

  async recordFormIdentity(named, { db, actor }) {
    return { message: DONE.OK, data: await formIdentityOf(db, actor, named) };
  },
};
