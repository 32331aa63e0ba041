import { capitalised } from '#domain/base/capitalised.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isRequired, type Recipient } from '#domain/consents/recipients.ts';
import { linkOf, worksStill } from './links/link-words.ts';
import { signerWords } from './signing-words.ts';

/** Who signs next, and how, where the tablet is handed over next. */
export function handoverWords(consent: Consent, signer: Recipient | undefined): string {
  if (signer === undefined) return '';
  const hasMoreTime =
    consent.Timeline.findLast(({ type }) => type === 'MORE_TIME' || type === 'CONSENT_SENT')?.type === 'MORE_TIME';
  const who = signerWords(consent.recipients, signer);
  const link = linkOf(consent, signer);
  if (link !== undefined && worksStill(link))
    return `${capitalised(who)} can sign by the link that was sent. If they sign on this tablet instead, the link ends.`;
  if (hasMoreTime && signer.role === 'PATIENT')
    return 'The patient has asked for more time. Nothing is signed. Hand the tablet over when they are ready.';
  return signer.role === 'PATIENT'
    ? 'Ready for the patient to read and sign on this tablet.'
    : `Ready for ${who} to sign on this tablet.${isRequired(signer) ? '' : ' The form does not wait for this signature.'}`;
}

/** A form is signed, and sealed, with its last required signature: nobody can sign it after that. */
export function beforeWords({ recipients }: Consent, signers: readonly Recipient[]): string {
  const names = new Intl.ListFormat('en-GB').format(signers.map((signer) => signerWords(recipients, signer)));
  return signers.some(isRequired)
    ? `The form also waits for ${names}, before or after you.`
    : `Hand over now if ${names} should sign. The form does not wait for this: once you have signed, it is sealed.`;
}
