import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import { linkNeedsOf } from '#domain/signing/link.ts';
import { supportOf } from '#server/data/accounts/organisations.ts';
import { Refused } from '#server/api-error.ts';
import { formOfLink } from '#server/data/signing/link-form.ts';
import { linkByToken, type LinkRow } from '#server/data/signing/links.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { knownToken, type TokenContext } from '#server/policies/known-token.ts';
import { languagesOf } from '#server/policies/patient-languages.ts';
import { linkEnded, pageEnded } from './ended-link.ts';
import { lastDayOf } from './last-day.ts';

/**
 * The link of a token that still works.
 *
 * @throws Refused RECORDED_IN_ERROR for one of a form that was made by mistake; LINK_ENDED for any other that
 *   has ended, with whom to ring, and in the same words for one that never was; LOCKED; SLOW_DOWN where its network has guessed too
 *   often and too many wait
 */
export async function linkOfToken(context: TokenContext, token: string): Promise<LinkRow> {
  const link = await knownToken(context, () => linkByToken(context.db, token)).catch(asEnded);
  // The link says what the ticket says: whoever holds it was sent the form.
  if (link.ended_by === 'VOIDED') throw new Refused('RECORDED_IN_ERROR', { data: { state: 'CONSENT_VOIDED' } });
  if (link.ended_at !== null || Date.parse(link.ends_at) <= context.deps.clock())
    throw await linkEnded(context.db, link, context.deps);
  if (link.locked_at !== null) throw new Refused('LOCKED');
  return link;
}

/** A guesser is not told which addresses once were links. */
function asEnded(failure: unknown): never {
  throw failure instanceof Refused && failure.key === 'NOT_FOUND' ? new Refused('LINK_ENDED') : failure;
}

/**
 * Reads what a link tells before anybody has shown who they are. The languages are the organisation's: the patient's own is not told.
 *
 * @throws Refused LINK_ENDED where its signer has answered, and their page has ended
 */
export async function bareLink(db: Db, link: LinkRow, deps: Pick<Deps, 'settings' | 'clock'>): Promise<BareLink> {
  const row = await formOfLink(db, link);
  const ended = pageEnded(link, row, deps);
  if (ended !== null) throw ended;
  const [initial = ''] = row.first_name;
  return {
    organisation: { _id: row.id, name: row.letterhead?.name ?? row.name },
    patientInitial: initial.toUpperCase(),
    needs: [...linkNeedsOf(link.role)],
    support: supportOf(row, deps.settings.supportEmail),
    caseNumber: shownCaseNumber(row.number),
    until: lastDayOf(link.ends_at, deps),
    purpose: row.state !== null && isSignerDone({ state: row.state }) ? 'PAGE' : link.purpose,
    ...languagesOf(deps.settings),
  };
}
