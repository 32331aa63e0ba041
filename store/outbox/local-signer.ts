import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { LocalSignature } from '#store/entities/types.ts';
import type { QueuedInput } from './calls.ts';

/** A signature as a row stores it until the server's copy has it. */
export function localSignatureOf(signature: QueuedInput<'recordSign'>): LocalSignature {
  const { name, method, capturedAt, witness } = signature;
  return {
    ...signerOfAct(signature),
    name,
    method,
    capturedAt,
    ...(witness === undefined ? {} : { witness: { name: witness.name, isSigned: witness.method !== undefined } }),
  };
}

/** The signer of an act: the role, and the place where the act names it. */
export function signerOfAct({
  role,
  signing_order: order,
}: {
  readonly role: SignerRole;
  readonly signing_order?: number | undefined;
}): Pick<LocalSignature, 'role' | 'signing_order'> {
  return { role, ...(order === undefined ? {} : { signing_order: order }) };
}

/** The signer of an act as its event names them: the role, and the place where the act names it. */
export function localSignerDetail({
  role,
  signing_order: order,
}: {
  readonly role?: SignerRole | undefined;
  readonly signing_order?: number | undefined;
}) {
  return {
    ...(role === undefined ? {} : { role }),
    ...(order === undefined ? {} : { signing_order: String(order) }),
  };
}
