import { formalName } from '#domain/patient-name.ts';
import styles from './IdentityBar.module.css';

export type IdentityBarProps = {
  /** Shown in capitals, whatever case it is stored in. */
  readonly surname: string;
  readonly firstName: string;
  /** Formatted: "14 March 1950". */
  readonly born: string;
  /** Formatted: "76 years". */
  readonly age: string;
  /** Grouped 3 3 4, or null when there is none. */
  readonly nhsNumber: string | null;
  /** Hospital number, if there is one. */
  readonly hospitalNumber?: string | undefined;
  /** The operations, each with its side in words ("RIGHT eye") if it has one. */
  readonly procedures?: readonly { readonly name: string; readonly side?: string | undefined }[];
};

/** Identity of the patient; on top of every screen about one patient, where it stays while the page scrolls. */
export function IdentityBar(props: IdentityBarProps) {
  const { surname, firstName, born, age, nhsNumber, hospitalNumber, procedures = [] } = props;
  return (
    <section className={styles.bar} aria-label="This patient">
      <span className={styles.name}>{formalName({ firstName, lastName: surname })}</span>
      <span className={`${styles.facts} num`}>
        <span>
          <span className="visually-hidden">Born </span>
          {born} · {age}
        </span>
        <span>{nhsNumber === null ? 'No NHS number' : `NHS ${nhsNumber}`}</span>
        {hospitalNumber !== undefined && <span>{hospitalNumber}</span>}
      </span>
      {procedures.length > 0 && (
        <span className={styles.procedure}>
          {procedures.map(({ name, side }, index) => (
            <span key={`${side} ${name}`}>
              {index > 0 && ' + '}
              {side !== undefined && <span className={styles.side}>{side} · </span>}
              {name}
            </span>
          ))}
        </span>
      )}
    </section>
  );
}
