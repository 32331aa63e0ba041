import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';

const TYPES: readonly TimelineEventType[] = [
  'CASE_CREATED',
  'CONSENT_CREATED',
  'CONSENT_UPDATED',
  'CONSENT_COMPLETED',
  'CONSENT_SENT',
  'HANDOVER_STARTED',
  'FORM_OPENED',
  'ANSWERS_GIVEN',
  'IDENTITY_CONFIRMED',
  'SIGNED',
  'SIGNED',
  'ALL_SIGNED',
];

/** The usual timeline of a form that one person and the clinician sign, a few seconds apart. */
export function usualEvents(name: string, role: SignerRole, versionId: string): TimelineEvent[] {
  return TYPES.map((type, at) => ({
    id: `019fd764-42e5-7092-b2b2-62c2176503${String(at).padStart(2, '0')}`,
    at: `2026-08-06T14:00:${String(at * 4).padStart(2, '0')}.000Z`,
    deviceAt: null,
    type,
    actor:
      type === 'ALL_SIGNED'
        ? { kind: 'SYSTEM', name: 'Assent', role: '' }
        : at > 5 && at < 10
          ? { kind: 'SIGNER', name, role }
          : STAFF,
    versionId,
    detail: {},
    prevHash: '0'.repeat(64),
    hash: 'b'.repeat(64),
  }));
}

const STAFF = { kind: 'STAFF', name: 'Demo Clinician', role: 'CLINICIAN' } as const;
