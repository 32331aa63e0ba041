import { hasInk } from '#domain/values/ink.ts';
import { RETENTION_REASON_MOST } from '#domain/organisation/retention.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState, type ReactNode } from 'react';
import styles from './retention.module.css';

type ActDialogProps = {
  readonly title: string;
  readonly okLabel: string;
  readonly tone?: 'brand' | 'stop';
  /** the effect of the act, in a sentence or two */
  readonly children: ReactNode;
  readonly asks: { readonly reason: boolean; readonly patient?: boolean };
  readonly isPending: boolean;
  readonly send: (input: { readonly reason: string; readonly patient: string }) => Promise<{ readonly message: string }>;
  readonly onClose: () => void;
};

/** Asks before an act, for its reason where it needs one, and says what the server said. */
export function ActDialog({ title, okLabel, tone = 'brand', children, asks, isPending, send, onClose }: ActDialogProps) {
  const [patient, setPatient] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<readonly { readonly message: string }[]>([]);
  const act = async () => {
    try {
      noticeSuccess((await send({ reason, patient })).message);
      onClose();
    } catch (failure) {
      setProblems(failureProblems(failure).map(({ message }) => ({ message })));
    }
  };
  const isMissing = (asks.reason && !hasInk(reason)) || (asks.patient === true && !hasInk(patient));
  return (
    <ConfirmModal
      opened
      title={title}
      okLabel={okLabel}
      tone={tone}
      busy={isPending}
      okDisabled={isMissing}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <div>{children}</div>
        {asks.patient === true && (
          <TextField
            id="retention-patient"
            label="Patient’s number"
            hint="As on the record: P-000123"
            value={patient}
            onChange={setPatient}
          />
        )}
        {asks.reason && (
          <TextAreaField
            id="retention-reason"
            label="Reason"
            value={reason}
            maxLength={RETENTION_REASON_MOST}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmModal>
  );
}
