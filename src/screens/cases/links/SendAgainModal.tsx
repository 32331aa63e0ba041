import { useState } from 'react';
import type { Recipient } from '#domain/consents/recipients.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useSendAgain } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected, warnsOfAdult } from './link-way.ts';
import { LinkWarnings, SafeAddress } from './LinkWarnings.tsx';
import { MailSetupNotice, useMayMail } from './MailSetup.tsx';
import { signersInWords } from '../signing-words.ts';
import { destinationWords, useContact } from './use-contact.ts';
import { useDialogAct } from '../acts/use-dialog-act.ts';

type Props = Omit<LinkDialogProps, 'signer'> & { readonly signers: readonly Recipient[] };

/** Where the link of one signer goes. */
function OneAddress({ consent, patient, signer }: Omit<LinkDialogProps, 'onClose'>) {
  const contact = useContact('email', consent, { patient, signer });
  return (
    <p>
      {signer.recipient_name}: <strong className={styles.contact}>{destinationWords(contact)}</strong>
    </p>
  );
}

/** Asks before new links go to the signers of a form whose time has ended. */
export function SendAgainModal({ consent, patient, signers, onClose }: Props) {
  const [isSafe, setSafe] = useState(false);
  const { problem, run } = useDialogAct();
  const send = useSendAgain();
  const mayMail = useMayMail();
  const mustAsk = signers.some((signer) => isAddressProtected({ patient }, signer));
  const names = signersInWords(consent.recipients, signers);
  const act = () => {
    const channels = signers.map(({ signing_order }) => ({ signing_order, channel: 'EMAIL' as const }));
    const body = {
      recordID: consent.recordID,
      version: consent.version,
      channel: 'DEVICE' as const,
      channels,
      ...(mustAsk ? { addressConfirmed: isSafe } : {}),
    };
    const onDone = () => {
      noticeSuccess(signers.length === 1 ? 'The link is on its way' : 'The links are on their way');
      onClose();
    };
    return run(body, { perform: send.mutateAsync, onDone });
  };
  return (
    <ConfirmModal
      opened
      title="Send the links again?"
      okLabel="Send the links again"
      busy={send.isPending}
      okDisabled={!mayMail || (mustAsk && !isSafe)}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>A new link goes by email to {names}. The form can then be signed again, on this tablet too.</p>
        {signers.map((signer) => (
          <OneAddress key={signer.signing_order} consent={consent} patient={patient} signer={signer} />
        ))}
        <MailSetupNotice />
        <LinkWarnings isOfAdult={signers.some((signer) => warnsOfAdult({ patient }, signer))} link={undefined} />
        {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
