import { useState } from 'react';
import { useMailCopy } from '#src/queries/links.ts';
import { ServerActModal } from '../acts/ServerActModal.tsx';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';
import { isAddressProtected } from './link-way.ts';
import { SafeAddress } from './LinkWarnings.tsx';

/** Asks before a link to the copy goes to somebody by email. Staff are not shown the address. */
export function MailCopyModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [isSafe, setSafe] = useState(false);
  const mustAsk = isAddressProtected({ patient }, signer);
  const { consentID } = consent;
  const body = { consentID, signing_order: signer.signing_order, channel: 'EMAIL' as const };
  return (
    <ServerActModal
      title={`Send a copy to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the copy"
      okDisabled={mustAsk && !isSafe}
      body={mustAsk ? { ...body, addressConfirmed: isSafe } : body}
      call={useMailCopy()}
      onClose={onClose}
    >
      <p>A link goes to the email address on record. The mail does not say what the form is about.</p>
      <p>Whoever opens it shows who they are first, and then downloads the sealed form.</p>
      {mustAsk && <SafeAddress isSafe={isSafe} onChange={setSafe} />}
    </ServerActModal>
  );
}
