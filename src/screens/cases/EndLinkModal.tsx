import { useState } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/idempotency-key.ts';
import { useEndLink } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { callWords } from './act-words.ts';
import styles from './cases.module.css';
import type { LinkDialogProps } from './link-props.ts';
import { signerWords } from './signing-words.ts';

/** Asks before the link of a signer ends. */
export function EndLinkModal({ consent, signer, onClose }: Omit<LinkDialogProps, 'patient'>) {
  const [problem, setProblem] = useState<string | null>(null);
  const end = useEndLink();
  const keyFor = useIdempotencyKey();
  const act = async () => {
    setProblem(null);
    const body = { consentID: consent.consentID, signing_order: signer.signing_order };
    try {
      const { message } = await end.mutateAsync({ body, key: keyFor(body) });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      setProblem(callWords(failure));
    }
  };
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
        {problem !== null && (
          <p role="alert" className={styles.error}>
            {problem}
          </p>
        )}
      </div>
    </ConfirmModal>
  );
}
