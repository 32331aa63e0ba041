import * as v from 'valibot';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { DELIVERED_CHANNELS, DELIVERY_REASONS, DELIVERY_STATES } from '#domain/notifications/deliveries.ts';
import type { LinkNeed } from './link-needs.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { identityKey } from '#domain/values/search-text.ts';
import { isInterpreter, type SignerRole } from '#domain/forms/signer-roles.ts';

/** The ways by which a link reaches a signer: in a mail, or as a QR code shown on the clinician's screen. */
export const LINK_CHANNELS = ['EMAIL', 'QR'] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/** The use of a link: to read, ask and sign; or, once somebody has answered, to come back to their own page. */
export const LINK_PURPOSES = ['SIGN', 'PAGE'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** How far a link has come (forms.md section 7). */
export const LINK_STATES = ['CREATED', 'MAILED', 'OPENED', 'VERIFIED', 'LOCKED', 'ENDED'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** Why a link ended before its time, or with it. */
export const LINK_ENDS = ['TIME', 'RECALLED', 'VOIDED', 'NEW_VERSION', 'RESENT', 'OTHER_WAY', 'STAFF', 'PROTECTED'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

/** A QR code that nobody has opened works for this long [choice]. */
export const QR_UNOPENED = HOUR;
/** A link in a letter works for this long: the post takes some of it, ms (messages, section 2). */
const LETTER_LINK_LIFE = 28 * DAY;
/** Days between reminders of a link that nobody has answered, and how many there are (forms.md section 7). */
export const REMINDER_DAYS = 3;
export const REMINDERS_MOST = 4;

/** The ways by which a link goes, those beside {@link LINK_CHANNELS} as well: of these `channel` says EMAIL, for pages of a build before. */
const LINK_WAYS = [...LINK_CHANNELS, ...DELIVERED_CHANNELS] as const;

/** How far a message has come. */
const DeliveryView = v.object({
  state: v.picklist(DELIVERY_STATES),
  reason: v.nullable(v.picklist(DELIVERY_REASONS)),
  /** absent in an answer of a build before */
  channel: v.optional(v.picklist(DELIVERED_CHANNELS)),
});

const LinkParts = v.object({
  signing_order: v.number(),
  channel: v.picklist(LINK_CHANNELS),
  state: v.picklist(LINK_STATES),
  /** of the latest mail; null where none was sent */
  mail: v.nullable(v.picklist(['QUEUED', 'SENT', 'FAILED'])),
  sentAt: v.string(),
  openedAt: v.nullable(v.string()),
  triesLeft: v.number(),
  endsAt: v.string(),
  /** the way that it went; absent in an answer of a build before */
  way: v.optional(v.picklist(LINK_WAYS)),
  /** how far its latest message has come: of a mail too; absent in an answer of a build before, null where none was sent */
  delivery: v.optional(v.nullable(DeliveryView)),
  /** digits that staff read out to an interpreter who has no agency number; null for everybody else */
  code: v.nullable(v.string()),
});
type Parts = typeof LinkParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface LinkViewSchema extends Parts {}
/** A link as staff see it; never its address. Times are ISO. */
export const LinkView: LinkViewSchema = LinkParts;
export type LinkView = v.InferOutput<LinkViewSchema>;

/** The stored times of a link, ISO, and the state of its mail. */
export type LinkFacts = {
  readonly mail: LinkView['mail'];
  readonly opened_at: string | null;
  readonly verified_at: string | null;
  readonly locked_at: string | null;
  readonly ended_at: string | null;
  readonly ends_at: string;
};

/** The state of a link at a moment. @param now - epoch ms */
export function linkStateOf(link: LinkFacts, now: number): LinkState {
  if (link.ended_at !== null || Date.parse(link.ends_at) <= now) return 'ENDED';
  if (link.locked_at !== null) return 'LOCKED';
  if (link.verified_at !== null) return 'VERIFIED';
  if (link.opened_at !== null) return 'OPENED';
  return link.mail === 'SENT' ? 'MAILED' : 'CREATED';
}

/** The end of a new link, epoch ms. */
export function linkEndOf(
  way: (typeof LINK_WAYS)[number],
  { now, linkDays }: { readonly now: number; readonly linkDays: number },
): number {
  if (way === 'QR') return now + QR_UNOPENED;
  return now + (way === 'LETTER' ? LETTER_LINK_LIFE : linkDays * DAY);
}

/**
 * The questions to the holder of a link: an interpreter's about themselves, everybody else's about the patient's birth date and
 * their own last name.
 */
export function linkNeedsOf(role: SignerRole): readonly LinkNeed[] {
  return isInterpreter(role) ? ['name', 'code'] : ['dateOfBirth', 'lastName'];
}

/** Whether an answer is the last name of a person; where only the full name is known, any run of its last words matches. */
export function isLastName(answer: string, { lastName, name }: { readonly lastName?: string; readonly name: string }): boolean {
  if (lastName !== undefined) return isSameIdentity(answer, lastName);
  const words = name.split(/\s+/).filter((word) => identityKey(word) !== '');
  return words.some((_, at) => isSameIdentity(words.slice(at).join(' '), answer));
}

/** Whether the latest message of a link that nobody has opened did not arrive, or did not go out. @param link - `mail`: of one without a delivery */
export function isUnreached({
  state,
  mail,
  delivery,
}: {
  readonly state: string;
  readonly mail?: string | null | undefined;
  readonly delivery?: { readonly state: string } | null | undefined;
}): boolean {
  const isOpen = state === 'CREATED' || state === 'MAILED';
  const latest = delivery?.state ?? mail;
  return isOpen && (latest === 'FAILED' || latest === 'DROPPED');
}

/**
 * The last whole day of a link, plain date: it ends in the course of the next. One rule for mails, letters, the door and staff's screens.
 *
 * @param endsAt - ISO @param around - now as epoch ms, and an IANA name
 */
export function lastDayOfLink(endsAt: string, { now, timeZone }: { readonly now: number; readonly timeZone: string }): string {
  return localDate(Math.max(Date.parse(endsAt) - DAY, now), timeZone);
}
