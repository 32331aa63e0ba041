import { isConsenter } from '#domain/consents/recipients.ts';
import { ownPageOf } from '#domain/signing/own-page.ts';
import { pageRightsOf, type PageRights } from '#domain/signing/page-state.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { isByLink } from '#server/http/actor.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

type Around = Pick<OpenCase, 'consent' | 'record' | 'patient'> & { readonly deps: Pick<OpenCase['deps'], 'clock' | 'settings'> };

/** The place to which a signer of an open case comes back now: their form, their own page, or none. */
export function pageAccessOf(
  { consent, record, patient, deps }: Around,
  { role, required, state }: Pick<RecipientRow, 'role' | 'required' | 'state'>,
): 'FORM' | 'PAGE' | null {
  const { status, signed_at: signedAt, updated_at: updatedAt } = consent;
  return ownPageOf(
    { role, required, state, status, answeredAt: signedAt ?? updatedAt, ended: record.ended, dateOfBirth: patient.date_of_birth },
    { today: localDate(deps.clock(), deps.settings.timeZone), now: deps.clock() },
  );
}

/**
 * The rights of a signer who has answered, on their page as it is now; none once it has ended. Neither the age of a consent nor the end of its
 * case changes what may be asked, written or read.
 */
export function pageRightsNow(around: Around, signer: Pick<RecipientRow, 'role' | 'state' | 'required'>): PageRights | null {
  if (pageAccessOf(around, signer) !== 'PAGE') return null;
  const { role, state, required } = signer;
  return pageRightsOf({ role, state, required, status: around.consent.status, isLapsed: false, end: null });
}

/** Whether the page of somebody who decides, has answered and has come by a link is over; a tablet that lies before them shows the form itself. */
export function isPageOver(
  { actor, ...around }: Around & Pick<OpenCase, 'actor'>,
  signer: Pick<RecipientRow, 'role' | 'required' | 'state'>,
): boolean {
  const hasAnswered = signer.state === 'SIGNED' || signer.state === 'DECLINED';
  if (!isByLink(actor) || !hasAnswered || !isConsenter(signer) || around.consent.status === 'VOIDED') return false;
  return pageAccessOf(around, signer) === null;
}
