import { isSameName } from '#domain/values/same-identity.ts';

/**
 * The question about a typed name that is not the account's; none where it is the same, or was confirmed by pressing once more.
 *
 * @param confirmedName - the name that was asked about before; null before any
 */
export function signatureNameQuestion(
  signedName: string,
  { accountName, confirmedName }: { readonly accountName: string; readonly confirmedName: string | null },
): string | undefined {
  if (signedName === confirmedName || isSameName(signedName, accountName)) return undefined;
  return `You typed “${signedName}”. You are signed in as ${accountName}. If you sign like this, press the button once more.`;
}
