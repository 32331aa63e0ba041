import type { Consent } from '#contract/record-shapes.ts';
import styles from './cases.module.css';

/** In the list of signatures: why the patient's is not there. */
export function PatientNotAsked({ formType }: Pick<Consent, 'formType'>) {
  if (formType !== 'FORM_4') return null;
  return (
    <li>
      <p>
        <strong>The patient does not sign</strong> <span className={styles.small}>cannot decide</span>
      </p>
    </li>
  );
}
