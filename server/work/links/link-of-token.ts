import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import { linkNeedsOf } from '#domain/signing/link.ts';
import { supportOf } from '#server/data/accounts/organisations.ts';
import { Refused } from '#server/api-error.ts';
import { linkByToken, type LinkRow } from '#server/data/signing/links.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { knownToken, type TokenContext } from '#server/policies/known-token.ts';
import { languagesOf } from '#server/policies/patient-languages.ts';
import { lastDayOf } from './last-day.ts';

/**
 * The link of a token that still works.
 *
 * @throws Refused RECORDED_IN_ERROR for one of a form that was made by mistake; LINK_ENDED for any other that
 *   has ended, and in the same words for one that never was; LOCKED; SLOW_DOWN where its network has guessed too
 *   often and too many wait
 */
export async function linkOfToken(context: TokenContext, token: string): Promise<LinkRow> {
  const link = await knownToken(context, () => linkByToken(context.db, token)).catch(asEnded);
  // The link says what the ticket says: whoever holds it was sent the form.
  if (link.ended_by === 'VOIDED') throw new Refused('RECORDED_IN_ERROR', { data: { state: 'CONSENT_VOIDED' } });
  if (link.ended_at !== null || Date.parse(link.ends_at) <= context.deps.clock()) throw new Refused('LINK_ENDED');
  if (link.locked_at !== null) throw new Refused('LOCKED');
  return link;
}

/** A guesser is not told which addresses once were links. */
function asEnded(failure: unknown): never {
  throw failure instanceof Refused && failure.key === 'NOT_FOUND' ? new Refused('LINK_ENDED') : failure;
}

/** Reads what a link tells before anybody has shown who they are. The languages are the organisation's: the patient's own is not told. */
export async function bareLink(db: Db, link: LinkRow, deps: Pick<Deps, 'settings' | 'clock'>): Promise<BareLink> {
  const row = await db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organisation_id', '=', 'c.organisation_id').onRef('p.id', '=', 'c.patient_id'),
    )
    .innerJoin('organisations as o', 'o.id', 'v.organisation_id')
    // Somebody who was taken off the form has no line.
    .leftJoin('recipients as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'v.organisation_id')
        .onRef('r.consent_id', '=', 'v.id')
        .on('r.signing_order', '=', link.signing_order),
    )
    .select([
      'r.state',
      'p.first_name',
      'c.number',
      'o.id',
      'o.name',
      'o.support_email',
      'o.support_phone',
      'o.patient_phone',
      'v.letterhead',
    ])
    .where('v.organisation_id', '=', link.organisation_id)
    .where('v.id', '=', link.consent_id)
    .executeTakeFirstOrThrow();
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
