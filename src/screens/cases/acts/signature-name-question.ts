import { isSameName } from '#domain/values/same-identity.ts';

/** @property confirmedName - the name that was asked about before; null before any */
type Known = { readonly accountName: string; readonly confirmedName: string | null };

/** The question about a typed name that is not the account's; none where it is the same, or was confirmed by pressing once more. */
export function signatureNameQuestion(signedName: string, known: Known): string | undefined {
  if (!isOpen(signedName, known)) return undefined;
  return `You typed “${signedName}”. You are signed in as ${known.accountName}. If you sign like this, press the button once more.`;
}

/** The same question of a signature under the own account: the server keeps the account's name in place of any other. */
export function ownSignatureQuestion(signedName: string, known: Known): string | undefined {
  if (!isOpen(signedName, known)) return undefined;
  const { accountName } = known;
  return `You typed “${signedName}”. You are signed in as ${accountName}, and your signature will say ${accountName}. To sign like this, press the button once more.`;
}

function isOpen(signedName: string, { accountName, confirmedName }: Known): boolean {
  return signedName !== confirmedName && !isSameName(signedName, accountName);
}
