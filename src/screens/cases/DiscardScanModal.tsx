import type { Consent } from '#contract/record-shapes.ts';
import type { UploadedScan } from '#domain/paper-scan.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useDiscardScan } from '#src/queries/paper.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import styles from './cases.module.css';
import { Problem } from './Problem.tsx';
import { useDialogAct } from './use-dialog-act.ts';

type Props = { readonly consent: Consent; readonly scan: UploadedScan; readonly onClose: () => void };

/** Asks before a scan is deleted that nobody has checked. */
export function DiscardScanModal({ consent: { consentID }, scan: { sha256 }, onClose }: Props) {
  const { problem, run } = useDialogAct();
  const discard = useDiscardScan();
  const act = () =>
    run(
      { consentID, sha256 },
      {
        perform: discard.mutateAsync,
        onDone: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title="Delete this scan?"
      okLabel="Delete the scan"
      tone="stop"
      busy={discard.isPending}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>Do this where it is the scan of another form or cannot be read. The timeline says that there was one.</p>
        <Problem words={problem} />
      </div>
    </ConfirmModal>
  );
}
