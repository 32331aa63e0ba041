import { useState } from 'react';
import { useMailCopy } from '#src/queries/links.ts';
import { ServerActModal } from '../acts/ServerActModal.tsx';
import { signerWords } from '../signing-words.ts';
import { GoesTo } from './GoesTo.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected } from './link-way.ts';
import { SafeAddress } from './LinkWarnings.tsx';
import { seenAddress, useContact } from './use-contact.ts';

/** Asks before a link to the copy goes to somebody by email. */
export function MailCopyModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [isSafe, setSafe] = useState(false);
  const mustAsk = isAddressProtected({ patient }, signer);
  const { consentID } = consent;
  const contact = useContact('email', consent, { patient, signer });
  const body = { consentID, signing_order: signer.signing_order, channel: 'EMAIL' as const, ...seenAddress(contact) };
  return (
    <ServerActModal
      title={`Send a copy to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the copy"
      okDisabled={mustAsk && !isSafe}
      body={mustAsk ? { ...body, addressConfirmed: isSafe } : body}
      call={useMailCopy()}
      onClose={onClose}
    >
      <GoesTo way="email" contact={contact} patient={patient} signer={signer} />
      <p>
        The mail does not say what the form is about. Whoever opens it shows who they are first, and then downloads the sealed
        form.
      </p>
      {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
    </ServerActModal>
  );
}
