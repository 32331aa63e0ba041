import type { Consent } from '#contract/shapes/record-shapes.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { spokenName } from '#domain/patients/patient-name.ts';

/** The clinician's confirmation on the day of a form: nothing has changed. @param at - ms, by the tablet's clock */
export function confirmationOf(consent: Consent, { at, clockOffset }: { at: number; clockOffset: number }) {
  const { consentID, formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason } = consent;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  return {
    consentID,
    statement: statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shownPatient!), interpreting }),
    typedName: 'Demo Clinician',
    answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    capturedAt: new Date(at).toISOString(),
    clockOffset,
  };
}
