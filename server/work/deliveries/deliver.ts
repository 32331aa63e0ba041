import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import type { MessageContent } from '#domain/notifications/sms.ts';
import { DELIVERY_TIMEOUT, type DeliveredChannel, type DeliveryReason } from '#domain/notifications/deliveries.ts';
import { takeDelivery, updateDelivery, type DeliveryRow } from '#server/data/notifications/deliveries.ts';
import type { Db } from '#server/data/db.ts';
import { linkById } from '#server/data/signing/links.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { SecretUnreadable } from '#server/outside/secret-box.ts';
import { ServiceRefused } from '#server/outside/service-refused.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { contactsOf, messagedSigner } from '#server/work/links/addressee.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { awaitsAnswer, isStillNews } from '#server/work/links/awaits-answer.ts';
import { waysOf } from '#server/work/links/reach-signer.ts';
import { openMessageSettings, type OpenMessageSettings } from '#server/work/messages/message-settings.ts';
import { contactMac, deliverySealPurpose } from '#server/work/messages/queue-delivery.ts';
import { pauseChannel } from './mail-managers.ts';
import { govukOf, updateOfGovukStatus } from './services.ts';
import { settleDelivery, type DeliveryUpdate } from './settle.ts';

/** Times of the handing over, ms; tests divide none of them, but move their clock. */
const LEASE = MINUTE;
/** A service is asked about a message again only so long after a try that nobody answered: it may still be on its way there [choice]. */
const LOOKUP_DELAY = MINUTE;
const BACK_OFF = { first: 5 * 1000, max: 15 * MINUTE };
/** The longest wait of a message: through quiet hours, and the day in which it is tried. */
const LONGEST_DELIVERY_WAIT = DAY + HOUR;

/**
 * Hands the message of a channel that is due longest over to its service. What has changed since it was queued is asked again first: a link that
 * ended, details that are protected, a wish.
 *
 * @returns true while more may be due
 */
export async function deliverNext(deps: Deps, channel: DeliveredChannel): Promise<boolean> {
  const now = new Date(deps.clock()).toISOString();
  const row = await takeDelivery(deps.database.db, { channel, now, lease: LEASE, longest: LONGEST_DELIVERY_WAIT });
  if (row === undefined) return false;
  try {
    const prepared = await inTransaction(deps.database.db, (db) => prepare(db, deps, row));
    if (prepared !== null) await handOver(deps, row, prepared);
  } catch (error) {
    await putOff(deps, row, error);
  }
  return true;
}

/** Reasons that do not end a message that was queued: its own place in the day is counted, and a service that is paused may serve again. */
const WAITS: ReadonlySet<DeliveryReason> = new Set(['DAY_FULL', 'NO_ANSWER']);

type Prepared = {
  readonly to: string;
  readonly content: MessageContent;
  /** whether a try before may have reached the service */
  readonly wasBegun: boolean;
};

/** Asks once more whether the message may go, and writes down that it is begun; null where it does not go. */
async function prepare(db: Db, deps: Deps, row: DeliveryRow): Promise<Prepared | null> {
  const key = { organisationId: row.organisation_id, id: row.id };
  const drop = async (reason: DeliveryReason) => {
    await settleDelivery(db, deps, row, { state: 'DROPPED', reason });
    return null;
  };
  const link = await linkById(db, { organisationId: row.organisation_id, linkId: row.link_id });
  if (link === undefined) return drop('CASE_ENDED');
  const open = await openLinkCase({ db, deps, now: new Date(deps.clock()).toISOString() }, link);
  const found = await findSigner(open, { role: link.role, order: link.signing_order });
  // News may be about a form that was recalled, whose signers are taken off.
  const isTrue =
    row.kind === 'NEWS' ? isStillNews(open, { news: row.news, signer: found }) : awaitsAnswer(open, { link, signer: found });
  if (!isTrue) return drop('CASE_ENDED');
  if (row.recipient === null || row.body === null) return drop('CASE_ENDED');
  const signer = messagedSigner(link, found);
  const settings = await openMessageSettings(db, row.organisation_id, deps);
  const contact = contactsOf(open, signer, settings.settings)[row.channel];
  const isSame = contact !== null && contactMac(row.organisation_id, contact, deps) === row.recipient_mac;
  const query = { signer, news: row.news, isAddressConfirmed: row.is_address_confirmed };
  // A letter, and what somebody has sent by hand, was theirs to decide; all else is judged as it was queued.
  const { ways, reasons } = await waysOf(
    open,
    { ...query, isAutomatic: !row.is_address_confirmed && row.kind !== 'LINK' },
    settings,
  );
  const reason = reasons[row.channel];
  const wasBegun = row.begun_at !== null;
  // A month is full of what services have taken: a message that was begun may be among it.
  const mayGo = reason === undefined || WAITS.has(reason) || (reason === 'MONTH_FULL' && wasBegun);
  if (!mayGo) return drop(reason);
  if (!isSame) return drop('NO_ADDRESS');
  const notBefore = ways.find(({ channel }) => channel === row.channel)?.notBefore ?? 0;
  if (notBefore > deps.clock()) {
    // The quiet hours have begun while it waited for its service: its time begins with the morning.
    const morning = new Date(notBefore).toISOString();
    await updateDelivery(db, key, { lease_until: null, next_at: morning, due_at: morning });
    return null;
  }
  if (settings.paused.includes(row.channel)) throw new ServiceRefused('BUSY', 'The channel is paused');
  if (!wasBegun) await updateDelivery(db, key, { begun_at: new Date(deps.clock()).toISOString() });
  return {
    to: deps.secrets.open(row.recipient, deliverySealPurpose(row.id, 'recipient')),
    // The object that `queueDelivery` sealed.
    content: JSON.parse(deps.secrets.open(row.body, deliverySealPurpose(row.id, 'body'))) as MessageContent,
    wasBegun,
  };
}

async function handOver(deps: Deps, row: DeliveryRow, prepared: Prepared): Promise<void> {
  const { db } = deps.database;
  const settings = await openMessageSettings(db, row.organisation_id, deps);
  const taken =
    row.service === 'NHS'
      ? await byNhs(deps, row, { ...prepared, settings })
      : await byGovuk(deps, row, { ...prepared, settings });
  await inTransaction(db, (trx) => settleDelivery(trx, deps, row, taken));
}

type HandingOver = Prepared & { readonly settings: OpenMessageSettings };

async function byGovuk(deps: Deps, row: DeliveryRow, { to, content, wasBegun, settings }: HandingOver): Promise<DeliveryUpdate> {
  const service = govukOf(settings, deps);
  const template = settings.settings.templates.SMS;
  if (service === null || template === null) throw new ServiceRefused('FINAL', 'The service is not set up');
  // Its reference holds nothing back: a try that nobody answered may have been taken.
  const found = wasBegun ? await service.find('sms', row.id) : undefined;
  const message = found ?? (await service.sendSms({ to, text: content.text, template, reference: row.id }));
  return { ...(updateOfGovukStatus(message.status) ?? { state: 'SENT', reason: null }), providerId: message.id };
}

async function byNhs(deps: Deps, row: DeliveryRow, { to: nhsNumber, content, settings }: HandingOver): Promise<DeliveryUpdate> {
  const plan = row.channel === 'APP' ? settings.settings.plans.APP : settings.settings.plans.SMS;
  if (deps.nhsNotify === undefined || plan === null) throw new ServiceRefused('FINAL', 'The service is not set up');
  // The same reference is taken once, however often it comes.
  const { id } = await deps.nhsNotify.send({ plan, nhsNumber, reference: row.id, personalisation: content });
  return { state: 'SENT', reason: null, providerId: id ?? undefined };
}

/** Puts a message off that was not taken, or gives it up: at once where it never will be, else after its time. */
async function putOff(deps: Deps, row: DeliveryRow, error: unknown): Promise<void> {
  const refused = error instanceof ServiceRefused ? error : null;
  const isUnreadable = error instanceof SecretUnreadable;
  const kind = refused?.refusal ?? (isUnreadable ? 'FINAL' : 'UNKNOWN');
  const key = { organisationId: row.organisation_id, id: row.id };
  deps.log.warn('a message was not taken', {
    job: row.channel,
    error: refused === null ? nameOf(error) : refused.message,
    attempts: row.attempts,
  });
  if (kind === 'ADDRESS' || kind === 'FINAL') {
    const reason = kind === 'ADDRESS' ? 'ADDRESS_REFUSED' : 'REFUSED_BY_SERVICE';
    return void (await inTransaction(deps.database.db, (db) =>
      settleDelivery(db, deps, row, { state: 'FAILED', reason, isTaken: false }),
    ));
  }
  if (kind === 'CLOSED') await pause(deps, row);
  if (deps.clock() - Date.parse(row.due_at) >= DELIVERY_TIMEOUT[row.channel])
    return void (await inTransaction(deps.database.db, (db) =>
      settleDelivery(db, deps, row, { state: 'FAILED', reason: 'NO_ANSWER', isTaken: false }),
    ));
  const wait = Math.max(
    backoffDelay(row.attempts - 1, BACK_OFF),
    kind === 'UNKNOWN' ? LOOKUP_DELAY : 0,
    Math.min(refused?.retryAfter ?? 0, HOUR),
  );
  await updateDelivery(deps.database.db, key, { lease_until: null, next_at: new Date(deps.clock() + wait).toISOString() });
}

/** Notes that a service serves the organisation no more: no more messages are handed to it until a test succeeds or the settings change. */
async function pause(deps: Deps, { organisation_id: organisationId, channel }: DeliveryRow): Promise<void> {
  await inTransaction(deps.database.db, (db) => pauseChannel(db, deps, { organisationId, channel }));
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
