import { useState } from 'react';
import { PACK_FOR, PACK_REASON_MOST, type PackFor } from '#domain/packs/pack.ts';
import { PACK_FOR_WORDS } from '#domain/packs/pack-words.ts';
import { hasInk } from '#domain/values/ink.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { usePackWrite } from '#src/queries/subject-access.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from './privacy.module.css';

const CHOICES = PACK_FOR.map((value) => ({ value, label: PACK_FOR_WORDS[value] }));

/** Asks for whom a copy is, and why it is made. */
export function NewPackDialog({ patientID, onClose }: { readonly patientID: string; readonly onClose: () => void }) {
  const [forWhom, setForWhom] = useState<PackFor | null>(null);
  const [reason, setReason] = useState('');
  const create = usePackWrite('subjectAccessCreate');
  const keyFor = useIdempotencyKey();
  const act = () => {
    if (forWhom === null) return;
    const input = { patientID, for: forWhom, reason };
    create.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmModal
      opened
      title="Make a copy of all stored data"
      okLabel="Make a copy"
      busy={create.isPending}
      okDisabled={forWhom === null || !hasInk(reason)}
      onOk={act}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={create.error === null ? [] : failureProblems(create.error).map(({ message }) => ({ message }))} />
        <ChoiceCards id="pack-for" label="For whom is it?" stacked choices={CHOICES} value={forWhom} onChange={setForWhom} />
        <TextAreaField
          id="pack-reason"
          label="Reason"
          hint="Such as: asked for by letter on 3 December. Check first that it is this person who asks."
          value={reason}
          maxLength={PACK_REASON_MOST}
          onChange={setReason}
        />
      </div>
    </ConfirmModal>
  );
}
