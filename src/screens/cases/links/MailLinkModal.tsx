import { useMailLink } from '#src/queries/links.ts';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';
import { SendLinkModal } from './SendLinkModal.tsx';

/** Asks before a link goes to a signer by email. Staff are not shown the address. */
export function MailLinkModal(dialog: LinkDialogProps) {
  const { consent, signer } = dialog;
  const { role, signing_order } = signer;
  return (
    <SendLinkModal
      {...dialog}
      title={`Send a link to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the link"
      done="The link is on its way"
      call={useMailLink()}
      body={{ consentID: consent.consentID, role, signing_order }}
    >
      <p>A link goes to the email address on record. The mail does not say what the form is about.</p>
      <p>Whoever opens it shows who they are first, then reads, asks and signs on their own device.</p>
    </SendLinkModal>
  );
}
