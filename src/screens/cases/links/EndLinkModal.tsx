import { useEndLink } from '#src/queries/links.ts';
import type { LinkDialogProps } from './link-props.ts';
import { ServerActModal } from '../acts/ServerActModal.tsx';
import { signerWords } from '../signing-words.ts';

/** Asks before the link of a signer ends. */
export function EndLinkModal({ consent, signer, onClose }: Omit<LinkDialogProps, 'patient'>) {
  return (
    <ServerActModal
      title={`End the link of ${signerWords(consent.recipients, signer)}?`}
      okLabel="End the link"
      body={{ consentID: consent.consentID, signing_order: signer.signing_order }}
      call={useEndLink()}
      onClose={onClose}
    >
      <p>The form cannot be opened by it any more. What was read and asked stays, and a new link can be sent.</p>
    </ServerActModal>
  );
}
