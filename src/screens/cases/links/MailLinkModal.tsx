import { useMailLink } from '#src/queries/links.ts';
import { signerWords } from '../signing-words.ts';
import { GoesTo } from './GoesTo.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { SendLinkModal } from './SendLinkModal.tsx';
import { seenAddress, useContact } from './use-contact.ts';

/** Asks before a link goes to a signer by email. */
export function MailLinkModal(dialog: LinkDialogProps) {
  const { consent, patient, signer } = dialog;
  const contact = useContact('email', consent, { patient, signer });
  const { role, signing_order } = signer;
  return (
    <SendLinkModal
      {...dialog}
      title={`Send a link to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Send the link"
      done="The link is on its way"
      call={useMailLink()}
      body={{ consentID: consent.consentID, role, signing_order, ...seenAddress(contact) }}
    >
      <GoesTo way="email" contact={contact} patient={patient} signer={signer} />
      <p>
        The mail does not say what the form is about. Whoever opens it shows who they are first, then reads, asks and signs on
        their own device.
      </p>
    </SendLinkModal>
  );
}
