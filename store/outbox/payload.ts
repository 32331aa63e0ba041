import { unseal, type Keys } from '#store/crypto/seal.ts';
import { sealContextOf, type OpRow } from '#store/db/op.ts';

/**
 * Decrypts an op's input: before its first send without the version and the strokes, which are filled in then.
 *
 * @throws Damaged, KeyForgotten as {@link unseal}
 */
export async function readPayload(keys: Keys, { opId, payload }: OpRow): Promise<Record<string, unknown>> {
  // The seal is bound to this op, and every queued input is an object.
  return (await unseal(keys, sealContextOf(opId), payload)) as Record<string, unknown>;
}
