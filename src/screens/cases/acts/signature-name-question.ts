import { isSameName } from '#domain/values/same-identity.ts';

/**
 * @property confirmedName - the name that was asked about before; null before any
 * @property isOwn - a signature under the own account, in which the server keeps the account's name in place of any other
 */
type Known = { readonly accountName: string; readonly confirmedName: string | null; readonly isOwn?: boolean };

/** The question about a typed name that is not the account's; none where it is the same, or was confirmed by pressing once more. */
export function signatureNameQuestion(
  signedName: string,
  { accountName, confirmedName, isOwn = false }: Known,
): string | undefined {
  if (signedName === confirmedName || isSameName(signedName, accountName)) return undefined;
  const signedIn = `You typed “${signedName}”. You are signed in as ${accountName}`;
  return isOwn
    ? `${signedIn}, and your signature will say ${accountName}. To sign like this, press the button once more.`
    : `${signedIn}. If you sign like this, press the button once more.`;
}
