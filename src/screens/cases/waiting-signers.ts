import type { Consent } from '#contract/shapes/record-shapes.ts';
import { awaitedSigners, type Recipient } from '#domain/consents/recipients.ts';
import { laterPoints, canAnswerLater, type FormToAnswer } from '#domain/documents/later-points.ts';
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

/** Those who have signed, and may be handed the tablet again to answer what the form leaves open: until the clinician has signed. */
export function answeringSigners(consent: OfSigners & FormToAnswer & Pick<Consent, 'status'>): Recipient[] {
  if (!canAnswerLater(consent)) return [];
  return consent.recipients.filter(({ signing_order }) => laterPoints(consent, signing_order).length > 0);
}

/** The roles of {@link waitingSigners}. */
export function waitingRoles(consent: OfSigners): SignerRole[] {
  return waitingSigners(consent).map(({ role }) => role);
}
