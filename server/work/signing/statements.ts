import { isOfKnownShape } from '#domain/consents/digest.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { statementOf } from '#domain/consents/statements.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';

type Signer = Pick<RecipientRow, 'role' | 'signing_order' | 'attests' | 'name' | 'method'>;

/** The sentence of one signer, a witness's too; undefined for a signer that the pinned form does not have, and on a form of a later build. */
export function statementOfSigner(
  { pinned }: Pick<ConsentRow, 'pinned'>,
  signer: Signer,
  all: readonly Signer[],
): string | undefined {
  if (pinned === null || !isOfKnownShape(pinned)) return undefined;
  if (signer.attests !== null) {
    const attested = all.find(({ signing_order }) => signing_order === signer.attests);
    const method = attested?.method === 'MARK_WITNESSED' ? 'MARK_WITNESSED' : 'VERBAL_WITNESSED';
    return witnessStatement(attested?.name ?? '', method);
  }
  const isPinned = pinned.recipients.some(({ role, order }) => role === signer.role && order === signer.signing_order);
  return isPinned ? statementOf(pinned, signer.role) : undefined;
}
