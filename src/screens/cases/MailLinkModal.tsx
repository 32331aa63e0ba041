import { useState } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/idempotency-key.ts';
import { useMailLink } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { callWords } from './act-words.ts';
import styles from './cases.module.css';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { linkOf } from './link-words.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { signerWords } from './signing-words.ts';

/** Asks before a link goes to a signer by email. Staff are not shown the address. */
export function MailLinkModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [isSafe, setSafe] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const mail = useMailLink();
  const keyFor = useIdempotencyKey();
  const mustAsk = isAddressProtected({ patient }, signer);
  const send = async () => {
    setProblem(null);
    const { role, signing_order } = signer;
    const body = { consentID: consent.consentID, role, signing_order, ...(mustAsk ? { addressConfirmed: isSafe } : {}) };
    try {
      await mail.mutateAsync({ body, key: keyFor(body) });
      noticeSuccess('The link is on its way');
      onClose();
    } catch (failure) {
      setProblem(callWords(failure));
    }
  };
  return (
    <ConfirmModal
      opened
      title={`Send a link to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the link"
      busy={mail.isPending}
      okDisabled={mustAsk && !isSafe}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>A link goes to the email address on record. The mail does not say what the form is about.</p>
        <p>Whoever opens it shows who they are first, then reads, asks and signs on their own device.</p>
        <LinkWarnings isOfAdult={warnsOfAdult({ patient }, signer)} link={linkOf(consent, signer)} />
        {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
        {problem !== null && (
          <p role="alert" className={styles.error}>
            {problem}
          </p>
        )}
      </div>
    </ConfirmModal>
  );
}
