import { handoverById } from '#server/data/signing/handovers.ts';
import { signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';

/**
 * Whether somebody who has signed the form is at a page of a handover that began after their signature: they were handed the tablet once
 * more. One that was begun before, and forgotten on another tablet, is none.
 */
export async function isNewHandover(
  open: Pick<OpenCase, 'db' | 'record' | 'consent'>,
  me: Pick<RecipientRow, 'state' | 'signing_order'>,
  handoverId: string,
): Promise<boolean> {
  if (me.state !== 'SIGNED') return false;
  const handover = await handoverById(open.db, open.consent.organisation_id, handoverId);
  const signatures = await signaturesIn(open.db, keyOfVersion(open));
  const own = signatures.find(({ signing_order }) => signing_order === me.signing_order);
  if (handover === undefined || own === undefined) return handover !== undefined;
  // A tablet without a network brings a signature and the next handover at one time.
  return own.handover_id !== handoverId && handover.started_at >= own.received_at;
}
