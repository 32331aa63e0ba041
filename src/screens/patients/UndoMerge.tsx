import { formalName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { useUndoMerge } from '#src/queries/patient-history.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from './ReasonDialog.tsx';

/** The button with which an administrator undoes a merge, and the question before it. */
export function UndoMerge({ patient }: { readonly patient: Patient }) {
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndoMerge();
  const close = () => {
    undo.reset();
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Undo the merge
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Undo the merge of ${formalName(patient)}`}
          okLabel="Undo the merge"
          reasonId="undo-reason"
          reasonHint="For example: two brothers with the same birth date"
          act={(reason) => undo.mutateAsync({ id: patient.id, version: patient.version, reason })}
          isBusy={undo.isPending}
          error={undo.error}
          onClose={close}
        >
          <p>
            This record is in use again, with its own cases. Cases that were started on the other record since stay there. Both
            records keep a note of it.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
