import { formalName } from '#domain/patients/patient-name.ts';
import { nextPatientStatuses } from '#domain/patients/patient-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdatePatientStatus } from '#src/queries/patient-writes.ts';
import type { PatientListRow } from '#src/queries/patients.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { useState } from 'react';
import { ChooseOther } from './ChooseOther.tsx';
import styles from './patients.module.css';

const WARNINGS: Readonly<Record<PatientStatus, { tone: 'info' | 'warn' | 'stop'; text: string }>> = {
  ACTIVE: { tone: 'info', text: 'New consents can be started again.' },
  INACTIVE: { tone: 'info', text: 'The record is kept. New consents can still be started.' },
  DECEASED: { tone: 'stop', text: 'No new consent can be started for a patient recorded as deceased.' },
  MERGED: {
    tone: 'stop',
    text: 'This record will take no new consent and cannot be edited. Its consents then stand on the other record, where they say that they come from this one. Only an administrator can undo a merge.',
  },
};

type StatusDialogProps = {
  readonly patient: Patient;
  /** number of consents of this record that are drafts, or out to be signed */
  readonly unfinished: number;
  /** number of open referrals of this record without a form */
  readonly referrals: number;
  /** the record that this one is to be merged into, where that is known already */
  readonly into?: PatientListRow;
  readonly onClose: () => void;
};

/** Marks a patient active, inactive, deceased, or merged into another; explains the consequences first. */
export function StatusDialog({ patient, unfinished, referrals, into, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<PatientStatus | null>(into === undefined ? null : 'MERGED');
  const [other, setOther] = useState<PatientListRow | null>(into ?? null);
  const update = useUpdatePatientStatus();
  const isWhole = status !== null && (status !== 'MERGED' || other !== null);
  const chooseStatus = (next: PatientStatus) => {
    setStatus(next);
    // Only an administrator can undo a merge: a person who returns to it has to choose the record again, and sees it.
    setOther(null);
  };
  const change = () => {
    if (status === null) return;
    update.mutate(
      { patient, status, ...(status === 'MERGED' && other !== null ? { mergedInto: other.id } : {}) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
          // The consequence of the new status is below the heading, above the previous content.
          setTimeout(focusHeading);
        },
      },
    );
  };
  return (
    <ConfirmModal
      opened
      title={`Change the status of ${formalName(patient)}`}
      okLabel="Change status"
      tone={status === 'DECEASED' || status === 'MERGED' ? 'stop' : 'brand'}
      busy={update.isPending}
      okDisabled={!isWhole}
      onOk={change}
      onCancel={onClose}
    >
      {/* The request stays as displayed until the answer comes. */}
      <div className={styles.stack} inert={update.isPending}>
        <ErrorSummary problems={update.isError ? [{ message: failureWords(update.error) }] : []} />
        <p>Now: {patientStatusWords(patient.status).words}</p>
        <ChoiceCards
          id="status"
          label="New status"
          stacked
          value={status}
          onChange={chooseStatus}
          choices={nextPatientStatuses(patient.status).map((value) => ({ value, label: patientStatusWords(value).words }))}
        />
        {status !== null && (
          <Notice tone={WARNINGS[status].tone} live>
            <p>{WARNINGS[status].text}</p>
            {status === 'MERGED' && unfinished > 0 && (
              <p>
                {unfinished === 1 ? 'One consent is' : `${unfinished} consents are`} not finished: nobody can sign{' '}
                {unfinished === 1 ? 'it' : 'them'} after the merge. Finish first, or start again on the other record.
              </p>
            )}
            {status === 'MERGED' && referrals > 0 && (
              <p>
                {referrals === 1 ? 'One referral is open and goes on' : `${referrals} referrals are open and go on`} after the
                merge: the first form is then written for the other record.
              </p>
            )}
          </Notice>
        )}
        {status === 'MERGED' && <ChooseOther notThis={patient.id} chosen={other} onChoose={setOther} />}
      </div>
    </ConfirmModal>
  );
}
