import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { IdentityValues } from '#domain/patients/identity-check.ts';
import { identityInWords } from '#domain/patients/identity-check-words.ts';
import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useAcceptIdentity } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { useDialogAct } from './use-dialog-act.ts';

type Props = {
  readonly consent: Consent;
  readonly form: IdentityValues;
  readonly record: IdentityValues;
  readonly onClose: () => void;
};

/** Stores under the own account that a signed form is about its patient, whose details have changed, with the reason. */
export function AcceptIdentityModal({ consent: { consentID, version }, form, record, onClose }: Props) {
  const [reason, setReason] = useState('');
  const accept = useAcceptIdentity();
  const { problem, run } = useDialogAct();
  const { firstName, lastName, dateOfBirth, nhsNumber } = record;
  const body = { consentID, version, record: { firstName, lastName, dateOfBirth, nhsNumber }, reason: reason.trim() };
  const onDone = ({ message }: { readonly message: string }) => {
    noticeSuccess(message);
    onClose();
  };
  return (
    <ConfirmModal
      opened
      title="Is this the same person?"
      okLabel="Same person, details changed"
      busy={accept.isPending}
      okDisabled={!hasInk(reason)}
      onOk={() => void run(body, { perform: accept.mutateAsync, onDone })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <DefinitionList
          items={[
            { term: 'On the form', value: identityInWords(form) },
            { term: 'In the record', value: identityInWords(record) },
          ]}
        />
        <p>
          Ask the person, and look at a document. If this is somebody else, cancel: correct the record, or record the form as made
          in error. Your name and the time are recorded, and the sealed form stays as it is.
        </p>
        <TextAreaField
          id="identity-reason"
          label="Why are the details different?"
          value={reason}
          onChange={setReason}
          maxLength={NOTE_MOST}
        />
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
