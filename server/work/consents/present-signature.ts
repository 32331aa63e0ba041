import type { Signature } from '#contract/shapes/staff-parts.ts';
import type { SignatureRow } from '#server/data/signing/signers.ts';

/** A signature as staff see it. */
export function presentSignature({ given, signing_order, received_at }: SignatureRow): Signature {
  return {
    role: given.role,
    ...(signing_order === null ? {} : { signing_order }),
    name: given.name,
    method: given.method,
    strokes: given.strokes ?? null,
    typedName: given.typedName ?? null,
    statement: given.statement,
    capturedAt: given.capturedAt,
    ...(given.clockOffset === undefined ? {} : { clockOffset: given.clockOffset }),
    receivedAt: received_at,
    witness: given.witness === undefined ? null : { name: given.witness.name, role: given.witness.role },
  };
}
