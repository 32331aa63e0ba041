import type { TicketDetails } from '#contract/signing.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { demoConsent, demoProcedure } from '#tests/store/demo-entities.ts';

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const AT = '2026-08-06T14:05:00.000Z';

/** A procedure on a form. */
export function aProcedure(changes: Partial<ConsentProcedure> = {}): ConsentProcedure {
  return demoProcedure({
    procedureID: id(1),
    procedureName: 'Cataract surgery with lens implant',
    sideRequired: true,
    side: 'RIGHT',
    site: 'eye',
    ...changes,
  });
}

/** A form as the holder of a ticket gets it. */
export function aForm(
  consent: Partial<TicketDetails['consent']> = {},
  { state = 'OPENED', ...changes }: Partial<TicketDetails> & { state?: TicketDetails['recipients'][number]['state'] } = {},
): TicketDetails {
  const recipients: TicketDetails['recipients'] = [
    {
      recipient_name: 'Amber Demo-Rowan',
      recipient_email: null,
      action_type: 'SIGN',
      signing_order: 1,
      role: 'PATIENT',
      state,
      method: null,
      signedAt: null,
    },
  ];
  return {
    organisation: { name: 'Demo General Hospital', timeZone: 'Europe/London' },
    patient: {
      firstName: 'Amber',
      lastName: 'Demo-Rowan',
      dateOfBirth: '1950-03-14',
      nhsNumber: null,
      hospitalNumber: null,
      communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD' },
    },
    role: 'PATIENT',
    recipients,
    statement: 'I agree.',
    contentDigest: '1'.repeat(64),
    consent: {
      ...demoConsent({ consentID: id(2), recordID: id(3), patientID: id(4) }),
      clinicianStatement: { discussed: true, capacity: true, note: '' },
      procedures: [aProcedure()],
      templateID: id(5),
      templateVersion: 1,
      content: [{ type: 'paragraph', children: [{ text: 'You can change your mind.' }] }],
      additionalChoices: [{ id: 'blood', title: 'Blood', answer: null }],
      recipients,
      status: 'SENT',
      contentDigest: '1'.repeat(64),
      clinician: { _id: id(6), name: 'Demo Clinician' },
      ...consent,
    },
    ...changes,
  };
}

/** A question that nobody has answered yet. */
export const OPEN_QUESTION = {
  id: id(7),
  text: 'Will it hurt?',
  askedBy: 'PATIENT',
  askedAt: AT,
  answer: null,
  answeredBy: null,
};
