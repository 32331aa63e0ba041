import { counted } from '#domain/base/counted.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { LINK_ENDS, type LinkEnd, type LinkView, lastDayOfLink } from '#domain/signing/link.ts';
import { deliveryWords, mailWords } from '#domain/notifications/deliveries.ts';
import { longDate, longTime } from '#domain/values/plain-date.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';

/** Why a link ended, inside a sentence. */
export const LINK_END_WORDS: Readonly<Record<LinkEnd, string>> = {
  TIME: 'its time was over',
  RECALLED: 'the form was changed',
  VOIDED: 'the form was recorded in error',
  NEW_VERSION: 'a newer version took its place',
  RESENT: 'a new link was sent',
  OTHER_WAY: 'the tablet was handed over instead',
  STAFF: 'somebody of the staff ended it',
  PROTECTED: 'the patient’s contact details were hidden',
};

/** The latest link of a signer; undefined without one, and where only a link from before a change of the form is left. */
export function linkOf(
  { links = [] }: Pick<Consent, 'links'>,
  { signing_order, state }: Pick<Recipient, 'signing_order' | 'state'>,
): LinkView | undefined {
  const link = links.find((each) => each.signing_order === signing_order);
  return link?.state === 'ENDED' && state === 'WAITING' ? undefined : link;
}

/** Whether the holder of a link can still sign by it. */
export function worksStill({ state }: Pick<LinkView, 'state'>): boolean {
  return state !== 'ENDED' && state !== 'LOCKED';
}

/** How far a link has come. */
export function linkState({
  state,
  channel,
  mail,
  way,
  delivery,
}: Pick<LinkView, 'state' | 'channel' | 'mail' | 'way' | 'delivery'>): StateWords {
  switch (state) {
    case 'CREATED':
      if (channel === 'QR') return { tone: 'info', words: 'Code shown' };
      if (delivery != null) return { tone: mail === 'FAILED' ? 'stop' : 'info', words: deliveryWords(delivery) };
      return mail === 'FAILED' ? { tone: 'stop', words: 'Mail not delivered' } : { tone: 'info', words: 'Waiting to be mailed' };
    case 'MAILED':
      return { tone: 'info', words: way === 'LETTER' && delivery?.channel === 'LETTER' ? 'Letter printed' : 'Link sent' };
    case 'OPENED':
      return { tone: 'info', words: 'Link opened' };
    case 'VERIFIED':
      return { tone: 'info', words: 'Showed who they are' };
    case 'LOCKED':
      return { tone: 'stop', words: 'Link locked' };
    case 'ENDED':
      return { tone: 'warn', words: 'Link ended' };
  }
}

/** `now`: epoch ms */
type Around = { readonly ended: LinkEnd | undefined; readonly timeZone: string; readonly now: number };

/** The lines about a link for staff: when it was sent, until when it works, and what to do where it does not. */
export function linkLines(link: LinkView, { ended, timeZone, now }: Around): string[] {
  const { channel, state, mail, delivery, sentAt, openedAt, endsAt, triesLeft } = link;
  const went = `${wayWords(link)} ${longTime(sentAt, timeZone)}`;
  if (state === 'ENDED') return [went, `It ended: ${LINK_END_WORDS[ended ?? 'TIME']}.`];
  if (state === 'LOCKED')
    return [went, `${capitalised(numberWord(LINK_TRIES))} wrong answers. Talk to the person first, then send a new link.`];
  const lines = [went];
  if (delivery != null) lines.push(`${deliveryWords(delivery)}.`);
  else if (mail !== null && channel !== 'QR') lines.push(`${mailWords(mail)}.`);
  if (delivery == null && mail === 'FAILED') lines.push('Check the address, then send the link again.');
  if (openedAt !== null) lines.push(`Opened ${longTime(openedAt, timeZone)}`);
  // A code that nobody has opened works for an hour; any other link says its last whole day, as its mail does.
  const isUnopened = channel === 'QR' && openedAt === null;
  const until = isUnopened
    ? `${longTime(endsAt, timeZone)} unless it is opened`
    : longDate(lastDayOfLink(endsAt, { now, timeZone }));
  const tries = state === 'VERIFIED' ? '' : ` ${counted(triesLeft, 'try', 'tries')} left.`;
  return [...lines, `It works until ${until}.${tries}`];
}

/** `By text message`: how a link went. */
function wayWords({ way, channel }: Pick<LinkView, 'way' | 'channel'>): string {
  if (channel === 'QR') return 'Code shown';
  return way === undefined || way === 'QR' ? 'By email' : WAY_WORDS[way];
}

const WAY_WORDS = { EMAIL: 'By email', SMS: 'By text message', APP: 'By the NHS App', LETTER: 'In a letter' } as const;

/** The reason why the latest link of a signer ended, from the timeline. */
export function endOfLink(
  { consentID, Timeline }: Pick<Consent, 'consentID' | 'Timeline'>,
  { signing_order }: Pick<Recipient, 'signing_order'>,
): LinkEnd | undefined {
  const event = Timeline.findLast(
    ({ type, versionId, detail }) => type === 'LINK_ENDED' && versionId === consentID && detail['order'] === signing_order,
  );
  return LINK_ENDS.find((each) => each === event?.detail['by']);
}

/** Six digits as people read them out: `123 456`. */
export function spokenCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
