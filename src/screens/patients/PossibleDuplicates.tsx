import { formalName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { DUPLICATE_REASON_WORDS } from '#domain/patients/patient-words.ts';
import { paths } from '#src/paths.ts';
import { useSayAnotherPerson } from '#src/queries/patient-history.ts';
import type { PatientDetails } from '#src/queries/patients.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PatientToCompare } from './DuplicateList.tsx';
import styles from './patients.module.css';
import { ReasonDialog } from './ReasonDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';

type Duplicate = PatientDetails['alike'][number];

type PossibleDuplicatesProps = {
  readonly patient: Patient;
  readonly duplicates: PatientDetails['alike'];
  readonly unfinished: number;
  readonly referrals: number;
};

/** The records that may be of the same person, until somebody decides: the same, or another person. No new form is stopped. */
export function PossibleDuplicates({ patient, duplicates, ...open }: PossibleDuplicatesProps) {
  const mayWrite = useMay('patients.write');
  const [deciding, setDeciding] = useState<{ readonly other: Duplicate; readonly isSame: boolean } | null>(null);
  const close = () => setDeciding(null);
  if (duplicates.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={duplicates.length === 1 ? 'Another record looks like this one' : 'Other records look like this one'}
    >
      <p>Compare them before anything is signed. They may be of one person, entered twice.</p>
      <ul className={styles.duplicates}>
        {duplicates.map((other) => (
          <li key={other.patient.id} className={styles.duplicate}>
            <PatientToCompare patient={other.patient} reason={DUPLICATE_REASON_WORDS[other.reason]} />
            <div className={styles.buttons}>
              <ButtonLink href={paths.patient(other.patient.id).href} variant="default">
                Open it<span className="visually-hidden"> {formalName(other.patient)}</span>
              </ButtonLink>
              {mayWrite && (
                <>
                  <Button variant="default" onClick={() => setDeciding({ other, isSame: true })}>
                    Same person
                  </Button>
                  <Button variant="default" onClick={() => setDeciding({ other, isSame: false })}>
                    Another person
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {deciding?.isSame === true && (
        <StatusDialog patient={patient} {...open} into={{ ...deciding.other.patient, isUnsent: false }} onClose={close} />
      )}
      {deciding?.isSame === false && <AnotherPerson patient={patient} other={deciding.other} onClose={close} />}
    </Notice>
  );
}

type AnotherPersonProps = { readonly patient: Patient; readonly other: Duplicate; readonly onClose: () => void };

/** Asks why the two are two people. */
function AnotherPerson({ patient, other, onClose }: AnotherPersonProps) {
  const say = useSayAnotherPerson();
  return (
    <ReasonDialog
      title={`Is ${formalName(other.patient)} another person?`}
      okLabel="Another person"
      reasonId="another-reason"
      reasonHint="For example: twins, seen together today"
      act={(reason) => say.mutateAsync({ id: patient.id, otherId: other.patient.id, reason })}
      isBusy={say.isPending}
      error={say.error}
      onClose={onClose}
    >
      <PatientToCompare patient={other.patient} reason={DUPLICATE_REASON_WORDS[other.reason]} />
      <p>Neither page asks again. Both records keep a note of it, with your name.</p>
    </ReasonDialog>
  );
}
