import { MOVE_NOTE_MOST } from '#contract/library.ts';
import type { ProcedureDetails } from '#domain/library/procedure.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useMoveProcedure } from '#src/queries/library/library-writes.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { useState } from 'react';
import styles from './library.module.css';
import type { ProcedureAct } from './procedure-acts.ts';

type MoveDialogProps = {
  readonly procedure: Pick<ProcedureDetails, 'procedureID' | 'procedureName' | 'version' | 'revision'>;
  readonly act: ProcedureAct;
  readonly onClose: () => void;
  readonly onMoved: () => void;
};

/** Asks before a version is moved, explains the consequences, and takes a note for the history. */
export function MoveDialog({ procedure, act, onClose, onMoved }: MoveDialogProps) {
  const { procedureID, procedureName, version, revision } = procedure;
  const [note, setNote] = useState('');
  const move = useMoveProcedure();
  const send = async () => {
    // A refusal is shown in the dialog.
    const answer = await move.mutateAsync({ procedureID, version, revision, status: act.to, note }).catch(() => null);
    if (answer === null) return;
    noticeSuccess(answer.message);
    onMoved();
    setTimeout(focusHeading);
  };
  return (
    <ConfirmModal
      opened
      title={`${act.label}: ${procedureName}, version ${version}?`}
      okLabel={act.label}
      tone={act.isStop ? 'stop' : 'brand'}
      busy={move.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack} inert={move.isPending}>
        <ErrorSummary problems={move.isError ? failureProblems(move.error).map(({ message }) => ({ message })) : []} />
        <p>{act.text}</p>
        <TextAreaField
          id="move-note"
          label="Note for the history"
          optional
          minRows={2}
          maxLength={MOVE_NOTE_MOST}
          value={note}
          onChange={setNote}
        />
      </div>
    </ConfirmModal>
  );
}
