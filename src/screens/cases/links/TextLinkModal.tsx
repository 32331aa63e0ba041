import { useState } from 'react';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useSendMessage } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { useDialogAct } from '../acts/use-dialog-act.ts';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { linkOf } from './link-words.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { MailSetupNotice, useMayMail } from './MailSetup.tsx';

/** Asks before a link goes to a signer by text message. Staff are not shown the number. */
export function TextLinkModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [isSafe, setSafe] = useState(false);
  const { problem, run } = useDialogAct();
  const message = useSendMessage();
  const mayMail = useMayMail();
  const mustAsk = isAddressProtected({ patient }, signer);
  const send = () => {
    const { signing_order } = signer;
    const confirmed = mustAsk ? { addressConfirmed: isSafe } : {};
    const body = { consentID: consent.consentID, signing_order, channel: 'SMS' as const, ...confirmed };
    const onDone = () => {
      noticeSuccess('The message is on its way');
      onClose();
    };
    return run(body, { perform: message.mutateAsync, onDone });
  };
  return (
    <ConfirmModal
      opened
      title={`Send a text message to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the message"
      busy={message.isPending}
      okDisabled={!mayMail || (mustAsk && !isSafe)}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>A link goes to the mobile number on record. The message does not say what the form is about.</p>
        <p>Whoever opens it shows who they are first, then reads, asks and signs on their own phone.</p>
        <MailSetupNotice />
        <LinkWarnings isOfAdult={warnsOfAdult({ patient }, signer)} link={linkOf(consent, signer)} />
        {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
