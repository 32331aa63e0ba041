import { isInterpreter, type SignerRole } from '#domain/forms/signer-roles.ts';

type IdentityAnswer = { readonly role?: SignerRole | undefined; readonly confirmed: boolean };

/** The event of a signer's answer to who they are: an interpreter says who they are, everybody else that the details are right. */
export function identityEvent({
  role,
  confirmed,
}: IdentityAnswer): 'IDENTITY_CONFIRMED' | 'INTERPRETER_CONFIRMED' | 'IDENTITY_REFUSED' {
  if (!confirmed) return 'IDENTITY_REFUSED';
  return isInterpreter(role) ? 'INTERPRETER_CONFIRMED' : 'IDENTITY_CONFIRMED';
}
