import { isRequired, type Recipient } from '#domain/consents/recipients.ts';
import { METHOD_WORDS } from '#domain/forms/method-words.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import type { SignMethod } from '#domain/base/states.ts';
import { isInterpreter } from '#domain/forms/signer-roles.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

/** The method of a signature, inside a sentence: `Patient, drawn by hand`. */
export function methodPhrase(method: SignMethod): string {
  return METHOD_WORDS[method].toLocaleLowerCase('en-GB');
}

/** The progress of a signer. */
const SIGNER_STATE_WORDS = {
  WAITING: 'Not yet',
  INVITED: 'Link sent',
  OPENED: 'Has opened the form',
  VERIFIED: 'Has confirmed who they are',
  SIGNED: 'Signed',
  DECLINED: 'Did not agree',
  EXPIRED: 'Time has ended',
} as const;

/** The state of a signer, and whether it asks for attention: who need not sign is waited for by nobody. */
export function signerState(signer: Pick<Recipient, 'state' | 'required' | 'role'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  const { state, role } = signer;
  if (state === 'DECLINED') return { tone: 'stop', words: declinedWords(role) };
  if (isRequired(signer)) return { tone: 'warn', words: SIGNER_STATE_WORDS[state] };
  return state === 'EXPIRED' ? { tone: 'plain', words: 'Did not sign' } : { tone: 'plain', words: 'Need not sign' };
}

/** The no of a signer, who decides or, as an interpreter, does not. */
export function declinedWords(role: Recipient['role'] | undefined): string {
  return isInterpreter(role) ? 'Cannot sign' : SIGNER_STATE_WORDS.DECLINED;
}

/** Signers inside a sentence: `the patient and Ben Demo-Father`. */
export function signersInWords(all: readonly Pick<Recipient, 'role'>[], signers: readonly Recipient[]): string {
  return new Intl.ListFormat('en-GB').format(signers.map((each) => signerWords(all, each)));
}

/** A signer inside a sentence: `the patient`, and of two in one role by name. */
export function signerWords(all: readonly Pick<Recipient, 'role'>[], { role, recipient_name }: Recipient): string {
  const isOnly = all.filter((each) => each.role === role).length === 1;
  return isOnly ? `the ${roleInText(role)}` : recipient_name;
}
