import { LOCKED_LINKS_MOST, LOCKED_LINKS_SPAN } from '#domain/signing/own-page.ts';
import { addLinkToken, insertSignerLink, updateLink } from '#server/data/signing/links.ts';
import { liveLinkOf, lockedLinksSince } from '#server/data/signing/page-links.ts';
import { newToken } from '#server/data/tokens.ts';
import { keyOfVersion, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { LinkChannel } from '#domain/signing/link.ts';
import type { EventBy } from '#server/work/cases/event-by.ts';

type Visitor = {
  readonly role: SignerRole;
  readonly order: number;
  readonly channel: LinkChannel;
  /** null for a code */
  readonly address: string | null;
  /** the member of staff who sent them the form, gives them the copy, or is responsible for it */
  readonly sentBy: string;
  readonly by: EventBy<'staff' | 'system'>;
};
/** A link by which somebody comes back; `endsAt` ISO. */
export type PageLink = { readonly linkId: string; readonly token: string; readonly endsAt: string };

/**
 * Makes a token by which a signer comes back to their form: of their link while that works, which then lasts as long as was asked, or of a
 * new one. Null where wrong answers have locked it, or two of them within a month: staff alone help on then.
 *
 * @param life - ms
 */
export async function openPage(open: OpenCase, visitor: Visitor, life: number): Promise<PageLink | null> {
  const { role, order, channel, address, sentBy } = visitor;
  const { db, deps, now } = open;
  const key = { ...keyOfVersion(open), order };
  const at = (ms: number) => new Date(deps.clock() + ms).toISOString();
  const live = await liveLinkOf(db, key);
  const locked = await lockedLinksSince(db, { ...key, since: at(-LOCKED_LINKS_SPAN) });
  if ((live?.locked_at ?? null) !== null || locked >= LOCKED_LINKS_MOST) return null;
  const token = newToken('l', deps.random);
  const { organisationId } = key;
  if (live !== undefined && live.ends_at > now) {
    const endsAt = live.purpose === 'PAGE' && live.ends_at < at(life) ? at(life) : live.ends_at;
    if (endsAt !== live.ends_at) await updateLink(db, { organisationId, linkId: live.id }, { ends_at: endsAt });
    await addLinkToken(db, { organisationId, linkId: live.id, token, now });
    return noted(open, visitor, { linkId: live.id, token, endsAt });
  }
  // Its time is over, and no round has noted it yet.
  if (live !== undefined) await updateLink(db, { organisationId, linkId: live.id }, { ended_at: now, ended_by: 'TIME' });
  const linkId = deps.newId();
  await insertSignerLink(db, {
    organisation_id: organisationId,
    id: linkId,
    consent_id: key.id,
    role,
    signing_order: order,
    channel,
    purpose: 'PAGE',
    address,
    sent_by: sentBy,
    created_at: now,
    ends_at: at(life),
  });
  await addLinkToken(db, { organisationId, linkId, token, now });
  return noted(open, visitor, { linkId, token, endsAt: at(life) });
}

async function noted(open: OpenCase, { role, order, channel, by }: Visitor, link: PageLink): Promise<PageLink> {
  await recordEvent(open, { type: 'LINK_SENT', by, detail: { role, order, channel } });
  return link;
}
