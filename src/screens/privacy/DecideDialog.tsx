import { useState } from 'react';
import type { SubjectPackLine } from '#contract/packs/subject-access.ts';
import { counted } from '#domain/base/counted.ts';
import { PACK_REASON_MOST, type PackDecision } from '#domain/packs/pack.ts';
import { hasInk } from '#domain/values/ink.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { usePackWrite } from '#src/queries/subject-access.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from './privacy.module.css';

type DecideDialogProps = {
  readonly packID: string;
  readonly lines: readonly SubjectPackLine[];
  readonly decision: PackDecision;
  readonly onClose: () => void;
};

/** Asks for the reason of a decision about lines of a copy. */
export function DecideDialog({ packID, lines, decision, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState('');
  const decide = usePackWrite('subjectAccessDecide');
  const keyFor = useIdempotencyKey();
  const label = decision === 'KEEP' ? 'Keep' : 'Withhold';
  const act = () => {
    const input = { id: packID, lines: lines.map(({ id }) => id), decision, reason };
    decide.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  };
  const what = lines.length === 1 ? 'this part' : counted(lines.length, 'part');
  return (
    <ConfirmModal
      opened
      title={`${label} ${what}?`}
      okLabel={label}
      busy={decide.isPending}
      okDisabled={!hasInk(reason)}
      onOk={act}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={decide.error === null ? [] : failureProblems(decide.error).map(({ message }) => ({ message }))} />
        <TextAreaField
          id="decide-reason"
          label="Reason"
          hint={
            decision === 'KEEP'
              ? 'Such as: the person knows it, or it is about their own care.'
              : 'Such as: it tells of somebody else, or could harm somebody.'
          }
          value={reason}
          maxLength={PACK_REASON_MOST}
          onChange={setReason}
        />
      </div>
    </ConfirmModal>
  );
}
