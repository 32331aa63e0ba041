import { pageRightsOf } from '#domain/signing/page-state.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import type { TicketActor } from '#server/http/actor.ts';
import { pickSigner } from '#server/work/cases/signer-of-call.ts';

/** Whether the holder of a ticket has a copy of this form: those who decide, and of a refusal whoever said no. */
export async function mayHaveCopy(
  db: Db,
  { role, signingOrder }: TicketActor,
  { organisation_id: organisationId, id, status }: Pick<ConsentRow, 'organisation_id' | 'id' | 'status'>,
): Promise<boolean> {
  const me = pickSigner(await recipientsIn(db, { organisationId, id }), { role, order: signingOrder });
  if (me === undefined) return false;
  return pageRightsOf({ role, state: me.state, required: me.required, status, isLapsed: false, end: null }).copy !== null;
}
