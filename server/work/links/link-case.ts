import { fullName, userById } from '#server/data/accounts/users.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import type { TicketActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { openCase, type OpenCase } from '#server/work/cases/open-case.ts';

/** A link, as far as its signer is known by it. */
type OwnLink = Pick<LinkRow, 'organisation_id' | 'consent_id' | 'id' | 'role' | 'signing_order' | 'sent_by'>;

export type LinkContext = Pick<Context, 'db' | 'deps' | 'now'>;

/** Locks the case of a link's version; the actor is the signer of the link. */
export async function openLinkCase({ db, deps, now }: LinkContext, link: OwnLink): Promise<OpenCase> {
  const sender = await userById(db, link.organisation_id, link.sent_by);
  const actor: TicketActor = {
    kind: 'ticket',
    organisationId: link.organisation_id,
    consentId: link.consent_id,
    role: link.role,
    signingOrder: link.signing_order,
    handoverId: '',
    linkId: link.id,
    sessionId: null,
    handedOverBy: sender === undefined ? '' : fullName(sender),
    deviceId: null,
    isBlocked: false,
    hasEnded: false,
    isInError: false,
  };
  return openCase({ db, actor, now, deps }, link.consent_id);
}

/** Works on each link in a transaction of its own, under the lock of its case; one that fails keeps no other one waiting. */
export async function forEachLink(
  deps: Deps,
  links: readonly LinkRow[],
  work: (open: OpenCase, link: LinkRow) => Promise<void>,
): Promise<void> {
  const { db } = deps.database;
  const now = new Date(deps.clock()).toISOString();
  for (const link of links)
    await inTransaction(db, async (trx) => work(await openLinkCase({ db: trx, deps, now }, link), link)).catch((error: unknown) =>
      deps.log.error('a link cannot be worked on', { error: error instanceof Error ? error.name : 'unknown' }),
    );
}
