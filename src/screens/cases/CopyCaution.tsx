import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { identityCheckOf } from '#domain/patients/identity-check.ts';
import { copyCautionWords } from '#domain/patients/identity-check-words.ts';
import type { ReactNode } from 'react';
import styles from './cases.module.css';

type Props = {
  readonly consent: Pick<Consent, 'shownPatient' | 'identityChecks'>;
  readonly patient: RecordSummary['patient'];
  /** the buttons of the documents */
  readonly children: ReactNode;
};

/** The caution while it is open whom the form is about; empty once that is known. */
export function cautionOf(
  { shownPatient = null, identityChecks = [] }: Props['consent'],
  patient: RecordSummary['patient'],
): string {
  return shownPatient === null ? '' : copyCautionWords(identityCheckOf(shownPatient, patient, identityChecks));
}

/** The buttons of documents. While it is open whom the form is about they come with a second step, behind the caution: no copy is printed by habit. */
export function CopyCaution({ consent, patient, children }: Props) {
  const words = cautionOf(consent, patient);
  if (words === '') return children;
  return (
    <div className={styles.stack}>
      <p className={styles.caution}>{words}</p>
      <details className={styles.toCheck}>
        <summary>Show the documents, to check who it is</summary>
        {children}
      </details>
    </div>
  );
}
