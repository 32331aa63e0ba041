import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { withoutSignature } from './document-form.ts';

/** When somebody said it on a tablet without a network, and when it reached the server, ISO. */
export const ON_TABLET = '2026-08-06T14:04:40.000Z';
export const ON_SERVER = '2026-08-06T14:34:40.000Z';

const CHAINED = { at: ON_SERVER, deviceAt: ON_TABLET, prevHash: '0'.repeat(64), hash: 'b'.repeat(64) };

/** Whether somebody signs whose no ends the form: of a patient who cannot decide there may be nobody. */
export function isDecided({ recipients }: DocumentSource): boolean {
  return recipients.some(({ role }) => ROLE_RULES[role].mayDecline === 'counts');
}

/** A form that ended with the no of its first signer who decides. */
export function declinedForm(source: DocumentSource, detail: TimelineEvent['detail'] = {}): DocumentSource {
  const signer = source.recipients.find(({ role }) => ROLE_RULES[role].mayDecline === 'counts');
  if (signer === undefined) throw new Error('nobody decides on this form');
  const { name, role, signing_order } = signer;
  const declined = withoutSignature(source, signing_order, { state: 'DECLINED' }, { role, reason: 'I want to wait', ...detail });
  const events = declined.events.map((each) =>
    each.type === 'DECLINED' ? { ...each, ...CHAINED, actor: { kind: 'SIGNER' as const, name, role } } : each,
  );
  return { ...declined, signedAt: null, events };
}

/** A form whose signer who decides said no, and the event by which staff settled the disagreement. */
export function settledForm(source: DocumentSource): { source: DocumentSource; event: TimelineEvent } {
  const declined = declinedForm(source, { goesOn: true });
  const event: TimelineEvent = {
    ...CHAINED,
    id: '019fd764-42e5-7092-b2b2-62c217650209',
    type: 'DISAGREEMENT_SETTLED',
    actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'CLINICIAN' },
    versionId: source.consentId,
    detail: {
      outcome: 'COURT_ORDER',
      note: 'The court heard both',
      court: 'Demo County Court',
      orderNumber: 'D 12',
      orderDate: '2026-08-05',
    },
  };
  return { source: { ...declined, events: [...declined.events, event] }, event };
}
