import type { ConsentSummary } from '#contract/record-shapes.ts';
import { ageInWords, numbersOf } from '#domain/patient-words.ts';
import { formalName } from '#domain/patient.ts';
import { shortDate } from '#domain/plain-date.ts';
import { whereInWords } from '#domain/state-words.ts';
import styles from './home.module.css';

type PatientLine = ConsentSummary['patient'];

export function PatientCell({ patient }: { readonly patient: PatientLine }) {
  return (
    <>
      <span className={styles.name}>{formalName(patient)}</span>
      <span className={`${styles.small} num`}>
        {numbersOf(patient).map((number, at) => (
          <span key={number}>
            {at > 0 && ' · '}
            <span className={styles.whole}>{number}</span>
          </span>
        ))}
      </span>
    </>
  );
}

/** Birth date and age. `today` is a plain date. */
export function BornCell({ patient, today }: { readonly patient: PatientLine; readonly today: string }) {
  return (
    <span className={`${styles.born} num`}>
      {shortDate(patient.dateOfBirth)}
      <span className={styles.small}>{ageInWords(patient.dateOfBirth, today)}</span>
    </span>
  );
}

/** The first procedure with its side in words, and how many more there are. */
export function ProcedureCell({ procedures }: { readonly procedures: ConsentSummary['procedures'] }) {
  const [first, ...more] = procedures;
  if (first === undefined) return <span className={styles.small}>No procedure chosen yet</span>;
  const where = whereInWords(first);
  return (
    <>
      {first.procedureName}
      <span className={styles.small}>
        {where !== '' && <span className={styles.where}>{where}</span>}
        {where !== '' && more.length > 0 && ' · '}
        {more.length > 0 && `and ${more.length} more`}
      </span>
    </>
  );
}
