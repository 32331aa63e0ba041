import { signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';

/**
 * Whether somebody who has signed the form is at a page of another handover than that of their signature: they were handed the tablet once
 * more.
 */
export async function isNewHandover(
  open: Pick<OpenCase, 'db' | 'record' | 'consent'>,
  me: Pick<RecipientRow, 'state' | 'signing_order'>,
  handoverId: string,
): Promise<boolean> {
  if (me.state !== 'SIGNED') return false;
  const signatures = await signaturesIn(open.db, keyOfVersion(open));
  return signatures.find(({ signing_order }) => signing_order === me.signing_order)?.handover_id !== handoverId;
}
