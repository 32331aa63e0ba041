import { useState } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useMailLink } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { linkOf } from './link-words.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { MailSetupNotice, useMayMail } from './MailSetup.tsx';
import { signerWords } from '../signing-words.ts';
import { useDialogAct } from '../acts/use-dialog-act.ts';

/** Asks before a link goes to a signer by email. Staff are not shown the address. */
export function MailLinkModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [isSafe, setSafe] = useState(false);
  const { problem, run } = useDialogAct();
  const mail = useMailLink();
  const mayMail = useMayMail();
  const mustAsk = isAddressProtected({ patient }, signer);
  const send = () => {
    const { role, signing_order } = signer;
    const body = { consentID: consent.consentID, role, signing_order, ...(mustAsk ? { addressConfirmed: isSafe } : {}) };
    const onDone = () => {
      noticeSuccess('The link is on its way');
      onClose();
    };
    return run(body, { perform: mail.mutateAsync, onDone });
  };
  return (
    <ConfirmModal
      opened
      title={`Send a link to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the link"
      busy={mail.isPending}
      okDisabled={!mayMail || (mustAsk && !isSafe)}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>A link goes to the email address on record. The mail does not say what the form is about.</p>
        <p>Whoever opens it shows who they are first, then reads, asks and signs on their own device.</p>
        <MailSetupNotice />
        <LinkWarnings isOfAdult={warnsOfAdult({ patient }, signer)} link={linkOf(consent, signer)} />
        {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
