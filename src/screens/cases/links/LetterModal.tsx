import type { Input } from '#contract/calls.ts';
import { usePrintLetter } from '#src/queries/links.ts';
import type { Intent } from '#src/queries/consents.ts';
import { openInTab } from '#src/results/file-tab.ts';
import { signerWords } from '../signing-words.ts';
import styles from '../cases.module.css';
import type { LinkDialogProps } from './link-props.ts';
import { SendLinkModal } from './SendLinkModal.tsx';

type Props = LinkDialogProps & { readonly address: string };

/** Shows the address before a letter to a signer is printed; the letter opens in a tab of its own, from which it is printed. */
export function LetterModal({ address, ...dialog }: Props) {
  const { consent, signer } = dialog;
  const print = usePrintLetter();
  const mutateAsync = async (intent: Intent<Input<'linkLetter'>>) => {
    // Opened at the click, or the browser treats it as a pop-up.
    const tab = openInTab('letter.pdf');
    try {
      tab.show(await print.mutateAsync(intent));
    } catch (failure) {
      tab.close();
      throw failure;
    }
  };
  return (
    <SendLinkModal
      {...dialog}
      title={`Print a letter to ${signerWords(consent.recipients, signer)}?`}
      okLabel="Print the letter"
      done="The letter is made. Print it, and give it to the post."
      call={{ isPending: print.isPending, mutateAsync }}
      body={{ consentID: consent.consentID, signing_order: signer.signing_order, address }}
    >
      <p>It is one page for an envelope with a window, and goes to the address on record:</p>
      <address className={styles.postal}>{address}</address>
      <p>It does not say what the form is about. Its link works for 28 days, for whoever shows who they are.</p>
      <p>Nothing is sent by itself: fold it in three with the address outside, and give it to the post.</p>
    </SendLinkModal>
  );
}
