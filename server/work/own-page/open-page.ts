import { identityCheckOf, identityValuesOf, mayBeSomebodyElse, type FormIdentityState } from '#domain/patients/identity-check.ts';
import { LOCKED_LINKS_MOST, LOCKED_LINKS_SPAN } from '#domain/signing/own-page.ts';
import { addLinkToken, insertSignerLink, updateLink, type LinkRow } from '#server/data/signing/links.ts';
import { liveLinkOf, lockedLinksSince } from '#server/data/signing/page-links.ts';
import { newToken } from '#server/data/tokens.ts';
import { identityOfRow } from '#server/work/consents/accept-identity.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { expireLink } from '#server/work/links/expire-links.ts';
import { keyOfVersion, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { LinkChannel } from '#domain/signing/link.ts';
import type { EventBy } from '#server/work/cases/event-by.ts';

type Visitor = {
  readonly signer: RecipientRow;
  readonly channel: LinkChannel;
  /** null for a code */
  readonly address: string | null;
  /** the member of staff who sent them the form, gives them the copy, or is responsible for it */
  readonly sentBy: string;
  readonly by: EventBy<'staff' | 'system'>;
  /** from another form of theirs, whose link they have: nothing is sent */
  readonly isCarried?: true;
};
/** A link by which somebody comes back; `endsAt` ISO. */
export type PageLink = { readonly linkId: string; readonly token: string; readonly endsAt: string };

/**
 * Makes a token by which a signer comes back to their form: of their link while that works and goes to the same address, or of a new one. Null
 * where the form may be about somebody else; and, asked for by nobody of staff, where wrong answers have locked the link, or two of them within
 * a month, and where their answer is awaited and the link has ended meanwhile, or goes elsewhere: staff alone help on then.
 *
 * @param life - of a new link, ms
 */
export async function openPage(open: OpenCase, visitor: Visitor, life: number): Promise<PageLink | null> {
  if (mayBeSomebodyElse(formIdentityNow(open))) return null;
  const { db, deps, now } = open;
  const { signer, channel, address, sentBy } = visitor;
  const { role, signing_order: order } = signer;
  const { organisationId, id: consentId } = keyOfVersion(open);
  const live = await liveLinkOf(db, { organisationId, id: consentId, order });
  if (visitor.by === 'SYSTEM' && (await isLocked(open, order, live))) return null;
  const token = newToken('l', deps.random);
  if (live !== undefined && isUsable(live, visitor, deps.clock())) {
    const key = { organisationId, linkId: live.id };
    // Where details are protected later, a link ends with its address.
    if (address !== null && live.address === null) await updateLink(db, key, { address });
    await addLinkToken(db, { ...key, token, now });
    return noted(open, visitor, { linkId: live.id, token, endsAt: live.ends_at });
  }
  const isOver = live !== undefined && Date.parse(live.ends_at) <= deps.clock();
  if (live !== undefined && isOver) await expireLink(open, live);
  if (live !== undefined && !isSignerDone(signer)) return null;
  if (live !== undefined && !isOver) await endLinksOf(open, { by: 'RESENT', order });
  const linkId = deps.newId();
  const endsAt = new Date(deps.clock() + life).toISOString();
  await insertSignerLink(db, {
    organisation_id: organisationId,
    id: linkId,
    consent_id: consentId,
    role,
    signing_order: order,
    channel,
    purpose: 'PAGE',
    address,
    sent_by: sentBy,
    created_at: now,
    ends_at: endsAt,
  });
  await addLinkToken(db, { organisationId, linkId, token, now });
  return noted(open, visitor, { linkId, token, endsAt });
}

/** Whether a link may be opened once more: it is not over, and goes to this address or to none. Staff replace a locked one. */
function isUsable(live: LinkRow, { address }: Visitor, now: number): boolean {
  const isSame = address === null || live.address === null || live.address.toLowerCase() === address.toLowerCase();
  return live.locked_at === null && Date.parse(live.ends_at) > now && isSame;
}

/** Whether wrong answers have locked this link, or two of the signer within a month. */
async function isLocked({ db, deps, now, ...open }: OpenCase, order: number, live: LinkRow | undefined): Promise<boolean> {
  const since = new Date(deps.clock() - LOCKED_LINKS_SPAN).toISOString();
  if ((live?.locked_at ?? null) !== null) return true;
  return (await lockedLinksSince(db, { ...keyOfVersion(open), order, since, now })) >= LOCKED_LINKS_MOST;
}

/** How far the person on the form is the one of the record. */
export function formIdentityNow({ consent, patient }: Pick<OpenCase, 'consent' | 'patient'>): FormIdentityState {
  const { pinned, identity_checks: acceptances } = consent;
  if (pinned === null) return { state: 'SAME', parts: [] };
  return identityCheckOf(identityValuesOf(pinned.patient), identityOfRow(patient), acceptances);
}

async function noted(open: OpenCase, { signer, channel, address, by, isCarried }: Visitor, link: PageLink): Promise<PageLink> {
  if (isCarried === true) return link;
  const { role, signing_order: order } = signer;
  // By which other way a message without an address goes is found out only when it is sent.
  const how = channel === 'EMAIL' && address === null ? {} : { channel };
  await recordEvent(open, { type: 'LINK_SENT', by, detail: { role, order, ...how } });
  return link;
}
