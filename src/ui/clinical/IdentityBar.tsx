import { formalName } from '#domain/patients/patient-name.ts';
import { useEffect, useState } from 'react';
import styles from './IdentityBar.module.css';
import { DETAILS_PROTECTED } from './protected-words.ts';
import { useHeightVariable } from '#src/ui/layout/use-height-variable.ts';

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
  /** Whether the contact details are protected. These screens are of staff; a signer never sees this bar. */
  readonly isProtected?: boolean;
  /** The operations, each with its side in words ("RIGHT eye") if it has one. */
  readonly procedures?: readonly { readonly name: string; readonly side?: string | undefined }[];
};

/** Identity of the patient; on top of every screen about one patient, where it stays while the page scrolls. */
export function IdentityBar(props: IdentityBarProps) {
  const { surname, firstName, born, age, nhsNumber, hospitalNumber, isProtected = false, procedures = [] } = props;
  // The notices appear below it.
  const bar = useHeightVariable('--identity-height');
  const isCompact = useIsScrolled();
  return (
    <section className={styles.bar} aria-label="This patient" ref={bar} data-compact={isCompact || undefined}>
      <span className={styles.name}>{formalName({ firstName, lastName: surname })}</span>
      <span className={`${styles.facts} num`}>
        <span>
          <span className="visually-hidden">Born </span>
          {born} · {age}
        </span>
        <span>{nhsNumber === null ? 'No NHS number' : `NHS ${nhsNumber}`}</span>
        {isProtected && <span className={styles.protected}>{DETAILS_PROTECTED}</span>}
        {hospitalNumber !== undefined && <span className={styles.hospitalNumber}>{hospitalNumber}</span>}
      </span>
      {procedures.length > 0 && (
        <span className={styles.procedure}>
          {procedures.map(({ name, side }, index) => (
            <span key={`${side} ${name}`}>
              {index > 0 && ' + '}
              {name}
              {side !== undefined && (
                <>
                  , <span className={styles.side}>{side}</span>
                </>
              )}
            </span>
          ))}
        </span>
      )}
    </section>
  );
}

/** Distance scrolled (px) at which the bar becomes compact. Its lost height is less, so it cannot expand again by that. */
const COMPACT_FROM = 160;
/** Distance from the top (px) at which it expands again. */
const FULL_UNTIL = 8;

/** Whether the page is scrolled: then a phone leaves out the hospital number. */
function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const follow = () => setIsScrolled((was) => (was ? scrollY > FULL_UNTIL : scrollY > COMPACT_FROM));
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return isScrolled;
}
