import type { Device } from '#contract/devices.ts';
import { DEVICE_LABEL_MOST } from '#contract/devices.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useRenameDevice } from '#src/queries/devices.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState } from 'react';
import { deviceNumber } from './device-words.ts';
import styles from './devices.module.css';

const FIELD = 'device-label';

type RenameDialogProps = { readonly device: Device; readonly onClose: () => void };

/** Gives a tablet the name by which people of the hospital know it; an empty one takes the given name away. */
export function RenameDialog({ device, onClose }: RenameDialogProps) {
  const [label, setLabel] = useState(device.label ?? '');
  const rename = useRenameDevice();
  const problems = rename.isError ? failureProblems(rename.error).map(({ message }) => ({ field: FIELD, message })) : [];
  const save = () =>
    rename.mutate(
      { id: device.id, label },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal opened title="Rename this tablet" okLabel="Save name" busy={rename.isPending} onOk={save} onCancel={onClose}>
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <p>
          {device.name}, {deviceNumber(device)}
        </p>
        <TextField
          id={FIELD}
          label="Name of the tablet"
          hint="For example: Ward 7, tablet 2. Leave it empty to go back to the name above."
          value={label}
          maxLength={DEVICE_LABEL_MOST}
          onChange={setLabel}
        />
      </div>
    </ConfirmModal>
  );
}
