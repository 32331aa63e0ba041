import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ParentsAround } from '#domain/family/parents-words.ts';

/** The signers and the events of a version, among which the words of its parents are. */
export function parentsOfConsent({
  recipients,
  Timeline,
  consentID,
}: Pick<Consent, 'recipients' | 'Timeline' | 'consentID'>): ParentsAround {
  const signers = recipients.map(({ role, recipient_name: name, signing_order: order, state }) => ({ role, name, order, state }));
  return { signers, events: Timeline, consentID };
}
