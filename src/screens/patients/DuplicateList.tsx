import { formalName } from '#domain/patients/patient-name.ts';
import { ageInWords, DUPLICATE_REASON_WORDS, numbersInWords } from '#domain/patients/patient-words.ts';
import { longDate } from '#domain/values/plain-date.ts';
import type { EnteredIdentity, LocalDuplicate } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import styles from './patients.module.css';

type Props = {
  readonly duplicates: readonly LocalDuplicate[];
  readonly onUse: (patient: LocalDuplicate['patient']) => void;
  readonly isBusy?: boolean;
};

/** The patients who may be the one that was entered, each with the reason and a button that takes them instead. */
export function DuplicateList({ duplicates, onUse, isBusy = false }: Props) {
  return (
    <Panel title="Already here" rows>
      {duplicates.map(({ patient, reason }) => (
        <li key={patient.id} className={styles.duplicate}>
          <PatientToCompare patient={patient} reason={DUPLICATE_REASON_WORDS[reason]} />
          <Button variant={reason === 'NHS_NUMBER' ? 'filled' : 'default'} onClick={() => onUse(patient)} disabled={isBusy}>
            Use this one
            <span className="visually-hidden"> {formalName(patient)}</span>
          </Button>
        </li>
      ))}
    </Panel>
  );
}

type PersonProps = {
  readonly patient: Omit<EnteredIdentity, 'id'> & Pick<LocalDuplicate['patient'], 'firstName' | 'recordID'>;
  readonly reason?: string;
};

/** A patient as far as it takes to recognise them. */
export function PatientToCompare({ patient, reason }: PersonProps) {
  const today = useToday();
  return (
    <div>
      <span className={styles.name}>{formalName(patient)}</span>
      <span className="num">
        {longDate(patient.dateOfBirth)} · {ageInWords(patient.dateOfBirth, today)}
      </span>
      <span className={`${styles.small} num`}>{numbersInWords(patient)}</span>
      {reason !== undefined && <strong>{reason}</strong>}
    </div>
  );
}
