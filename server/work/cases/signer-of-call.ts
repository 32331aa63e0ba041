import { signerAt } from '#domain/consents/recipients.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { Fault } from '#domain/base/fault.ts';
import { Refused } from '#server/api-error.ts';
import { recipientsIn, type RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from './open-case.ts';

/** The fault of a call that names a role alone where several signers have it. */
export const SIGNER_UNCLEAR: Fault = { path: 'signing_order', message: 'Several people sign in this role: say which' };

/**
 * The signer of this version whom a call or a ticket names; undefined without one.
 *
 * @throws Refused INVALID where several have the role, and the call names no place
 */
export async function findSigner(
  { db, record, consent }: OpenCase,
  { role, order }: { role: SignerRole; order: number | undefined },
): Promise<RecipientRow | undefined> {
  return pickSigner(await recipientsIn(db, { organisationId: record.organisation_id, id: consent.id }), { role, order });
}

/** As {@link findSigner}, among signers that are read already. */
export function pickSigner(
  signers: readonly RecipientRow[],
  { role, order }: { role: SignerRole; order: number | undefined },
): RecipientRow | undefined {
  const signer = signerAt(signers, { role, signing_order: order });
  if (signer === 'ambiguous') throw new Refused('INVALID', { fields: [SIGNER_UNCLEAR] });
  return signer;
}
