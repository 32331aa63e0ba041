import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerState } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { demoConsent } from '#tests/store/demo-entities.ts';

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** One version as the server returns it: an empty draft, unless changed. */
export function consent(change: Partial<Consent> = {}): Consent {
  return demoConsent({ consentID: id(11), recordID: id(12), patientID: id(13), ...change });
}

/** A signer. */
export function signer(role: SignerRole, order: number, state: SignerState = 'WAITING'): Recipient {
  return {
    recipient_name: `Demo ${role}`,
    recipient_email: null,
    action_type: 'SIGN',
    signing_order: order,
    role,
    state,
    method: state === 'SIGNED' ? 'DRAWN' : null,
    signedAt: null,
  };
}

/** An event of the timeline; its hashes are not checked. */
export function event(type: string, change: Partial<TimelineEvent> = {}): TimelineEvent {
  return {
    id: `${type} ${JSON.stringify(change)}`,
    at: '2026-08-06T14:00:00.000Z',
    deviceAt: null,
    type,
    actor: { kind: 'STAFF', name: 'Demo Clinician', role: 'CLINICIAN' },
    versionId: id(11),
    detail: {},
    prevHash: '',
    hash: '',
    ...change,
  };
}
