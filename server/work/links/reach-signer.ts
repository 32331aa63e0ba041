import { waysTo, type Way } from '#domain/notifications/channels.ts';
import type { DeliveredChannel, DeliveryKind, DeliveryReason } from '#domain/notifications/deliveries.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { horizonOf, isUrgent } from '#domain/cases/horizon.ts';
import { isOfSigners, SMS_WORDS } from '#domain/notifications/sms-words.ts';
import { isInterpreter } from '#domain/forms/signer-roles.ts';
import { linkSms, newsSms } from '#domain/notifications/sms.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import { addLinkToken, updateLink, type LinkRow } from '#server/data/signing/links.ts';
import { newToken } from '#server/data/tokens.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { refuseWithoutSetup } from '#server/work/mail/message-setup.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { openMessageSettings, type OpenMessageSettings } from '#server/work/messages/message-settings.ts';
import { queueDelivery } from '#server/work/messages/queue-delivery.ts';
import { contactsOf, messageRecipientOf, sendingBefore, type MessagedSigner } from './addressee.ts';
import { changedChannels } from './changed-channels.ts';
import { lastDayOf } from './last-day.ts';
import { mailFactsOf } from './mail-facts.ts';
import { newsWords } from './message-language.ts';

type Open = Pick<OpenCase, 'db' | 'deps' | 'record' | 'patient' | 'consent' | 'now'>;

/** A message for a signer: of LINK and LINK_REMINDER with a token of the link, of NEWS with one where it has a place to open. */
export type Message = {
  readonly signer: MessagedSigner;
  readonly link: Pick<LinkRow, 'id' | 'ends_at' | 'address' | 'contact_macs'>;
  readonly kind: DeliveryKind;
  readonly news: NotificationKind | null;
  readonly opens: boolean;
  readonly isAutomatic: boolean;
  readonly isAddressConfirmed: boolean;
  /** channels that are not tried: those that failed before */
  readonly except: readonly MessageChannel[];
};

/** Kinds of news that a form does not count any more: told beside the limits of a day and a week. */
const UNCOUNTED: ReadonlySet<NotificationKind> = new Set(['WITHDRAWN', 'RECALLED', 'VOIDED', 'DECLINED']);

export type Reached =
  | { readonly channel: MessageChannel }
  /** `isAddressChanged`: an address on the record is another than when staff sent the link */
  | { readonly channel: null; readonly reason: DeliveryReason; readonly isAddressChanged: boolean };

/**
 * Sends a message to a signer by the best channel that is open to them, in the transaction of its cause: a mail by `mails`, any other by
 * `deliveries`. By itself none goes to an address that is another by now. Where none is open it says why.
 *
 * @throws Refused SETUP_NEEDED while the organisation lacks telephone or notice
 */
export async function reachSigner(open: Open, message: Message): Promise<Reached> {
  const settings = await openMessageSettings(open.db, open.record.organisation_id, open.deps);
  const { ways, reasons } = await waysOf(open, message, settings);
  const hospital = { organisationId: open.record.organisation_id, deps: open.deps };
  const contacts = contactsOf(open, message.signer, settings.settings);
  const changed = message.isAutomatic ? changedChannels(message.link, contacts, hospital) : [];
  const closed = new Set([...message.except, ...changed]);
  const best = ways.filter(({ channel }) => channel !== 'LETTER' && !closed.has(channel));
  const [first] = best;
  if (first === undefined)
    return { channel: null, reason: reasons.SMS ?? reasons.EMAIL ?? 'NO_ADDRESS', isAddressChanged: changed.length > 0 };
  const isNear = isListedNear(open, settings);
  // Where an operation is near, whichever is read first counts.
  const both = isNear ? best.filter(({ channel }) => channel === 'SMS' || channel === 'EMAIL') : [];
  for (const way of both.length === 2 ? both : new Set([first, ...both])) await sendBy(open, message, { way, settings });
  return { channel: first.channel };
}

/** The channels that are open to a signer now, and why the others are closed. */
export async function waysOf(
  open: Open,
  { signer, news, isAutomatic, isAddressConfirmed }: Pick<Message, 'signer' | 'news' | 'isAutomatic' | 'isAddressConfirmed'>,
  { settings, paused }: Pick<OpenMessageSettings, 'settings' | 'paused'>,
): Promise<ReturnType<typeof waysTo>> {
  const { timeZone: zone } = open.deps.settings;
  const now = open.deps.clock();
  return waysTo(
    await messageRecipientOf(open, signer, settings),
    {
      isAutomatic,
      isAddressConfirmed,
      isUrgent: isListedNear(open, { settings }),
      isUncounted: news !== null && UNCOUNTED.has(news),
      ...(await sendingBefore(open, signer, { settings, paused })),
    },
    { settings, now, zone },
  );
}

/** A channel that is open, and the settings by which it sends. */
export type SendingBy = { readonly way: Way; readonly settings: Pick<OpenMessageSettings, 'settings'> };

/** Sends a message by one channel that is open. */
export async function sendBy(open: Open, message: Message, { way: { channel, notBefore }, settings }: SendingBy): Promise<void> {
  const { db, deps, record, patient, consent, now } = open;
  const { signer, link, kind, news } = message;
  const { organisation_id: organisationId } = record;
  await refuseWithoutSetup(db, organisationId);
  const contact = contactsOf({ patient, consent }, signer, settings.settings)[channel];
  if (contact === null) return;
  const token = message.opens ? newToken('l', deps.random) : null;
  if (token !== null) await addLinkToken(db, { organisationId, linkId: link.id, token, now });
  const facts = await mailFactsOf(open, signer);
  const { language } = facts;
  const lastDay = lastDayOf(link.ends_at, deps);
  if (channel === 'EMAIL') {
    // Where details are protected later, a link ends with its address.
    if (link.address === null) await updateLink(db, { organisationId, linkId: link.id }, { address: contact });
    const to = { organisationId, userId: null, address: contact, name: contact, linkId: link.id };
    if (kind !== 'NEWS') {
      const isForInterpreter = isInterpreter(signer.role);
      await queueMail(db, deps, to, { ...facts, kind, isForInterpreter, token: token ?? '', until: lastDay });
      return;
    }
    const words = newsWords(news, facts);
    await queueMail(
      db,
      deps,
      { ...to, news },
      token === null ? { ...facts, kind: 'FORM_NEWS', words } : { ...facts, kind: 'LINK_NEWS', words, token },
    );
    return;
  }
  const url = token === null ? null : `${deps.publicOrigin}/login/${token}`;
  await queueDelivery(
    db,
    deps,
    {
      organisationId,
      caseId: record.id,
      consentId: consent.id,
      order: signer.signing_order,
      linkId: link.id,
      kind,
      news,
      channel: channel satisfies DeliveredChannel,
      contact,
      language,
      content: {
        organisation: facts.organisation,
        text:
          news !== null && isOfSigners(news)
            ? newsSms({ ...facts, news, url })
            : linkSms({ ...facts, url: url ?? '', until: lastDay, isReminder: kind === 'LINK_REMINDER' }),
        url: url ?? '',
        until: SMS_WORDS[language].date(lastDay),
        phone: facts.support,
      },
      isUncounted: news !== null && UNCOUNTED.has(news),
      isUrgent: isListedNear(open, settings),
      isAddressConfirmed: message.isAddressConfirmed,
      notBefore,
    },
    settings.settings,
  );
}

/** Whether the case is listed so soon that its messages are urgent. */
function isListedNear({ record, deps }: Open, { settings }: Pick<OpenMessageSettings, 'settings'>): boolean {
  return isUrgent(record.listed_on, horizonOf(deps.clock(), deps.settings.timeZone, settings));
}
