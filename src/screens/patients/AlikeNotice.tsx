import { hasInk } from '#domain/values/ink.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { MERGE_REASON_MOST } from '#domain/patients/patient-history.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { DUPLICATE_REASON_WORDS } from '#domain/patients/patient-words.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useSayAnotherPerson } from '#src/queries/patient-history.ts';
import type { PatientDetails } from '#src/queries/patients.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PatientToCompare } from './DuplicateList.tsx';
import styles from './patients.module.css';
import { StatusDialog } from './StatusDialog.tsx';

type Alike = PatientDetails['alike'][number];

type AlikeNoticeProps = {
  readonly patient: Patient;
  readonly alike: PatientDetails['alike'];
  readonly unfinished: number;
  readonly referrals: number;
};

/** The records that may be of the same person, until somebody decides: the same, or another person. No new form is stopped. */
export function AlikeNotice({ patient, alike, ...open }: AlikeNoticeProps) {
  const mayWrite = useMay('patients.write');
  const [deciding, setDeciding] = useState<{ readonly other: Alike; readonly isSame: boolean } | null>(null);
  const close = () => setDeciding(null);
  if (alike.length === 0) return null;
  return (
    <Notice tone="warn" title={alike.length === 1 ? 'Another record looks like this one' : 'Other records look like this one'}>
      <p>Compare them before anything is signed. They may be of one person, entered twice.</p>
      <ul className={styles.alike}>
        {alike.map((other) => (
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

type AnotherPersonProps = { readonly patient: Patient; readonly other: Alike; readonly onClose: () => void };

/** Asks why the two are two people; both histories keep it. */
function AnotherPerson({ patient, other, onClose }: AnotherPersonProps) {
  const [reason, setReason] = useState('');
  const say = useSayAnotherPerson();
  const confirm = () =>
    say.mutate(
      { id: patient.id, otherId: other.patient.id, reason },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
          setTimeout(focusHeading);
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title={`Is ${formalName(other.patient)} another person?`}
      okLabel="Another person"
      busy={say.isPending}
      okDisabled={!hasInk(reason)}
      onOk={confirm}
      onCancel={onClose}
    >
      <div className={styles.stack} inert={say.isPending}>
        <ErrorSummary problems={say.isError ? failureProblems(say.error) : []} />
        <PatientToCompare patient={other.patient} reason={DUPLICATE_REASON_WORDS[other.reason]} />
        <p>Neither page asks again. Both records keep a note of it, with your name.</p>
        <TextAreaField
          id="another-reason"
          label="Reason"
          hint="For example: twins, seen together today"
          value={reason}
          onChange={setReason}
          maxLength={MERGE_REASON_MOST}
        />
      </div>
    </ConfirmModal>
  );
}
