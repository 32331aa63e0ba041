import type { TicketDetails } from '#contract/signing.ts';
import type { Consent } from '#contract/record-shapes.ts';
import { mayMove } from '#domain/case-machine.ts';
import type { Patient } from '#domain/patient.ts';
import type { SignerRole } from '#domain/states.ts';
import type { Pinned } from './pinned.ts';

type Given = {
  /** as {@link consentView} tells it: made ready, and not yet ended */
  readonly consent: Consent;
  readonly patient: Patient;
  /** who the form was made out for when it was pinned here; the patient's present details where the server pinned it */
  readonly pinned: Pinned | null;
  readonly role: SignerRole;
  readonly organisation: TicketDetails['organisation'];
};

/** What somebody who was handed this device sees of a version; null for a role that signs nothing there, or before it is ready. */
export function ticketView({ consent, patient, pinned, role, organisation }: Given): TicketDetails | null {
  const statement = consent.statements[role];
  const { contentDigest, clinicianStatement } = consent;
  if (statement === undefined || contentDigest === null) return null;
  const { firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber } = pinned?.patient ?? patient;
  const seesPatient = role === 'PATIENT' || role === 'PARENT';
  const recipients = consent.recipients.map((each) => (each.role === role ? each : { ...each, recipient_email: null }));
  return {
    organisation,
    consent: {
      ...consent,
      // A note between colleagues is none of the signer's page.
      clinicianStatement: clinicianStatement === null ? null : { ...clinicianStatement, note: '' },
      patientComments: seesPatient ? consent.patientComments : '',
      interpreterComments: '',
      questions: seesPatient ? consent.questions : [],
      recipients,
      signatures: [],
      Timeline: [],
      visibilityType: mayMove(consent.status, 'sign') ? 'sign' : 'view',
    },
    patient: { firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, communication: patient.communication },
    role,
    recipients,
    statement,
    contentDigest,
  };
}
