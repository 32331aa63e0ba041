import { noticeSuccess } from '#src/notices/notices.tsx';
import { useEndLink } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import styles from './cases.module.css';
import { Problem } from './Problem.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { signerWords } from './signing-words.ts';
import { useDialogAct } from './use-dialog-act.ts';

/** Asks before the link of a signer ends. */
export function EndLinkModal({ consent, signer, onClose }: Omit<LinkDialogProps, 'patient'>) {
  const { problem, run } = useDialogAct();
  const end = useEndLink();
  const act = () =>
    run(
      { consentID: consent.consentID, signing_order: signer.signing_order },
      {
        perform: end.mutateAsync,
        onDone: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      title={`End the link of ${signerWords(consent.recipients, signer)}?`}
      okLabel="End the link"
      busy={end.isPending}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>The form cannot be opened by it any more. What was read and asked stays, and a new link can be sent.</p>
        <Problem words={problem} />
      </div>
    </ConfirmModal>
  );
}
