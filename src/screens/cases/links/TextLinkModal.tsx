import { useSendMessage } from '#src/queries/links.ts';
import { signerWords } from '../signing-words.ts';
import { GoesTo } from './GoesTo.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { SendLinkModal } from './SendLinkModal.tsx';
import { useContact } from './use-contact.ts';

/** Asks before a link goes to a signer by text message. */
export function TextLinkModal(dialog: LinkDialogProps) {
  const { consent, patient, signer } = dialog;
  const contact = useContact('phone', consent, { patient, signer });
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
      <GoesTo way="phone" contact={contact} patient={patient} signer={signer} />
      <p>
        The message does not say what the form is about. Whoever opens it shows who they are first, then reads, asks and signs on
        their own phone.
      </p>
    </SendLinkModal>
  );
}
