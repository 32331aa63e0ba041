import type { TicketExtras } from '#contract/shapes/ticket-extras.ts';
import { pageEndOf, pageStateOf } from '#domain/signing/page-state.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { consentsOfCase } from '#server/data/consents/consents.ts';
import { signerDeclinedAt } from '#server/data/documents/refusals.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { confirmStateOfRow } from '#server/work/consents/confirm-state.ts';

/**
 * The facts beside a form for the page of a signer who has answered: how its case ended, whether it is too old, when it was taken back or
 * refused, and whether a newer one was signed. Read anew with each visit, so that an end that was undone is gone.
 *
 * @param me - absent for a ticket whose signer is no more on the form
 */
export async function pageFactsOf(open: OpenCase, me: RecipientRow | undefined): Promise<TicketExtras> {
  if (me === undefined || (me.state !== 'SIGNED' && me.state !== 'DECLINED')) return {};
  const { db, consent, record, deps } = open;
  const { status } = consent;
  const end = pageEndOf(record.ended, { status, isInForce: record.in_force_consent_id === consent.id });
  const row = { ...consent, operator_id: record.operator_id, ended: record.ended };
  const isLapsed = confirmStateOfRow(row, deps) === 'LAPSED';
  const dayOf = (at: string) => localDate(Date.parse(at), deps.settings.timeZone);
  switch (pageStateOf({ state: me.state, status, isLapsed, end })) {
    case 'DONE':
    case 'TAKEN_BACK':
      return record.ended === null ? {} : { done: { on: record.ended.on, isTakenBack: end === 'TAKEN_BACK' } };
    case 'CLOSED':
      return { isClosed: true };
    case 'LAPSED':
      return { lapsedAfterDays: deps.settings.lapseAfterDays };
    case 'WITHDRAWN':
      return consent.withdrawn_at === null ? {} : { decisionDate: dayOf(consent.withdrawn_at) };
    case 'DECLINED': {
      const at = await signerDeclinedAt(db, { ...keyOfVersion(open), order: me.signing_order });
      const isClosed = pageEndOf(record.ended, { status: 'SIGNED', isInForce: false }) === 'CLOSED';
      return { ...(at === undefined ? {} : { decisionDate: dayOf(at) }), ...(isClosed ? { isClosed } : {}) };
    }
    case 'SUPERSEDED': {
      const versions = await consentsOfCase(db, record.organisation_id, record.id);
      const isNewer = ({ version_number: number, signed_at: at, status: state }: (typeof versions)[number]) =>
        number > consent.version_number && at !== null && state !== 'VOIDED';
      return { hasNewer: versions.some(isNewer) };
    }
    default:
      return {};
  }
}
