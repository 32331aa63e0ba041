import type { Consent } from '#contract/shapes/record-shapes.ts';
import { awaitedSigners, type Recipient } from '#domain/consents/recipients.ts';
import { signsUnderAccount, type SignerRole } from '#domain/forms/signer-roles.ts';

type OfSigners = Pick<Consent, 'recipients' | 'addedSigners'>;

/** The signers who have neither signed nor said no, in signing order, witnesses behind the others: two parents are two. */
export function waitingSigners(consent: OfSigners): Recipient[] {
  return awaitedSigners<Recipient>(consent);
}

/** Those of {@link waitingSigners} who may sign on a handed-over tablet. */
export function handoverSigners(consent: OfSigners): Recipient[] {
  return waitingSigners(consent).filter(({ role }) => !signsUnderAccount(role));
}

/** The roles of {@link waitingSigners}. */
export function waitingRoles(consent: OfSigners): SignerRole[] {
  return waitingSigners(consent).map(({ role }) => role);
}
