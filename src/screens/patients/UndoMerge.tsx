import { hasInk } from '#domain/values/ink.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { MERGE_REASON_MOST } from '#domain/patients/patient-history.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUndoMerge } from '#src/queries/patient-history.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './patients.module.css';

/** The button with which an administrator undoes a merge, and the question before it. */
export function UndoMerge({ patient }: { readonly patient: Patient }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const undo = useUndoMerge();
  const close = () => {
    undo.reset();
    setIsAsking(false);
  };
  const confirm = () =>
    undo.mutate(
      { id: patient.id, version: patient.version, reason },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          setIsAsking(false);
          setTimeout(focusHeading);
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Undo the merge
      </Button>
      {isAsking && (
        <ConfirmModal
          opened
          title={`Undo the merge of ${formalName(patient)}`}
          okLabel="Undo the merge"
          busy={undo.isPending}
          okDisabled={!hasInk(reason)}
          onOk={confirm}
          onCancel={close}
        >
          <div className={styles.stack} inert={undo.isPending}>
            <ErrorSummary problems={undo.isError ? failureProblems(undo.error) : []} />
            <p>
              This record is in use again, with its own cases. Cases that were started on the other record since stay there. Both
              records keep a note of it.
            </p>
            <TextAreaField
              id="undo-reason"
              label="Reason"
              hint="For example: two brothers with the same birth date"
              value={reason}
              onChange={setReason}
              maxLength={MERGE_REASON_MOST}
            />
          </div>
        </ConfirmModal>
      )}
    </>
  );
}
