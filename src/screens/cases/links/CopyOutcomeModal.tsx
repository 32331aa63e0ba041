import type { CopyOutcome } from '#domain/cases/copy-state.ts';
import { useRecordCopy } from '#src/queries/links.ts';
import { ServerActModal } from '../acts/ServerActModal.tsx';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';

type Props = Omit<LinkDialogProps, 'patient'> & { readonly outcome: CopyOutcome };

/** Records that somebody has their copy on paper, which nobody but a person can tell; or that they want none. */
export function CopyOutcomeModal({ consent, signer, outcome, onClose }: Props) {
  const who = signerWords(consent.recipients, signer);
  const isPaper = outcome === 'PRINTED';
  return (
    <ServerActModal
      title={isPaper ? `Does ${who} have the printed copy?` : `No copy for ${who}?`}
      okLabel={isPaper ? 'Yes, they have it' : 'Record it'}
      body={{ consentID: consent.consentID, signing_order: signer.signing_order, outcome }}
      call={useRecordCopy()}
      onClose={onClose}
    >
      {isPaper ? (
        <p>The form opens in a tab of its own: print it there, and put it into their hand. Then the timeline says so.</p>
      ) : (
        <p>The timeline says that they want none. A copy can still be given at any time.</p>
      )}
    </ServerActModal>
  );
}
