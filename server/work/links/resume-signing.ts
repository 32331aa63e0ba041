import { notNow } from '#server/work/cases/not-now.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { signaturesIn } from '#server/data/signing/signers.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/** Reopens a form whose time to sign has ended, with the signatures that it has. @throws Refused MOVE_REFUSED for any other */
export async function resumeSigning(open: OpenCase): Promise<void> {
  const { db, consent } = open;
  // Imported versions were never sent from this product: there is no form to sign.
  if (!mayMove(consent.status, 'resend') || isImported(consent)) throw notNow(open);
  const signatures = await signaturesIn(db, { organisationId: consent.organisation_id, id: consent.id });
  const status = signatures.length > 0 ? 'PARTIALLY_SIGNED' : 'SENT';
  await moveVersion(open, 'resend', { change: { status }, events: [{ type: 'RESUMED', by: byStaff(open) }] });
}
