import { hasInk } from '#domain/values/ink.ts';
import { MERGE_REASON_MOST } from '#domain/patients/patient-history.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { useState, type ReactNode } from 'react';
import styles from './patients.module.css';

type Props = {
  readonly title: string;
  readonly okLabel: string;
  readonly reasonId: string;
  readonly reasonHint: string;
  /** The consequences of the act. */
  readonly children: ReactNode;
  /** The act; resolves with the server's words for it. */
  readonly act: (reason: string) => Promise<{ readonly message: string }>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
};

/** Asks for the reason before an act on two records, which the histories of both keep. */
export function ReasonDialog({ title, okLabel, reasonId, reasonHint, children, act, isBusy, error, onClose }: Props) {
  const [reason, setReason] = useState('');
  const confirm = async () => {
    // A refusal is shown in the dialog.
    const done = await act(reason).catch(() => null);
    if (done === null) return;
    noticeSuccess(done.message);
    onClose();
    setTimeout(focusHeading);
  };
  return (
    <ConfirmModal
      opened
      title={title}
      okLabel={okLabel}
      busy={isBusy}
      okDisabled={!hasInk(reason)}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <div className={styles.stack} inert={isBusy}>
        <ErrorSummary problems={error === null ? [] : failureProblems(error)} />
        {children}
        <TextAreaField
          id={reasonId}
          label="Reason"
          hint={reasonHint}
          value={reason}
          onChange={setReason}
          maxLength={MERGE_REASON_MOST}
        />
      </div>
    </ConfirmModal>
  );
}
