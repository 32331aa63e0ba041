import { hasInk } from '#domain/values/ink.ts';
import { useState } from 'react';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { SHORT_REASON_MOST } from '#domain/values/text-limits.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';

type Props = { readonly risk: Risk; readonly onOk: (reason: string) => void; readonly onCancel: () => void };

/** A core risk is left out only with a reason, which is stored with the consent. */
export function LeaveOutModal({ risk, onOk, onCancel }: Props) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmModal
      opened
      title={`Leave out “${risk.name}”?`}
      okLabel="Leave it out"
      okDisabled={!hasInk(reason)}
      onOk={() => onOk(reason)}
      onCancel={onCancel}
    >
      <p style={{ marginBottom: '1rem' }}>
        This is a core risk of the procedure. The patient will not read about it. Your reason is kept with the consent.
      </p>
      <TextAreaField
        id="leave-out-reason"
        label="Reason"
        hint="For example: the lens has already been removed"
        maxLength={SHORT_REASON_MOST}
        minRows={2}
        value={reason}
        onChange={setReason}
      />
    </ConfirmModal>
  );
}
