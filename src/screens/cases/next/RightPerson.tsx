import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { longDate } from '#domain/values/plain-date.ts';
import styles from '../cases.module.css';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly signer: Recipient | undefined;
};

/** Whom to expect before the tablet changes hands: the signer, and the patient and procedures that the form is about. */
export function RightPerson({ consent, patient, signer }: Props) {
  return (
    <div className={styles.check}>
      {signer === undefined || isPatientOnOwnForm(signer.role) ? (
        <p>Check that this is the right person:</p>
      ) : (
        <p>
          Check that this is <strong>{signer.recipient_name}</strong>, and that the form is about:
        </p>
      )}
      <strong>{formalName(patient)}</strong>
      <span className="num">Born {longDate(patient.dateOfBirth)}</span>
      <span className="num">
        {patient.nhsNumber === null ? 'No NHS number' : `NHS number ${spacedNhsNumber(patient.nhsNumber)}`}
      </span>
      {consent.procedures.map((procedure) => (
        <span key={procedure.procedureID}>{procedureInWords(procedure)}</span>
      ))}
    </div>
  );
}
