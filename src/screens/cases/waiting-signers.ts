import type { Consent } from '#contract/shapes/record-shapes.ts';
import { awaitedSigners, type Recipient } from '#domain/consents/recipients.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';

type OfSigners = Pick<Consent, 'recipients' | 'addedSigners'>;

/** The signers who have neither signed nor said no, in signing order, witnesses behind the others: two parents are two. */
export function waitingSigners(consent: OfSigners): Recipient[] {
  return awaitedSigners<Recipient>(consent);
}

/** The roles of {@link waitingSigners}. */
export function waitingRoles(consent: OfSigners): SignerRole[] {
  return waitingSigners(consent).map(({ role }) => role);
}
