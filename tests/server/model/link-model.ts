/** The reference of links: the rules of forms.md section 7, written a second time and without the product's code. */

import {
  forgetOpenScan,
  currentOf,
  isOut,
  isOutNow,
  type CaseModel,
  type LinkEnding,
  type ModelLink,
  type ModelSigner,
  type ModelTicket,
  type ModelVersion,
} from './case-shapes.ts';

type LinkVerdict =
  | null
  | 'MOVE_REFUSED'
  | 'ALREADY_SIGNED'
  | 'INVALID'
  | 'SLOW_DOWN'
  | 'LINK_ENDED'
  | 'LOCKED'
  | 'IDENTITY_MISMATCH';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BY_LINK: readonly string[] = ['PATIENT', 'PARENT', 'CHILD', 'INTERPRETER'];
const ANSWERED: readonly string[] = ['SIGNED', 'DECLINED', 'EXPIRED'];

/** Whether a link may be sent to a signer now. */
export function maySendLink(
  model: CaseModel,
  version: ModelVersion,
  [signer, now]: [ModelSigner | undefined, number],
): LinkVerdict {
  const isExpired = version.status === 'EXPIRED' && currentOf(model) === version;
  if (!isOutNow(model, version) && !isExpired) return 'MOVE_REFUSED';
  if (signer === undefined || !BY_LINK.includes(signer.role)) return 'INVALID';
  if (signer.state === 'SIGNED') return 'ALREADY_SIGNED';
  if (signer.state === 'DECLINED') return 'MOVE_REFUSED';
  const ofDay = linksAt(model, version, signer.order).filter(({ sentAt }) => sentAt > now - DAY);
  return ofDay.length >= 5 ? 'SLOW_DOWN' : null;
}

type Sent = Pick<ModelLink, 'id' | 'channel' | 'tokens' | 'sentAt' | 'endsAt'>;

/** A link goes to a signer: the one before ends, and a form whose time had ended is out again. */
export function sendLink(model: CaseModel, version: ModelVersion, [signer, sent]: [ModelSigner, Sent]): void {
  if (version.status === 'EXPIRED') resume(model, version);
  endLinksAt(model, version, { by: 'RESENT', order: signer.order });
  if (signer.state === 'WAITING') signer.state = 'INVITED';
  model.links.push({
    ...sent,
    versionId: version.id,
    order: signer.order,
    isOpened: false,
    isVerified: false,
    tries: 0,
    isLocked: false,
    ended: null,
    reminders: 0,
    remindedAt: null,
    isFromBefore: false,
  });
}

/** The end of a new link: two weeks, and one hour for a code that nobody has opened. */
export const endOf = (channel: ModelLink['channel'], now: number): number => now + (channel === 'QR' ? 60 * MINUTE : 14 * DAY);

/** A form whose time had ended is out again, with the signatures that it has. */
export function resume(model: CaseModel, version: ModelVersion): void {
  version.status = version.signers.some(({ state }) => state === 'SIGNED') ? 'PARTIALLY_SIGNED' : 'SENT';
  goOut(model, version);
}

/** A form goes out, for the first time or again: links from before do not count when its time ends. */
export function goOut(model: CaseModel, version: ModelVersion): void {
  for (const link of model.links) if (link.versionId === version.id) link.isFromBefore = true;
}

/** Why a link opens nothing; null for one that works. */
export function faultOf(link: ModelLink, now: number): LinkVerdict {
  if (link.ended !== null || link.endsAt <= now) return 'LINK_ENDED';
  return link.isLocked ? 'LOCKED' : null;
}

export function openLink(link: ModelLink, now: number): LinkVerdict {
  const fault = faultOf(link, now);
  if (fault === null) noteOpened(link, now);
  return fault;
}

/** An answer of the holder of a link: the fifth wrong one locks it for good. */
export function answer(model: CaseModel, link: ModelLink, [isRight, now]: [boolean, number]): LinkVerdict {
  const fault = faultOf(link, now);
  if (fault !== null) return fault;
  if (!isRight) {
    link.tries += 1;
    link.isLocked = link.tries === 5;
    return link.isLocked ? 'LOCKED' : 'IDENTITY_MISMATCH';
  }
  noteOpened(link, now);
  link.isVerified = true;
  const version = model.versions.find(({ id }) => id === link.versionId);
  const signer = version?.signers.find(({ order }) => order === link.order);
  if (version !== undefined && isOut(version) && signer !== undefined && !ANSWERED.includes(signer.state))
    Object.assign(signer, { state: 'VERIFIED', isStranger: false });
  return null;
}

function noteOpened(link: ModelLink, now: number): void {
  if (!link.isOpened && link.channel === 'QR') link.endsAt = now + 14 * DAY;
  link.isOpened = true;
}

/** The refusal of any call with a ticket; null while the ticket works. */
export function ticketFault(model: CaseModel, { link, endsAt, isEnded }: ModelTicket, now: number): string | null {
  if (!isEnded && endsAt > now && link.ended === null && !link.isLocked) return null;
  return model.versions.find(({ id }) => id === link.versionId)?.isInError === true ? 'LINK_ENDED' : 'TICKET_ENDED';
}

/** Ends the links of a version, or of one of its signers. @param until - those sent later go on */
export function endLinksAt(
  model: CaseModel,
  version: ModelVersion,
  { by, order, until = Infinity }: { by: LinkEnding; order?: number | undefined; until?: number | undefined },
): void {
  for (const link of model.links)
    if (link.versionId === version.id && link.ended === null && (order ?? link.order) === link.order && link.sentAt <= until)
      link.ended = by;
}

/** Ends every way by which somebody signs a version. */
export function endAccess(model: CaseModel, version: ModelVersion, by: LinkEnding): void {
  endLinksAt(model, version, { by });
  endTickets(model, version);
  forgetOpenScan(version);
}

export function endTickets(model: CaseModel, version: ModelVersion): void {
  for (const ticket of model.tickets) if (ticket.link.versionId === version.id) ticket.isEnded = true;
}

/** The links that are reminded: those who have not answered get a mail, with a new token. */
export function remind(model: CaseModel, now: number): { due: ModelLink[]; mailed: ModelLink[] } {
  const due = model.links.filter(
    (link) =>
      link.channel === 'EMAIL' &&
      faultOf(link, now) === null &&
      link.reminders < 4 &&
      (link.remindedAt ?? link.sentAt) <= now - 3 * DAY,
  );
  const mailed = due.filter((link) => {
    const version = model.versions.find(({ id }) => id === link.versionId);
    const signer = version?.signers.find(({ order }) => order === link.order);
    return version !== undefined && isOutNow(model, version) && signer !== undefined && !ANSWERED.includes(signer.state);
  });
  for (const link of due) link.reminders += 1;
  return { due, mailed };
}

/** Ends the links whose time is over. A form is EXPIRED once that is true of every absent signer. */
export function expire(model: CaseModel, now: number): void {
  const due = model.links.filter((link) => link.ended === null && link.endsAt <= now);
  for (const link of due) link.ended = 'TIME';
  for (const version of model.versions) {
    if (!isOutNow(model, version) || due.every(({ versionId }) => versionId !== version.id)) continue;
    const waiting = version.signers.filter(
      ({ required, role, state }) => required && BY_LINK.includes(role) && !ANSWERED.includes(state),
    );
    const isOver = ({ order }: ModelSigner) => {
      const last = linksAt(model, version, order).at(-1);
      return last?.ended === 'TIME' && !last.isFromBefore && (last.channel === 'EMAIL' || last.isOpened);
    };
    if (waiting.length > 0 && waiting.every(isOver)) version.status = 'EXPIRED';
  }
}

function linksAt({ links }: CaseModel, version: ModelVersion, order: number): ModelLink[] {
  return links.filter((link) => link.versionId === version.id && link.order === order);
}
