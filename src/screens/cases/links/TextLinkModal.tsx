import { useSendMessage } from '#src/queries/links.ts';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';
import { SendLinkModal } from './SendLinkModal.tsx';

/** Asks before a link goes to a signer by text message. Staff are not shown the number. */
export function TextLinkModal(dialog: LinkDialogProps) {
  const { consent, signer } = dialog;
  return (
    <SendLinkModal
      {...dialog}
      title={`Send a text message to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the message"
      // At night it waits until the morning.
      done={({ message }) => message}
      call={useSendMessage()}
      body={{ consentID: consent.consentID, signing_order: signer.signing_order, channel: 'SMS' as const }}
    >
      <p>A link goes to the mobile number on record. The message does not say what the form is about.</p>
      <p>Whoever opens it shows who they are first, then reads, asks and signs on their own phone.</p>
    </SendLinkModal>
  );
}
