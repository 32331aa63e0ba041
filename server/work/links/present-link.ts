import { linkStateOf, type LinkView } from '#domain/signing/link.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';
import type { ConsentParts, SignerLinkRow } from '#server/data/signing/consent-parts.ts';
import type { Deps } from '#server/deps.ts';
import { interpreterCode } from './interpreter-code.ts';

/** How far a message has come, for pages of a build before, which know of mails alone. */
const MAIL_STATES = { WAITING: 'QUEUED', SENT: 'SENT', DELIVERED: 'SENT', FAILED: 'FAILED', DROPPED: 'FAILED' } as const;

/** A link as staff see it: how far it has come, and never where it went. */
export function presentLink(
  link: SignerLinkRow,
  { content }: Pick<ConsentParts, 'content'>,
  deps: Pick<Deps, 'clock' | 'chainKey'>,
): LinkView {
  const mail = link.delivery === null ? link.mail : MAIL_STATES[link.delivery.state];
  return {
    signing_order: link.signing_order,
    channel: link.channel,
    state: linkStateOf({ ...link, mail }, deps.clock()),
    mail,
    way: link.way ?? link.channel,
    delivery: link.delivery,
    sentAt: link.created_at,
    openedAt: link.opened_at,
    triesLeft: LINK_TRIES - link.tries,
    endsAt: link.ends_at,
    code: interpreterCode(link, content.interpreter?.agencyId, deps),
  };
}
