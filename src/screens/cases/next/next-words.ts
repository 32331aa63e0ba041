import { capitalised } from '#domain/base/capitalised.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { isRequired, type Recipient } from '#domain/consents/recipients.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { timeWishes } from '#domain/signing/more-time.ts';
import type { BlockedChange } from '#src/queries/records.ts';
import { linkOf, worksStill } from '../links/link-words.ts';
import { signersInWords, signerWords } from '../signing-words.ts';

/** The words about the next signer, where the step is a handover. */
export function handoverWords(consent: Consent, signer: Recipient | undefined): string {
  if (signer === undefined) return '';
  const hasMoreTime = timeWishes(consent.Timeline, consent.consentID).some(({ role }) => role === signer.role);
  const who = signerWords(consent.recipients, signer);
  const link = linkOf(consent, signer);
  if (link !== undefined && worksStill(link))
    return `${capitalised(who)} can sign by the link that was sent. If they sign on this tablet instead, the link ends.`;
  if (hasMoreTime && isPatientOnOwnForm(signer.role))
    return 'The patient has asked for more time. Nothing is signed. Hand the tablet over when they are ready.';
  return isPatientOnOwnForm(signer.role)
    ? 'Ready for the patient to read and sign on this tablet.'
    : `Ready for ${who} to sign on this tablet.${isRequired(signer) ? '' : ' The form does not wait for this signature.'}`;
}

/**
 * The words about other signers before the reader signs: after the last required signature the form is sealed, and nobody can
 * sign it.
 */
export function beforeWords({ recipients }: Consent, signers: readonly Recipient[]): string {
  const names = signersInWords(recipients, signers);
  return signers.some(isRequired)
    ? `The form also waits for ${names}, before or after you.`
    : `Hand over now if ${names} should sign. The form does not wait for this: once you have signed, it is sealed.`;
}

/** The text for a version with a change that is blocked until a person resolves it. */
export function stoppedWords({ status, signed }: BlockedChange): string {
  return `${NOT_TAKEN[status] ?? (signed.length > 0 ? NOT_SIGNED : NOT_SENT)} Nothing more of it is sent until you have checked it.`;
}

const NOT_TAKEN: Readonly<Partial<Record<CaseStatus, string>>> = {
  WITHDRAWN:
    'The consent was withdrawn on this tablet, but the server did not accept that: for everybody else it may still be in force.',
  DECLINED: 'On this tablet the patient said that they do not agree, but the server did not accept that.',
};
const NOT_SIGNED =
  'This was signed on this tablet, but the server did not accept that. The signature is saved here, but it does not count.';
const NOT_SENT = 'The server did not accept everything that was done with this version on this tablet. It is saved here.';
