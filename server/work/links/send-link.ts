import { notNow } from '#server/work/cases/not-now.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { DAY } from '#domain/base/limits.ts';
import { LINKS_A_DAY } from '#domain/base/link-limits.ts';
import { linkEndOf, type LinkChannel } from '#domain/signing/link.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { isInterpreter, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { DeliveredChannel } from '#domain/notifications/deliveries.ts';
import { openMessageSettings } from '#server/work/messages/message-settings.ts';
import { Refused } from '#server/api-error.ts';
import { addLinkToken, insertSignerLink, linksSince } from '#server/data/signing/links.ts';
import { recipientsIn, updateRecipient, type RecipientRow } from '#server/data/signing/signers.ts';
import { newToken } from '#server/data/tokens.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { secondsUntil } from '#server/policies/rate-limits.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { pickSigner, SIGNER_UNCLEAR } from '#server/work/cases/signer-of-call.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { contactsOf, mailClosed } from './addressee.ts';
import { contactMacs } from './changed-channels.ts';
import { addressFor, unconfirmedAddress, unwantedAdult } from './link-address.ts';
import { refuseClosed } from './refuse-closed.ts';
import { lastDayOf } from './last-day.ts';
import { mailFactsOf } from './mail-facts.ts';
import { sendBy, waysOf, type Message, type SendingBy } from './reach-signer.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { resumeSigning } from './resume-signing.ts';

export type LinkOrder = {
  readonly role?: SignerRole | undefined;
  readonly signing_order?: number | undefined;
  readonly channel: LinkChannel;
  /** another way than a mail, of a link that is mailed otherwise */
  readonly way?: DeliveredChannel | undefined;
  /** the sender has asked whether the address of a protected patient is safe */
  readonly addressConfirmed?: boolean | undefined;
  /** of a mail, as the sender has seen it */
  readonly address?: string | undefined;
};

/** A link that was sent; `url` of a QR code and of a letter alone, and told once. */
export type SentLink = {
  signer: RecipientRow;
  linkId: string;
  endsAt: string;
  url?: string;
  /** the quiet hours hold its message until the morning */
  isHeld: boolean;
};

/**
 * Sends a link to one signer of a form that is out, or whose time has ended. An earlier link of theirs ends.
 *
 * @throws Refused MOVE_REFUSED for any other form, and for a signer who has answered; INVALID for a role that signs by no link, and for
 *   a protected address that was not confirmed; PATIENT_TAKES_NONE for a deceased or merged patient; NO_EMAIL_ADDRESS; NO_POSTAL_ADDRESS of a letter; LINKS_FULL;
 *   SETUP_NEEDED for a mail of an organisation without telephone or notice
 */
export async function sendLink(open: OpenCase, actor: StaffActor, order: LinkOrder): Promise<SentLink> {
  const { db, record, consent, deps, now } = open;
  const key = { organisationId: record.organisation_id, id: consent.id };
  const isExpired = mayMove(consent.status, 'resend');
  if (!(mayMove(consent.status, 'sign') || isExpired) || record.current_consent_id !== consent.id) throw notNow(open);
  if (!mayStartConsent(open.patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  const signers = await recipientsIn(db, key);
  const signer = signerOf(signers, order);
  if (signer.state === 'SIGNED') throw new Refused('ALREADY_SIGNED');
  if (signer.state === 'DECLINED') throw notNow(open, 'SIGNER_DECLINED');
  const isConfirmed = order.addressConfirmed === true;
  const by = order.way === undefined ? null : await openWay(open, actor, { signer, way: order.way, isConfirmed });
  const isMailed = order.channel === 'EMAIL' && by === null;
  const address = isMailed ? addressFor(open, actor, { signer, isConfirmed, seen: order.address }) : null;
  if (isMailed) refuseClosed(await mailClosed(open, signer, { isAutomatic: false, isAddressConfirmed: true }));
  const signerKey = { ...key, order: signer.signing_order };
  const at = (ms: number) => new Date(deps.clock() + ms).toISOString();
  const recent = await linksSince(db, { ...signerKey, since: at(-DAY), now: at(0) });
  if (recent.count >= LINKS_A_DAY) throw new Refused('LINKS_FULL', { retryAfter: untilRoom(recent, deps) });
  if (isExpired) await resumeSigning(open);
  await endLinksOf(open, { by: 'RESENT', order: signer.signing_order });
  const linkId = deps.newId();
  const token = newToken('l', deps.random);
  const endsAt = new Date(
    linkEndOf(order.way ?? order.channel, { now: deps.clock(), linkDays: deps.settings.linkDays }),
  ).toISOString();
  await insertSignerLink(db, {
    organisation_id: key.organisationId,
    id: linkId,
    consent_id: consent.id,
    role: signer.role,
    signing_order: signer.signing_order,
    channel: order.channel,
    address,
    ...(by === null ? {} : { way: order.way, contact_macs: contactMacsNow(open, signer, by) }),
    sent_by: actor.userId,
    created_at: now,
    ends_at: endsAt,
  });
  // A letter is made by whoever asked for it: no job sends it.
  if (by === null || order.way === 'LETTER') await addLinkToken(db, { organisationId: key.organisationId, linkId, token, now });
  else
    await sendBy(
      open,
      messageOf({ signer, link: { id: linkId, ends_at: endsAt, address: null, contact_macs: null }, isConfirmed }),
      by,
    );
  if (address !== null) await queueLinkMail(open, { kind: 'LINK', role: signer.role, linkId, address, token, endsAt });
  if (signer.state === 'WAITING') await updateRecipient(db, signerKey, { state: 'INVITED' });
  await recordEvent(open, {
    type: 'LINK_SENT',
    by: byStaff(open),
    detail: { role: signer.role, order: signer.signing_order, channel: order.way ?? order.channel },
  });
  return {
    signer,
    linkId,
    endsAt,
    isHeld: by !== null && by.way.notBefore > deps.clock(),
    ...(order.channel === 'QR' || order.way === 'LETTER' ? { url: `${deps.publicOrigin}/login/${token}` } : {}),
  };
}

type Choice = { readonly signer: RecipientRow; readonly way: DeliveredChannel; readonly isConfirmed: boolean };

/** The way that the sender has chosen. @throws Refused in the words of why it is closed */
async function openWay(open: OpenCase, actor: StaffActor, { signer, way: channel, isConfirmed }: Choice): Promise<SendingBy> {
  const unwanted = unwantedAdult(open, signer.role);
  if (unwanted !== undefined) throw new Refused('INVALID', { fields: [unwanted] });
  const unsafe = unconfirmedAddress(open, actor, { role: signer.role, isConfirmed });
  if (unsafe !== undefined) throw new Refused('INVALID', { fields: [unsafe] });
  const settings = await openMessageSettings(open.db, open.record.organisation_id, open.deps);
  const query = { signer, news: null, isAutomatic: false, isAddressConfirmed: isConfirmed };
  const { ways, reasons } = await waysOf(open, query, settings);
  refuseClosed(reasons[channel] ?? null);
  if (channel === 'LETTER' && reasons.LETTER === 'NO_ADDRESS')
    throw new Refused('NO_POSTAL_ADDRESS', {
      fields: [{ path: 'signing_order', message: FAILURES.NO_POSTAL_ADDRESS.message }],
    });
  const way = ways.find((each) => each.channel === channel);
  if (way === undefined) throw new Refused('CHANNEL_OFF');
  return { way, settings };
}

/** The marks of a signer's addresses of today: an automatic message to another one than these is staff's to decide. */
export function contactMacsNow(
  open: OpenCase,
  signer: RecipientRow,
  { settings }: Pick<SendingBy, 'settings'>,
): ReturnType<typeof contactMacs> {
  const contacts = contactsOf(open, signer, settings.settings);
  return contactMacs(contacts, { organisationId: open.record.organisation_id, deps: open.deps });
}

type FirstLink = Pick<Message, 'signer' | 'link'> & { readonly isConfirmed: boolean };

function messageOf({ signer, link, isConfirmed }: FirstLink): Message {
  return { signer, link, kind: 'LINK', news: null, opens: true, isAutomatic: false, isAddressConfirmed: isConfirmed, except: [] };
}

function signerOf(signers: readonly RecipientRow[], { role, signing_order: order }: LinkOrder): RecipientRow {
  const atOrder = order === undefined ? undefined : signers.find((each) => each.signing_order === order);
  const signer = role === undefined ? atOrder : pickSigner(signers, { role, order });
  if (signer === undefined) throw new Refused('INVALID', { fields: [SIGNER_UNCLEAR] });
  if (!ROLE_RULES[signer.role].mayUseLink || signer.attests !== null)
    throw new Refused('INVALID', { fields: [{ path: 'role', message: 'Nobody with this role signs by a link' }] });
  return signer;
}

type LinkMailing = {
  readonly kind: 'LINK' | 'LINK_REMINDER';
  readonly role: SignerRole;
  readonly linkId: string;
  readonly address: string;
  readonly token: string;
  readonly endsAt: string;
};

/** Queues the mail of a link in the transaction of its cause. */
export async function queueLinkMail(
  open: Pick<OpenCase, 'db' | 'record' | 'patient' | 'consent' | 'deps'>,
  { kind, role, linkId, address, token, endsAt }: LinkMailing,
): Promise<void> {
  const { db, record, deps } = open;
  const to = { organisationId: record.organisation_id, userId: null, address, name: address, linkId };
  const facts = await mailFactsOf(open, { role });
  await queueMail(db, deps, to, {
    ...facts,
    kind,
    isForInterpreter: isInterpreter(role),
    token,
    until: lastDayOf(endsAt, deps),
  });
}

/** Seconds until the oldest of the day's links no longer counts. */
function untilRoom({ oldest }: { oldest: string | null }, deps: OpenCase['deps']): number {
  return oldest === null ? 1 : secondsUntil(new Date(Date.parse(oldest) + DAY).toISOString(), deps);
}
