import { isUnlikeName, nameConfirmation } from '#domain/signing/signature.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';

type NamedSignature = Parameters<typeof isUnlikeName>[0] & Parameters<typeof nameConfirmation>[0] & { readonly name: string };

/** The note of an event about a signature whose name is not that of the form; nothing where it is the same. */
export function nameNote({ name }: Pick<RecipientRow, 'name'>, signed: NamedSignature) {
  const isUnlike = isUnlikeName(signed, name);
  if (name === signed.name && !isUnlike) return {};
  const question = isUnlike ? { nameConfirmed: nameConfirmation(signed) } : {};
  return { nameAsSigned: (isUnlike && signed.typedName) || signed.name, nameExpected: name, ...question };
}
