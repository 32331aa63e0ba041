import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { identityCheckOf } from '#domain/patients/identity-check.ts';
import { copyCautionWords } from '#domain/patients/identity-check-words.ts';
import styles from './cases.module.css';

type Props = {
  readonly consent: Pick<Consent, 'shownPatient' | 'identityChecks'>;
  readonly patient: RecordSummary['patient'];
};

/** The caution beside the buttons of a document, while it is open whom the form is about. */
export function CopyCaution({ consent: { shownPatient = null, identityChecks = [] }, patient }: Props) {
  const words = shownPatient === null ? '' : copyCautionWords(identityCheckOf(shownPatient, patient, identityChecks));
  return words === '' ? null : <p className={styles.caution}>{words}</p>;
}
