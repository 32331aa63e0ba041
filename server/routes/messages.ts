import { DONE } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { deliveryById } from '#server/data/notifications/deliveries.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { requireReasonToOpen } from '#server/http/record-reason.ts';
import type { Handlers } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { takeGovukCallback, takeNhsCallback } from '#server/work/deliveries/callbacks.ts';
import { listMessages } from '#server/work/deliveries/list-messages.ts';
import { makeLetter } from '#server/work/deliveries/make-letter.ts';
import { sendAgain } from '#server/work/deliveries/send-again.ts';
import { testChannel } from '#server/work/deliveries/test-channel.ts';
import { sendLink } from '#server/work/links/send-link.ts';
import { changeMessageSettings, ownMessageSettings } from '#server/work/organisation/change-message-settings.ts';

type Names =
  | `messages${'Settings' | 'SettingsUpdate' | 'Send' | 'List' | 'Again' | 'Test'}`
  | 'linkLetter'
  | 'callbackGovukNotify'
  | 'callbackNhsNotify';

export const messagesHandlers: Pick<Handlers, Names> = {
  async messagesSettings(_, { db, actor, deps }) {
    return { message: DONE.OK, data: await ownMessageSettings(db, actor.organisationId, deps) };
  },

  async messagesSettingsUpdate(settings, context) {
    const data = await inTransaction(context.db, (db) => changeMessageSettings(settings, { ...context, db }));
    return { message: DONE.MESSAGES_SAVED, data };
  },

  async messagesSend({ consentID, signing_order, channel: way, addressConfirmed }, context) {
    const open = await openCase(context, consentID);
    const order = { signing_order, channel: 'EMAIL', way, addressConfirmed } as const;
    const { endsAt, isHeld } = await sendLink(open, context.actor, order);
    return { message: isHeld ? DONE.MESSAGE_WAITS : DONE.MESSAGE_QUEUED, data: { endsAt } };
  },

  async linkLetter(asked, context) {
    return inTransaction(context.db, (db) => makeLetter({ ...context, db }, asked));
  },

  async messagesList({ consentID }, context) {
    const { db, actor } = context;
    if ((await consentById(db, caseVisibility(actor), consentID)) === undefined) throw new Refused('NOT_FOUND');
    await requireReasonToOpen(context, { consent: consentID });
    return { message: DONE.OK, data: await listMessages(db, { organisationId: actor.organisationId, consentId: consentID }) };
  },

  async messagesAgain({ id, channel }, context) {
    const row = await deliveryById(context.db, { organisationId: context.actor.organisationId, id });
    if (row === undefined) throw new Refused('NOT_FOUND');
    const { isHeld } = await sendAgain(await openCase(context, row.consent_id), row, channel);
    return { message: isHeld ? DONE.MESSAGE_WAITS : DONE.MESSAGE_QUEUED, data: { id } };
  },

  async messagesTest(test, { db, actor, deps }) {
    return { message: DONE.OK, data: await testChannel({ db, deps, organisationId: actor.organisationId }, test) };
  },

  async callbackNhsNotify(callback, context) {
    await inTransaction(context.db, (db) => takeNhsCallback(callback, { ...context, db }));
    return { message: DONE.OK, data: {} };
  },

  async callbackGovukNotify(callback, context) {
    await inTransaction(context.db, (db) => takeGovukCallback(callback, { ...context, db }));
    return { message: DONE.OK, data: {} };
  },
};
