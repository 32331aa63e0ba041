import { ageInWords, numbersOf } from '#domain/patients/patient-words.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import type { ComponentProps } from 'react';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { MergedFromLine } from './MergedFromLine.tsx';
import { DETAILS_PROTECTED } from './protected-words.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './PatientCells.module.css';

type Named = Pick<Patient, 'firstName' | 'lastName' | 'nhsNumber' | 'recordID'> & {
  /** absent where it is not known */
  readonly restricted?: boolean | undefined;
};

type PatientCellProps = {
  readonly patient: Named;
  /** the record that the case of the row was opened for, where it is merged since; and the zone of its date */
  readonly from?: ComponentProps<typeof MergedFromLine>;
};

/** Name and numbers of a patient in a row of a list. */
export function PatientCell({ patient, from }: PatientCellProps) {
  return (
    <>
      <StrongLine>{formalName(patient)}</StrongLine>
      <QuietLine isNumber>
        {numbersOf(patient).map((number, at) => (
          <span key={number}>
            {at > 0 && ' · '}
            <span className={styles.whole}>{number}</span>
          </span>
        ))}
      </QuietLine>
      {from !== undefined && <MergedFromLine {...from} />}
      {patient.restricted === true && <StateChip tag>{DETAILS_PROTECTED}</StateChip>}
    </>
  );
}

/** Birth date and age. `today` is a plain date. */
export function BornCell({ dateOfBirth, today }: { readonly dateOfBirth: string; readonly today: string }) {
  return (
    <span className={`${styles.born} num`}>
      {shortDate(dateOfBirth)}
      <QuietLine>{ageInWords(dateOfBirth, today)}</QuietLine>
    </span>
  );
}
